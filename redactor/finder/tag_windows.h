// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "redactor/copy/tag_decoder.h"
#include "redactor/finder/document_windows.h"

namespace redact {

// The prompt around a document for an instruct model: the part before the text, which is a shared
// prefix of the engine, and the part after the text.
struct TagConversation {
  size_t prefix;
  size_t n_prefix;             // its rows
  std::vector<int32_t> after;  // from the end of the text to where the model answers
  bool text_continues;         // see ChatPrompt
};

// The cache entries that a sequence may have. A model with LongRoPE rotates short sequences by
// other factors than long ones, so whether a window is short must be known before it begins. A
// window is short if the entries that it is expected to need are within the limit for short
// sequences, and then it must stay within that limit.
struct SequenceRoom {
  size_t context;         // entries of any sequence
  size_t most;            // the most that the model could have with a longer context
  size_t long_above = 0;  // LongRoPE: the most entries of a short sequence, whatever the context

  // The entries of a window that is expected to need `needed`.
  size_t entries(size_t needed) const { return std::min(context, most_entries(needed)); }
  // Whether a longer context would give that window more.
  bool can_grow(size_t needed) const { return context < most_entries(needed); }

 private:
  size_t most_entries(size_t needed) const {
    return needed <= long_above ? std::min(long_above, most) : most;
  }
};

// The windows of a document, each a conversation of its own with an instruct model.
class TagWindows final : public WindowGrammar {
 public:
  // `guess`: what a drafter found in the document, if there is one. `forced`: what rules have
  // found. The references and `forced` must outlive the object.
  TagWindows(const TagGrammar& grammar, const SequenceRoom& room, float bias, size_t max_draft,
             const TagConversation& conversation, std::optional<std::vector<Span>> guess,
             std::span<const Span> forced)
      : grammar_(grammar),
        room_(room),
        bias_(bias),
        max_draft_(max_draft),
        conversation_(conversation),
        guess_(std::move(guess)),
        forced_(forced) {}

  WindowLengths lengths() const override {
    const size_t most = window_tokens(conversation_, room_.context);
    return {most, most};
  }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) override;

  // The most tokens of a window with this prompt; below 1 if the context has no room for it.
  static size_t window_tokens(const TagConversation& conversation, size_t context);

 private:
  const TagGrammar& grammar_;
  SequenceRoom room_;
  float bias_;
  size_t max_draft_;
  const TagConversation& conversation_;
  std::optional<std::vector<Span>> guess_;
  std::span<const Span> forced_;
};

}  // namespace redact
