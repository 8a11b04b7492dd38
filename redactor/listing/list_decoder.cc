// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/list_decoder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "redactor/copy/scores.h"
#include "redactor/span/merge_spans.h"
#include "redactor/span/thresholds.h"

namespace redact {

ListDecoder::ListDecoder(const ListGrammar& grammar, PieceIndex index, AnswerPrompt prompt,
                         float bias, size_t max_draft)
    : AnswerDecoder(std::move(prompt), bias, max_draft, "items"),
      index_(std::move(index)),
      automaton_(grammar, index_),
      plan_(automaton_),
      written_{automaton_.begin()} {
  automaton_.find_candidates(written_.state, candidates_);
}

ListDecoder::Planned ListDecoder::planned_row(Candidates candidates) const {
  const size_t item = plan_.item_expected(drafted_);
  return {item, drafted_.state.begins_line(), std::move(candidates)};
}

ListDecoder::Planned ListDecoder::begin_draft() {
  drafted_ = written_;
  return planned_row(candidates_);
}

std::optional<ListDecoder::Planned> ListDecoder::draft_behind(Planned& row) {
  const auto id = plan_.next(drafted_, row.candidates);
  if (!id || !plan_.consume(drafted_, *id, 0) || drafted_.state.finished) return std::nullopt;
  row.id = *id;
  Candidates candidates;
  automaton_.find_candidates(drafted_.state, candidates);
  return planned_row(std::move(candidates));
}

Result<void> ListDecoder::accept(const Choice& choice, std::span<const float> logits) {
  ListState& state = written_.state;
  const bool ends = choice.decided && !choice.tags && state.begins_line();
  if (ends) find_nearly(logits);
  const size_t item = written_.item, n_spans = state.spans.size();
  const PieceIndex::Range piece = state.piece;
  if (!plan_.consume(written_, choice.id, choice.score)) {
    return Error{ErrorKind::kInternal, "decoder", "a token does not continue the list"};
  }
  if (state.spans.size() > n_spans) {
    plan_.relabel(index_.shared(piece), item, state.spans.back().label);
  }
  automaton_.find_candidates(state, candidates_);
  return {};
}

// At the end of the list, finds the words with which an item nearly began.
void ListDecoder::find_nearly(std::span<const float> logits) {
  const float end = log_sum_exp(logits.first(candidates_.n_copies));
  const auto begins = candidates_.ids.begin() + static_cast<ptrdiff_t>(candidates_.n_copies);
  std::vector<int32_t> ids;
  for (size_t i = 0; i < index_.all().last; ++i) {
    const PieceIndex::Place& place = index_.place(i);
    ids.clear();
    index_.add_next(place, 0, automaton_.limit(written_.state, place), ids);
    if (ids.empty()) continue;  // hidden
    float score = -std::numeric_limits<float>::infinity();
    for (const int32_t id : ids) {
      const auto at = std::lower_bound(begins, candidates_.ids.end(), id);
      score = std::max(score, logits[static_cast<size_t>(at - candidates_.ids.begin())]);
    }
    score += bias() - end;
    const Word& word = index_.words()[place.word];
    if (score > -kDecisionThresholds.near_miss())
      near_misses_.push_back({word.begin, word.end, Label::kOther, score});
  }
  std::sort(near_misses_.begin(), near_misses_.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
}

void ListDecoder::correct_plan(const Planned& row, const Choice& choice) {
  if (row.at == kNowhere) return;
  if (choice.tags) {
    plan_.skip(row.at, choice.id);
  } else {
    plan_.end_before(row.at);
  }
}

std::vector<Span> ListDecoder::spans() const { return merge_spans(written_.state.spans); }

}  // namespace redact
