// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/tag_decoder.h"

#include <algorithm>
#include <utility>

#include "redactor/span/thresholds.h"

namespace redact {

TagDecoder::TagDecoder(const TagGrammar& grammar, CopyText text, AnswerPrompt prompt, float bias,
                       size_t max_draft)
    : AnswerDecoder(std::move(prompt), bias, max_draft, "tags"),
      grammar_(grammar),
      text_(std::move(text)),
      automaton_(grammar_, text_),
      plan_(automaton_) {
  automaton_.find_candidates(state_, candidates_);
}

void TagDecoder::guess(std::span<const Span> spans) {
  std::vector<CopySpan> expected;
  for (const Span& span : spans) {
    expected.push_back({span.begin, span.end, span.label, 0});
  }
  plan_.expect(std::move(expected));
}

TagDecoder::Planned TagDecoder::planned_row(const TagState& state, Candidates candidates) {
  const bool one_place = state.live.size() == 1 && state.spelled.empty() && state.verdict.empty();
  return {one_place && !state.inside ? state.live.front() : kNowhere, !state.inside,
          std::move(candidates)};
}

TagDecoder::Planned TagDecoder::begin_draft() {
  drafted_ = state_;
  queue_.clear();
  return planned_row(drafted_, candidates_);
}

std::optional<TagDecoder::Planned> TagDecoder::draft_behind(Planned& row) {
  const auto id = plan_.next(drafted_, row.candidates, queue_);
  if (!id || !automaton_.consume(drafted_, *id, 0) || drafted_.finished) return std::nullopt;
  row.id = *id;
  Candidates candidates;
  automaton_.find_candidates(drafted_, candidates);
  return planned_row(drafted_, std::move(candidates));
}

Result<void> TagDecoder::accept(const Choice& choice, std::span<const float>) {
  const bool copies = choice.decided && !choice.tags && !state_.inside;
  if (copies && choice.score > -kDecisionThresholds.near_miss() && state_.live.size() == 1) {
    const size_t at = state_.live.front();
    const auto own = text_.own_token(at);
    near_misses_.push_back({at, own ? own->end : at + 1, Label::kOther, choice.score});
  }
  if (!automaton_.consume(state_, choice.id, choice.score)) {
    return Error{ErrorKind::kInternal, "decoder", "a token does not continue the output"};
  }
  automaton_.find_candidates(state_, candidates_);
  return {};
}

// The label of a tag that the token can begin: preferably the most recent one, else the first that
// fits.
Label TagDecoder::label_begun(int32_t id) const {
  std::string_view bytes = grammar_.tokenizer->token_bytes(id);
  if (bytes.size() > 1 && is_blank(bytes[0])) bytes.remove_prefix(1);
  for (auto span = state_.spans.rbegin(); span != state_.spans.rend(); ++span) {
    const GrammarTag* tag = grammar_.find(span->label);
    if (tag != nullptr && tag->open.starts_with(bytes)) return tag->label;
  }
  const auto at = std::find_if(grammar_.tags.begin(), grammar_.tags.end(),
                               [&](const GrammarTag& tag) { return tag.open.starts_with(bytes); });
  return at == grammar_.tags.end() ? grammar_.tags.front().label : at->label;
}

void TagDecoder::correct_plan(const Planned& row, const Choice& choice) {
  if (row.at == kNowhere) return;
  // The first token of the tag may begin with a blank.
  const std::string_view bytes = grammar_.tokenizer->token_bytes(choice.id);
  const std::string_view text = text_.text();
  const bool lead =
      bytes.size() > 1 && is_blank(bytes[0]) && row.at < text.size() && text[row.at] == bytes[0];
  if (choice.tags) {
    const size_t at = row.at + (lead ? 1 : 0);
    if (!plan_.expects(at)) plan_.add(at, label_begun(choice.id));
  } else {
    plan_.remove(row.at);
    if (row.at + 1 < text.size() && is_blank(text[row.at])) plan_.remove(row.at + 1);
  }
}

std::vector<Span> TagDecoder::spans() const {
  std::vector<Span> out;
  for (const CopySpan& span : state_.spans) {
    out.push_back({span.begin, span.end, span.label, span.score, SpanSource::kModel});
  }
  return out;
}

}  // namespace redact
