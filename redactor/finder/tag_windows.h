// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "redactor/copy/tag_decoder.h"
#include "redactor/finder/document_windows.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

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
  // `forced`: what rules have found in `text`. `prompt`: its part before the text is a shared
  // prefix of the session. The references, `text` and `forced` must outlive the object.
  TagWindows(const TagGrammar& grammar, const SequenceRoom& room, float bias, size_t max_draft,
             std::shared_ptr<const ChatPrompt> prompt, std::string_view text,
             std::span<const Span> forced)
      : grammar_(grammar),
        room_(room),
        bias_(bias),
        max_draft_(max_draft),
        prompt_(std::move(prompt)),
        text_(text),
        forced_(forced) {}

  WindowLengths lengths() const override {
    const size_t most = window_tokens(*prompt_, room_.context);
    return {most, most};
  }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place,
                                               ModelSession& session) override;

  // The most tokens of a window with this prompt; below 1 if the context has no room for it.
  static size_t window_tokens(const ChatPrompt& prompt, size_t context);

 private:
  const TagGrammar& grammar_;
  SequenceRoom room_;
  float bias_;
  size_t max_draft_;
  std::shared_ptr<const ChatPrompt> prompt_;
  std::string_view text_;
  std::span<const Span> forced_;
  bool has_drafted_ = false;
  std::optional<std::vector<Span>> guess_;  // of the session's drafter
};

}  // namespace redact
