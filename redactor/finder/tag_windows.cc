// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/tag_windows.h"

#include <string>
#include <utility>

namespace redact {

namespace {

// The replacement of a rule's span in the output: its label's tag, or that of the grammar's first
// label if the grammar has none for it.
std::string written_for(const TagGrammar& grammar, std::string_view surface, Label label) {
  const GrammarTag* known = grammar.find(label);
  const GrammarTag& tag = known != nullptr ? *known : grammar.tags.front();
  if (grammar.kind == TagGrammar::Kind::kReplace) return tag.open;
  return std::string(tag.open).append(surface).append(tag.close);
}

}  // namespace

Result<std::unique_ptr<WindowDecoder>> TagWindows::open(Source source) {
  std::vector<FixedPart> fixed;
  for (const Span& span : source.fixed) {
    const std::string_view surface = source.text.substr(span.begin, span.end - span.begin);
    fixed.push_back({span.begin, span.end, written_for(grammar_, surface, span.label)});
  }
  const Tokenizer& tokenizer = *grammar_.tokenizer;
  REDACT_ASSIGN(CopyText copy, CopyText::make(source.text, fixed, tokenizer, text_continues()));
  std::vector<int32_t> ids = copy.tokens().ids;
  const size_t n_answer = ids.size();
  if (!fixed.empty()) {
    REDACT_ASSIGN(TokenizedText as_it_is, text_continues()
                                              ? tokenizer.tokenize_continuation(source.text)
                                              : tokenizer.tokenize(source.text));
    ids = std::move(as_it_is.ids);
  }
  auto window = std::make_unique<AnswerWindow<TagDecoder>>(
      document(), source.begin, grammar_, std::move(copy),
      prompt_around(std::move(ids), n_answer, source.prefix), way().bias, way().max_draft);
  window->decoder().guess(source.guess);
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
