// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/copy/tag_decoder.h"
#include "redactor/finder/answer_windows.h"

namespace redact {

// The windows of a document that an instruct model copies with tags.
class TagWindows final : public AnswerWindows {
 public:
  // `grammar` must outlive the object; the others are those of AnswerWindows.
  TagWindows(const TagGrammar& grammar, const AnswerWay& way,
             std::shared_ptr<const ChatPrompt> prompt, std::string_view text,
             std::span<const Span> expected)
      : AnswerWindows(way, std::move(prompt), text, expected), grammar_(grammar) {}

 private:
  Result<std::unique_ptr<WindowDecoder>> open(Source source) override;

  const TagGrammar& grammar_;
};

}  // namespace redact
