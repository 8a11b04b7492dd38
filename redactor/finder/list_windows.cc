// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/list_windows.h"

#include <algorithm>
#include <utility>

namespace redact {

namespace {

// What rules have found, as the first lines of the list, so that the model reads that it need not
// write it: each text once, and no more tokens than the window has. What stands on several lines or
// has a label that the list does not name is left out; it is hidden all the same.
Result<std::vector<int32_t>> lines_of(const ListGrammar& grammar, std::string_view text,
                                      std::span<const Span> fixed, size_t most) {
  std::vector<int32_t> lines;
  std::vector<std::string_view> written;
  for (const Span& span : fixed) {
    const std::string_view piece = text.substr(span.begin, span.end - span.begin);
    const ListGrammar::Named* named = grammar.find(span.label);
    if (named == nullptr || piece.find_first_of("\t\r\n") != piece.npos) continue;
    if (std::find(written.begin(), written.end(), piece) != written.end()) continue;
    REDACT_ASSIGN(const TokenizedText tokens, grammar.tokenizer->tokenize_continuation(piece));
    if (lines.size() + tokens.ids.size() + named->ids.size() > most) break;
    lines.insert(lines.end(), tokens.ids.begin(), tokens.ids.end());
    lines.insert(lines.end(), named->ids.begin(), named->ids.end());
    written.push_back(piece);
  }
  return lines;
}

}  // namespace

Result<std::unique_ptr<WindowDecoder>> ListWindows::open(Source source) {
  REDACT_ASSIGN(PieceIndex index,
                PieceIndex::make(grammar_, source.text, source.fixed, text_continues()));
  const size_t n_tokens = index.tokens().ids.size();
  REDACT_ASSIGN(const auto lines, lines_of(grammar_, source.text, source.fixed, n_tokens));
  AnswerPrompt prompt = prompt_around(index.tokens().ids, n_tokens, source.prefix);
  prompt.source.insert(prompt.source.end(), lines.begin(), lines.end());
  auto window = std::make_unique<AnswerWindow<ListDecoder>>(document(), source.begin, grammar_,
                                                            std::move(index), std::move(prompt),
                                                            way().bias, way().max_draft);
  window->decoder().guess(source.guess);
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
