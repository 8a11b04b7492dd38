// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/tag_windows.h"

#include <utility>

namespace redact {

Result<std::unique_ptr<WindowDecoder>> TagWindows::open(Source source) {
  REDACT_ASSIGN(CopyText copy,
                CopyText::make(source.text, *grammar_.tokenizer, text_continues()));
  std::vector<int32_t> ids = copy.tokens().ids;
  auto window = std::make_unique<AnswerWindow<TagDecoder>>(
      document(), source.begin, grammar_, std::move(copy),
      prompt_around(std::move(ids), source.prefix), way().bias, way().max_draft);
  window->decoder().guess(source.expected);
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
