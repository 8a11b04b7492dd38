// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/finder/answer_windows.h"
#include "redactor/listing/list_decoder.h"

namespace redact {

// The windows of a document whose identifiers an instruct model lists.
class ListWindows final : public AnswerWindows {
 public:
  // `grammar` must outlive the object; the others are those of AnswerWindows.
  ListWindows(const ListGrammar& grammar, const AnswerWay& way,
              std::shared_ptr<const ChatPrompt> prompt, std::string_view text,
              std::span<const Span> expected)
      : AnswerWindows(way, std::move(prompt), text, expected), grammar_(grammar) {}

 private:
  Result<std::unique_ptr<WindowDecoder>> open(Source source) override;

  const ListGrammar& grammar_;
};

}  // namespace redact
