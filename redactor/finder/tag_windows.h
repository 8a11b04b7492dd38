// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "redactor/copy/tag_decoder.h"
#include "redactor/finder/document_windows.h"

namespace redact {

// How a document is put to an instruct model: the conversation up to where the text goes, as a
// shared prefix of the engine, and what stands behind the text.
struct TagConversation {
  size_t prefix;
  size_t n_prefix;             // its rows
  std::vector<int32_t> after;  // from behind the text to where the model answers
  bool text_continues;         // as ChatPrompt has it
};

// Windows of an instruct model, each a conversation of its own. All that is given outlives it.
class TagWindows final : public WindowGrammar {
 public:
  // conversations[i], guesses[i] and forced[i] are of document i; either of the last two may be
  // empty. `max_entries`: of a sequence.
  TagWindows(const TagGrammar& grammar, size_t max_entries, float bias, size_t max_draft,
             std::span<const TagConversation* const> conversations,
             std::span<const Result<Findings>> guesses, std::span<const std::vector<Span>> forced)
      : grammar_(grammar),
        max_entries_(max_entries),
        bias_(bias),
        max_draft_(max_draft),
        conversations_(conversations),
        guesses_(guesses),
        forced_(forced) {}

  Lengths lengths(size_t document) const override;
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) override;

  // The most tokens of a window under such a conversation; below 1 where it has no room.
  static size_t window_tokens(const TagConversation& conversation, size_t max_entries);

 private:
  const TagGrammar& grammar_;
  size_t max_entries_;
  float bias_;
  size_t max_draft_;
  std::span<const TagConversation* const> conversations_;
  std::span<const Result<Findings>> guesses_;
  std::span<const std::vector<Span>> forced_;
};

}  // namespace redact
