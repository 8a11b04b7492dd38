// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/label_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "redactor/labelling/best_labels.h"
#include "redactor/span/thresholds.h"

namespace redact {

LabelDecoder::LabelDecoder(const LabelFormat& format, std::vector<std::span<const int32_t>> source,
                           size_t first, size_t end, std::span<const float> bias)
    : format_(format),
      source_(std::move(source)),
      first_(first),
      end_(end),
      bias_(bias),
      least_margin_(std::numeric_limits<float>::infinity()) {}

void LabelDecoder::propose(size_t, Draft& draft) {
  if (finished_) return;
  draft.bidirectional = true;
  const size_t n = source_.size(), begin = format_.first_row(), lag = format_.lag;
  for (size_t row = 0; row < format_.n_rows(n); ++row) {
    const bool is_source = row >= begin && row < begin + n;
    const int32_t other = row >= begin + n + lag ? format_.eos : format_.bos;
    const std::span<const int32_t> ids =
        is_source ? source_[row - begin] : std::span<const int32_t>(&other, 1);
    if (row == begin + first_ + lag) {
      draft.add_row(ids[0], format_.outputs);
    } else if (row > begin + first_ + lag && row < begin + end_ + lag) {
      draft.add_alike(ids[0]);
    } else {
      draft.add_row(ids[0]);
    }
    draft.add_to_row(ids.subspan(1));
    if (is_source && !hints_.empty() && hints_[row - begin] >= 0) {
      draft.add_to_row({&hints_[row - begin], 1});
    }
  }
}

Result<size_t> LabelDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const auto memory = std::make_shared<float[]>(logits.size());
  std::ranges::copy(logits, memory.get());
  return receive(draft, {{memory.get(), logits.size()}, memory});
}

Result<size_t> LabelDecoder::receive(const Draft& draft, const Logits& logits) {
  logits_ = logits;
  finished_ = true;
  return draft.n_rows();
}

Result<void> LabelDecoder::decide() {
  REDACT_TRY(check_finite(logits_.values));
  std::vector<size_t> walls;  // counted from first_
  for (const size_t wall : walls_) {
    if (wall >= first_ && wall < end_) walls.push_back(wall - first_);
  }
  const std::vector<TokenLabel> tokens =
      best_labels(logits_.values, bias_, walls, format_.transitions);
  // Whether a span continues the one before it, which is of another kind with the same label, as a
  // surname that follows a given name.
  const auto continues = [&](size_t token) {
    if (token == 0 || tokens[token - 1].label == TokenLabel::kOutside) return false;
    const uint32_t kind = tokens[token].label, before = tokens[token - 1].label;
    return kind != before && format_.labels[kind] == format_.labels[before] &&
           !std::ranges::binary_search(walls, token);
  };
  for (size_t i = first_; i < end_; ++i) {
    const TokenLabel& token = tokens[i - first_];
    least_margin_ = std::min(least_margin_, std::abs(token.score));
    if (token.label == TokenLabel::kOutside) {
      const bool near = token.score > -kSequenceThresholds.near_miss();
      if (near) near_misses_.push_back({i, i + 1, format_.labels[token.nearest], token.score});
    } else if (token.opens && !continues(i - first_)) {
      spans_.push_back({i, i + 1, format_.labels[token.label], token.score});
    } else {
      spans_.back().end = i + 1;
      spans_.back().score = std::min(spans_.back().score, token.score);
    }
  }
  for (TokenSpan& span : spans_) {
    if (is_name(span.label)) {
      span.patient_odds = patient_odds(span.begin - first_, span.end - first_);
    }
  }
  logits_ = {};
  return {};
}

float LabelDecoder::patient_odds(size_t begin, size_t end) const {
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  const size_t n_labels = format_.labels.size(), n_outputs = format_.outputs.size();
  float patient = kNone, other = kNone;
  for (size_t l = 0; l < n_labels; ++l) {
    if (!is_name(format_.labels[l])) continue;
    float score = bias_[l];
    for (size_t t = begin; t < end; ++t) {
      const size_t begins = t == begin, ends = t + 1 == end;
      const size_t place = begins && ends ? 3 : begins ? 0 : ends ? 2 : 1;  // LabelFormat::outputs
      score += logits_.values[t * n_outputs + 1 + place * n_labels + l];
    }
    float& best = format_.labels[l] == Label::kPatient ? patient : other;
    best = std::max(best, score);
  }
  return patient == kNone || other == kNone ? 0 : patient - other;
}

}  // namespace redact
