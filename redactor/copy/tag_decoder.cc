// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/tag_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "redactor/copy/scores.h"
#include "redactor/span/thresholds.h"

namespace redact {

namespace {

// A pass of some rows costs hardly more than one of a single row, since it reads the weights once.
constexpr size_t kLeastDraft = 8;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

}  // namespace

TagDecoder::TagDecoder(const TagGrammar& grammar, CopyText text, TagPrompt prompt, float bias,
                       size_t max_draft)
    : grammar_(grammar),
      text_(std::move(text)),
      automaton_(grammar_, text_),
      plan_(automaton_),
      prompt_(std::move(prompt)),
      bias_(bias),
      max_draft_(std::max<size_t>(max_draft, 1)),
      n_draft_(max_draft_),
      pending_(prompt_.source),
      least_margin_(std::numeric_limits<float>::infinity()) {
  automaton_.find_candidates(state_, candidates_);
}

void TagDecoder::guess(std::span<const Span> spans) {
  std::vector<CopySpan> expected;
  for (const Span& span : spans) {
    const size_t begin = text_.from_source(span.begin), end = text_.from_source(span.end);
    if (begin < end && !text_.is_fixed(begin)) expected.push_back({begin, end, span.label, 0});
  }
  plan_.expect(std::move(expected));
}

// A row with only one possible successor is not scored.
void TagDecoder::add_row(Draft& draft, int32_t id, std::span<const int32_t> candidates) {
  if (candidates.size() == 1) candidates = {};
  draft.add_row(id, candidates);
}

TagDecoder::Planned TagDecoder::planned_row(const TagState& state, TagCandidates candidates) {
  const bool one_place = state.live.size() == 1 && state.spelled.empty() && state.verdict.empty();
  return {-1, one_place && !state.inside ? state.live.front() : kNowhere, std::move(candidates)};
}

void TagDecoder::propose(size_t max_rows, Draft& draft) {
  if (finished()) return;
  for (size_t i = 0; i < pending_.size() && draft.n_rows() < max_rows; ++i) {
    const bool last = i + 1 == pending_.size();
    add_row(draft, pending_[i],
            last ? std::span<const int32_t>(candidates_.ids) : std::span<const int32_t>());
  }
  planned_.clear();
  if (draft.n_rows() < pending_.size()) return;  // the prompt is not finished
  const size_t n_left = prompt_.max_entries - prompt_.n_prefix - n_fed_;
  const size_t n_rows = std::min({max_rows, pending_.size() + n_draft_ - 1, n_left});
  TagState state = state_;
  std::vector<int32_t> queue;
  planned_.push_back(planned_row(state, candidates_));
  while (draft.n_rows() < n_rows) {
    const auto id = plan_.next(state, planned_.back().candidates, queue);
    if (!id || !automaton_.consume(state, *id, 0) || state.finished) return;
    planned_.back().id = *id;
    TagCandidates candidates;
    automaton_.find_candidates(state, candidates);
    add_row(draft, *id, candidates.ids);
    planned_.push_back(planned_row(state, std::move(candidates)));
  }
}

TagDecoder::Choice TagDecoder::decide(bool inside, const TagCandidates& candidates,
                                      std::span<const float> logits) const {
  if (candidates.ids.size() == 1) return {candidates.ids[0], candidates.n_copies == 0, false};
  const auto copies = logits.first(candidates.n_copies), tags = logits.subspan(copies.size());
  bool begins = false;
  float score = -std::numeric_limits<float>::infinity();
  if (!tags.empty()) {
    // A closing mark takes no bias, since that would shorten spans. If no token spells the next
    // byte, a tag is the only way to continue.
    const float bias = inside ? 0 : bias_;
    score = copies.empty() ? std::numeric_limits<float>::infinity()
                           : log_sum_exp(tags) + bias - log_sum_exp(copies);
    begins = score > 0;
  }
  const size_t at = argmax(begins ? tags : copies) + (begins ? copies.size() : 0);
  return {candidates.ids[at], begins, !tags.empty(), score};
}

Result<size_t> TagDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const size_t n_pending = std::min(draft.n_rows(), pending_.size());
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(n_pending));
  size_t n_standing = n_pending;
  if (pending_.empty()) {  // otherwise the prompt is not finished
    bool stands = true;
    for (size_t i = 0; i < planned_.size(); ++i) {
      const size_t row = n_pending - 1 + i;
      const size_t begin = draft.candidate_offsets[row], end = draft.candidate_offsets[row + 1];
      const Planned& planned = planned_[i];
      if (planned.candidates.ids.empty()) break;  // past the end, or nothing can follow
      // Rows after a difference correct the plan if they are outside marks.
      if (!stands && planned.at == kNowhere) continue;
      const Choice choice =
          decide(stands && state_.inside, planned.candidates, logits.subspan(begin, end - begin));
      if (stands) {
        REDACT_TRY(accept(choice));
        n_standing = row + 1;
        stands = !finished() && planned.id == choice.id;
        if (!stands) pending_.assign(1, choice.id);
      }
      if (planned.id != choice.id) correct_plan(planned, choice);
      if (finished()) break;
    }
  }
  n_fed_ += n_standing;
  // Twice the rows accepted: long drafts where copies are accepted, short ones where the plan is
  // often wrong.
  n_draft_ =
      std::clamp(2 * (n_standing - n_pending + 1), std::min(kLeastDraft, max_draft_), max_draft_);
  if (!finished() && prompt_.n_prefix + n_fed_ + pending_.size() > prompt_.max_entries) {
    return Error{
        ErrorKind::kExhausted, "model",
        "has written so many tags that the text does not fit " +
            std::to_string(prompt_.max_entries) + " tokens" +
            (prompt_.can_grow ? "; a longer context (-c) holds more"
                              : ", the most that it can have; a lower --bias writes fewer")};
  }
  return n_standing;
}

Result<void> TagDecoder::accept(const Choice& choice) {
  const bool copies = choice.decided && !choice.begins && !state_.inside;
  if (choice.decided) least_margin_ = std::min(least_margin_, std::abs(choice.score));
  if (copies && choice.score > -kDecisionThresholds.near_miss() && state_.live.size() == 1) {
    const size_t at = state_.live.front();
    const auto own = text_.own_token(at);
    const size_t end = std::min(own ? own->end : at + 1, text_.next_fixed(at));
    nearly_.push_back({text_.to_source(at), text_.to_source(end), choice.score});
  }
  if (!automaton_.consume(state_, choice.id, choice.score)) {
    return Error{ErrorKind::kInternal, "decoder", "a token does not continue the output"};
  }
  automaton_.find_candidates(state_, candidates_);
  if (candidates_.ids.empty() && !finished()) {
    return Error{ErrorKind::kBadInput, "tokenizer", "no token spells the next byte"};
  }
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
  if (choice.begins) {
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
    out.push_back({text_.to_source(span.begin), text_.to_source(span.end), span.label, span.score,
                   SpanSource::kModel});
  }
  return out;
}

}  // namespace redact
