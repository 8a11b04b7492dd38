// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/list_windows.h"

#include <utility>

namespace redact {

Result<std::unique_ptr<WindowDecoder>> ListWindows::open(Source source) {
  REDACT_ASSIGN(PieceIndex index, PieceIndex::make(grammar_, source.text, text_continues()));
  AnswerPrompt prompt = prompt_around(index.tokens().ids, source.prefix);
  auto window = std::make_unique<AnswerWindow<ListDecoder>>(document(), source.begin, grammar_,
                                                            std::move(index), std::move(prompt),
                                                            way().bias, way().max_draft);
  window->decoder().guess(source.expected);
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
