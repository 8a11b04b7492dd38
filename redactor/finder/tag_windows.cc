// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/tag_windows.h"

#include <algorithm>
#include <utility>

#include "redactor/finder/model_session.h"

namespace redact {

namespace {

// The text is read once and written once, and tags may be longer than the spans they replace: the
// other two parts are room for tags.
constexpr size_t kTimesRead = 4;

// Longer windows give more context and fewer seams; beyond some pages, small models lose their
// place.
constexpr size_t kMostTokens = 2048;

size_t taken_by(const ChatPrompt& prompt) { return prompt.before.size() + prompt.after.size(); }

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The spans within bytes [begin, end) of a document, relative to `begin`.
std::vector<Span> spans_within(std::span<const Span> spans, size_t begin, size_t end) {
  std::vector<Span> out;
  for (Span span : spans) {
    if (span.end <= begin || span.begin >= end) continue;
    span.begin = std::max(span.begin, begin) - begin;
    span.end = std::min(span.end, end) - begin;
    out.push_back(span);
  }
  return out;
}

// The replacement of a rule's span in the output: its label's tag, or that of the grammar's first
// label if the grammar has none for it.
std::string written_for(const TagGrammar& grammar, std::string_view surface, Label label) {
  const GrammarTag* known = grammar.find(label);
  const GrammarTag& tag = known != nullptr ? *known : grammar.tags.front();
  if (grammar.kind == TagGrammar::Kind::kReplace) return tag.open;
  return std::string(tag.open).append(surface).append(tag.close);
}

class TagWindow final : public WindowDecoder {
 public:
  TagWindow(const TagGrammar& grammar, std::string_view text, size_t begin, CopyText copy,
            AnswerPrompt prompt, float bias, size_t max_draft)
      : text_(text),
        begin_(begin),
        decoder_(grammar, std::move(copy), std::move(prompt), bias, max_draft) {}

  Constraint& constraint() override { return decoder_; }
  TagDecoder& decoder() { return decoder_; }

  Result<void> collect(Findings& findings) const override {
    if (!decoder_.finished()) {
      return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
    }
    for (Span span : decoder_.spans()) {
      span.begin += begin_, span.end += begin_;
      while (span.begin < span.end && is_space(text_[span.begin])) ++span.begin;
      while (span.begin < span.end && is_space(text_[span.end - 1])) --span.end;
      if (span.begin < span.end) findings.spans.push_back(span);
    }
    for (const NearlyFound& near : decoder_.nearly()) {
      findings.nearly.push_back({near.begin + begin_, near.end + begin_, near.score});
    }
    findings.least_margin = std::min(findings.least_margin, decoder_.least_margin());
    return {};
  }

 private:
  std::string_view text_;
  size_t begin_;  // where the window begins in the document
  TagDecoder decoder_;
};

}  // namespace

size_t TagWindows::window_tokens(const ChatPrompt& prompt, size_t context) {
  const size_t taken = taken_by(prompt);
  return context > taken ? std::min(kMostTokens, (context - taken) / kTimesRead) : 0;
}

Result<std::unique_ptr<WindowDecoder>> TagWindows::start(const WindowPlace& place,
                                                         ModelSession& session) {
  REDACT_ASSIGN(const std::optional<size_t> prefix, session.prefix(prompt_));
  if (!prefix) return std::unique_ptr<WindowDecoder>();
  if (!std::exchange(has_drafted_, true)) guess_ = session.draft({text_, forced_});
  const size_t begin = place.token_begin(place.window.begin);
  const size_t end = place.token_end(place.window.end - 1);
  const std::string_view source = place.text.substr(begin, end - begin);
  std::vector<FixedPart> fixed;
  for (const Span& span : spans_within(forced_, begin, end)) {
    const std::string_view surface = source.substr(span.begin, span.end - span.begin);
    fixed.push_back({span.begin, span.end, written_for(grammar_, surface, span.label)});
  }
  const Tokenizer& tokenizer = *grammar_.tokenizer;
  const bool continues = prompt_->text_continues;
  const std::vector<int32_t>& after = prompt_->after;
  REDACT_ASSIGN(CopyText copy, CopyText::make(source, fixed, tokenizer, continues));
  AnswerPrompt prompt{*prefix, prompt_->before.size(), {}, 0};
  if (fixed.empty()) {
    prompt.source = copy.tokens().ids;
  } else {
    REDACT_ASSIGN(const TokenizedText as_it_is,
                  continues ? tokenizer.tokenize_continuation(source) : tokenizer.tokenize(source));
    prompt.source = as_it_is.ids;
  }
  prompt.source.insert(prompt.source.end(), after.begin(), after.end());
  const size_t n_text = prompt.source.size() - after.size();
  const size_t needed =
      taken_by(*prompt_) + std::max(n_text, copy.tokens().ids.size()) * kTimesRead;
  prompt.max_entries = room_.entries(needed);
  prompt.can_grow = room_.can_grow(needed);
  auto window = std::make_unique<TagWindow>(grammar_, place.text, begin, std::move(copy),
                                            std::move(prompt), bias_, max_draft_);
  if (guess_) window->decoder().guess(spans_within(*guess_, begin, end));
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
