// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/markup_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "redactor/copy/scores.h"
#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"

namespace redact {

MarkupDecoder::MarkupDecoder(const MarkupFormat& format, std::span<const int32_t> source,
                             size_t n_context, float bias, size_t max_draft)
    : format_(format),
      source_(source),
      bias_(bias),
      max_draft_(std::max<size_t>(max_draft, 1)),
      outside_{format.copy},
      inside_{format.copy, format.close},
      plan_(source.size(), kOutsideTag),
      state_{n_context},
      feed_{format.separator, static_cast<int32_t>(n_context) + format.copy_offset},
      least_margin_(std::numeric_limits<float>::infinity()) {
  outside_.insert(outside_.end(), format.open.begin(), format.open.end());
  if (!format.draft_begin.empty() && max_draft_ > 1) {
    draft_head_ = {format.draft_outside, format.draft_inside};
    draft_head_.insert(draft_head_.end(), format.draft_begin.begin(), format.draft_begin.end());
  }
}

// kFree for a label that the model does not know.
size_t MarkupDecoder::begin_tag(Label label) const {
  const auto at = std::find(format_.labels.begin(), format_.labels.end(), label);
  if (at == format_.labels.end()) return kFree;
  return kBeginTag + static_cast<size_t>(at - format_.labels.begin());
}

void MarkupDecoder::guess(std::span<const TokenSpan> spans) {
  draft_head_.clear();
  for (const TokenSpan& span : spans) {
    const size_t begin = begin_tag(span.label);
    if (begin == kFree) continue;
    plan_[span.begin] = begin;
    for (size_t i = span.begin + 1; i < span.end; ++i) plan_[i] = kInsideTag;
  }
}

void MarkupDecoder::force(std::span<const TokenSpan> tags, std::span<const TokenSpan> copies) {
  forced_.assign(source_.size(), kFree);
  forced_spans_.assign(tags.begin(), tags.end());
  for (const TokenSpan& span : tags) {
    // The model has no word for a label it does not know, so its context shows the first label it
    // has; the span keeps its own.
    const size_t begin = begin_tag(span.label);
    forced_[span.begin] = begin == kFree ? kBeginTag : begin;
    for (size_t i = span.begin + 1; i < span.end; ++i) forced_[i] = kInsideTag;
  }
  for (const TokenSpan& span : copies) {
    for (size_t i = span.begin; i < span.end; ++i) forced_[i] = kOutsideTag;
  }
}

std::optional<MarkupDecoder::Action> MarkupDecoder::forced(const State& state) const {
  if (state.mode == Mode::kOpened) return Action{Kind::kCopy};  // spans are not empty
  if (forced_.empty()) return std::nullopt;
  const size_t tag = forced_[state.copied];
  if (state.mode == Mode::kOutside) {
    if (tag == kFree) return std::nullopt;
    return tag >= kBeginTag ? Action{Kind::kOpen, tag - kBeginTag} : Action{Kind::kCopy};
  }
  if (tag == kInsideTag) return Action{Kind::kCopy};
  // A forced span ends here, or something forced begins where the model's own span stands.
  const size_t before = forced_[state.copied - 1];
  const bool in_forced_span = before != kFree && before != kOutsideTag;
  if (in_forced_span || tag != kFree) return Action{Kind::kClose};
  return std::nullopt;
}

size_t MarkupDecoder::min_rows() const { return reads_whole_source() ? n_prompt() : 1; }

// Rows of BOS s_1..s_n, in chunks where causal ones exceed a pass. Row i names the tag of token
// i - lag.
void MarkupDecoder::propose_prompt(size_t max_rows, Draft& draft) {
  draft.bidirectional = reads_whole_source();
  for (size_t i = prompt_fed_; i < n_prompt() && draft.n_rows() < max_rows; ++i) {
    const bool drafts = i > format_.draft_lag && !draft_head_.empty();
    draft.add_row(i == 0 ? format_.bos : source_[i - 1], static_cast<int32_t>(i),
                  drafts ? std::span<const int32_t>(draft_head_) : std::span<const int32_t>());
  }
}

void MarkupDecoder::judge_prompt(const Draft& draft, std::span<const float> logits, size_t n_rows) {
  for (size_t row = 0; row < n_rows; ++row) {
    const size_t begin = draft.candidate_offsets[row], end = draft.candidate_offsets[row + 1];
    if (begin == end) continue;
    plan_[prompt_fed_ + row - format_.draft_lag - 1] = argmax(logits.subspan(begin, end - begin));
  }
  prompt_fed_ += n_rows;
}

std::span<const int32_t> MarkupDecoder::candidates(const State& state) const {
  if (forced(state)) return {};
  return state.mode == Mode::kOutside ? outside_ : inside_;
}

MarkupDecoder::Action MarkupDecoder::planned(const State& state) const {
  if (const auto known = forced(state)) return *known;
  const size_t tag = plan_[state.copied];
  if (state.mode == Mode::kOutside && tag >= kBeginTag) return {Kind::kOpen, tag - kBeginTag};
  if (state.mode == Mode::kInside && tag != kInsideTag) return {Kind::kClose};
  return {Kind::kCopy};
}

MarkupDecoder::Action MarkupDecoder::decide(const State& state,
                                            std::span<const float> logits) const {
  if (const auto known = forced(state)) return *known;
  const bool outside = state.mode == Mode::kOutside;
  const float score = log_sum_exp(logits.subspan(1)) - logits[0] + (outside ? bias_ : 0.0f);
  if (score <= 0) return {Kind::kCopy, 0, score};
  if (!outside) return {Kind::kClose, 0, score};
  return {Kind::kOpen, argmax(logits.subspan(1)), score};
}

void MarkupDecoder::advance(State& state, Feed& feed, const Action& action) const {
  switch (action.kind) {
    case Kind::kCopy:
      feed = {source_[state.copied], static_cast<int32_t>(state.copied) + 1 + format_.copy_offset};
      ++state.copied;
      if (state.mode == Mode::kOpened) state.mode = Mode::kInside;
      break;
    case Kind::kOpen:  // a tag stands at the position of the token before it
      feed.id = format_.open[action.label];
      state.mode = Mode::kOpened;
      break;
    case Kind::kClose:
      feed.id = format_.close;
      state.mode = Mode::kOutside;
      break;
  }
}

void MarkupDecoder::propose(size_t max_rows, Draft& draft) {
  if (finished()) return;
  propose_prompt(max_rows, draft);
  // The draft head's answers come first where there is one, and the copy is causal.
  const bool alone = !draft_head_.empty() || draft.bidirectional;
  if (draft.n_rows() > 0 && (draft.n_rows() == max_rows || alone)) return;
  const size_t n_rows = std::min(max_rows, draft.n_rows() + max_draft_);
  State state = state_;
  Feed feed = feed_;
  drafted_.clear();
  while (draft.n_rows() < n_rows && state.copied < source_.size()) {
    draft.add_row(feed.id, feed.position, candidates(state));
    drafted_.push_back(planned(state));
    advance(state, feed, drafted_.back());
  }
}

Result<size_t> MarkupDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const size_t n_prompt_rows = std::min(draft.n_rows(), n_prompt() - prompt_fed_);
  judge_prompt(draft, logits, n_prompt_rows);
  size_t n_accepted = n_prompt_rows;
  bool stands = true;    // the plan has been followed so far
  State state = state_;  // the state that the row was drafted in
  Feed unused = feed_;
  for (size_t row = n_prompt_rows; row < draft.n_rows(); ++row) {
    const size_t begin = draft.candidate_offsets[row], end = draft.candidate_offsets[row + 1];
    const Action& plan = drafted_[row - n_prompt_rows];
    const Action action = decide(state, logits.subspan(begin, end - begin));
    const State drafted = state;
    advance(state, unused, plan);
    if (stands) {
      accept(action);
      n_accepted = row + 1;
      stands = action.same_as(plan);
    }
    if (!action.same_as(plan)) correct_plan(drafted, action);
  }
  return n_accepted;
}

// The span that `action` opens, empty as yet; a forced one keeps its label, known to the model or
// not.
TokenSpan MarkupDecoder::opened_span(const Action& action) const {
  const size_t at = state_.copied;
  for (const TokenSpan& span : forced_spans_) {
    if (span.begin == at) return {at, at, span.label, 0, true};
  }
  return {at, at, format_.labels[action.label], action.score};
}

void MarkupDecoder::accept(const Action& action) {
  if (!forced(state_)) {
    least_margin_ = std::min(least_margin_, std::abs(action.score));
    const bool copies = state_.mode == Mode::kOutside && action.kind == Kind::kCopy;
    if (copies && action.score > -kDecisionThresholds.near_miss())
      near_misses_.push_back({state_.copied, action.score});
  }
  if (action.kind == Kind::kOpen) spans_.push_back(opened_span(action));
  advance(state_, feed_, action);
  if (state_.mode == Mode::kInside) spans_.back().end = state_.copied;
}

// Rewrites the plan's tag at the token before which `action` was decided.
void MarkupDecoder::correct_plan(const State& state, const Action& action) {
  const size_t at = state.copied;
  switch (action.kind) {
    case Kind::kOpen: plan_[at] = kBeginTag + action.label; break;
    case Kind::kClose: plan_[at] = kOutsideTag; break;
    case Kind::kCopy:
      if (state.mode == Mode::kOutside) {
        plan_[at] = kOutsideTag;
      } else {
        // Longer than planned by a length unknown: as much again as the span has, so that a long
        // span costs passes by the logarithm of its length.
        size_t length = 1;
        while (at >= length && plan_[at - length] == kInsideTag) ++length;
        for (size_t i = at; i < std::min(at + length, plan_.size()); ++i) plan_[i] = kInsideTag;
      }
      break;
  }
}

}  // namespace redact
