// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/markup_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redact {

namespace {

float log_sum_exp(std::span<const float> values) {
  const float most = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const float value : values) sum += std::exp(static_cast<double>(value) - most);
  return most + static_cast<float>(std::log(sum));
}

}  // namespace

MarkupDecoder::MarkupDecoder(const MarkupFormat& format, std::span<const int32_t> source,
                             float bias, size_t max_draft)
    : format_(format),
      source_(source),
      bias_(bias),
      max_draft_(std::max<size_t>(max_draft, 1)),
      outside_{format.copy},
      inside_{format.copy, format.close},
      feed_{format.separator, format.copy_offset},
      least_margin_(std::numeric_limits<float>::infinity()) {
  outside_.insert(outside_.end(), format.open.begin(), format.open.end());
}

std::span<const int32_t> MarkupDecoder::candidates(const State& state) const {
  switch (state.mode) {
    case Mode::kOutside: return outside_;
    case Mode::kInside: return inside_;
    case Mode::kOpened: return {};  // spans are not empty: the copy is forced
  }
  return {};
}

MarkupDecoder::Feed MarkupDecoder::copy_feed(size_t token) const {
  return {source_[token], static_cast<int32_t>(token) + 1 + format_.copy_offset};
}

// BOS s_1..s_n, in chunks where they exceed a pass; nothing is decided on these rows.
void MarkupDecoder::propose_prompt(size_t max_rows, Draft& draft) {
  const size_t n_prompt = source_.size() + 1;
  while (prompt_fed_ + draft.n_rows() < n_prompt && draft.n_rows() < max_rows) {
    const size_t i = prompt_fed_ + draft.n_rows();
    draft.add_row(i == 0 ? format_.bos : source_[i - 1], static_cast<int32_t>(i));
  }
}

// Row r of a draft feeds one token; its candidates decide what follows. The draft goes on as if
// that were a copy.
void MarkupDecoder::propose(size_t max_rows, Draft& draft) {
  if (finished()) return;
  propose_prompt(max_rows, draft);
  const size_t n_rows = std::min(max_rows, draft.n_rows() + max_draft_);
  State state = state_;
  Feed feed = feed_;
  while (draft.n_rows() < n_rows && prompt_fed_ + draft.n_rows() >= source_.size() + 1) {
    draft.add_row(feed.id, feed.position, candidates(state));
    feed = copy_feed(state.copied);
    if (state.mode == Mode::kOpened) state.mode = Mode::kInside;
    if (++state.copied == source_.size()) break;  // the end of the source closes an open span
  }
}

Result<size_t> MarkupDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const size_t n_prompt = source_.size() + 1;
  size_t row = std::min(draft.n_rows(), n_prompt - prompt_fed_);
  prompt_fed_ += row;
  while (row < draft.n_rows()) {
    const size_t begin = draft.candidate_offsets[row], end = draft.candidate_offsets[row + 1];
    const bool copied = decide(logits.subspan(begin, end - begin));
    ++row;
    if (!copied || finished()) break;
  }
  return row;
}

bool MarkupDecoder::decide(std::span<const float> logits) {
  if (state_.mode != Mode::kOpened) {
    const float tags = log_sum_exp(logits.subspan(1));
    const float score = tags - logits[0] + (state_.mode == Mode::kOutside ? bias_ : 0.0f);
    least_margin_ = std::min(least_margin_, std::abs(score));
    if (score > 0) {
      if (state_.mode == Mode::kOutside) {
        open(logits.subspan(1), score);
      } else {
        close();
      }
      return false;
    }
  }
  feed_ = copy_feed(state_.copied++);
  if (state_.mode != Mode::kOutside) {
    state_.mode = Mode::kInside;
    spans_.back().end = state_.copied;
  }
  return true;
}

void MarkupDecoder::open(std::span<const float> logits, float score) {
  const auto best = std::max_element(logits.begin(), logits.end());  // ties go to the lowest label
  const auto k = static_cast<size_t>(best - logits.begin());
  spans_.push_back({state_.copied, state_.copied, format_.labels[k], score});
  state_.mode = Mode::kOpened;
  feed_ = {format_.open[k], feed_.position};
}

void MarkupDecoder::close() {
  state_.mode = Mode::kOutside;
  feed_ = {format_.close, feed_.position};
}

}  // namespace redact
