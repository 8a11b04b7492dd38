// SPDX-License-Identifier: Apache-2.0
// The weights of entries in attention over int8 pages: softmax as for halves, then rounding to
// codes.
#pragma once

#include <algorithm>

#include "kernels/cpu/int8_pages.h"
#include "kernels/cpu/quantise_impl.h"
#include "kernels/cpu/scores_impl.h"

namespace redact {

// The state of a query during attention.
struct Int8Query {
  Visible seen;
  const int8_t* q;  // [head_dim]
  float scale;      // of logits: the scale of q times the attention's
  int32_t offset;   // to subtract from sums of products with keys
  float* scores;    // logits, then weights, finally overwritten by codes of weights
  float* out;
  float mixed_scale = 0;  // factor of sums of products of codes

  const uint8_t* codes() const { return reinterpret_cast<const uint8_t*>(scores); }
};

template <typename Set>
struct WeighInt8Impl : ScoresImpl<Set> {
  using V = ScoresImpl<Set>;
  using typename V::Vec;
  using typename V::Wide;
  using V::exp_nonpositive, V::kLanes, V::kVectors, V::load, V::store;
  using Quantise = QuantiseImpl<Set>;

  static Vec load_floats(const uint8_t* p) {
    Vec v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }

  // Replaces the logits of one page of entries with their weights times the scales of their values;
  // adds the weights to `total`. kEdge: entries that the query does not see get 0, whatever their
  // scales.
  template <bool kEdge>
  static void weigh_page(const Int8Query& query, const uint8_t* value_scales, size_t entry,
                         Vec most, Wide& total) {
    for (int i = 0; i < kVectors; ++i) {
      const size_t j = entry + static_cast<size_t>(i * kLanes);
      const Vec x = load(query.scores + j) - most;
      // As in softmax: values that are not finite must show.
      const Vec weight = exp_nonpositive(x) + (x - x);
      total[i] += weight;
      store(query.scores + j, weight * load_floats(value_scales + i * kLanes * 4));
    }
    if (!kEdge) return;
    for (size_t j = entry; j < entry + kPageEntries; ++j) {
      if (j < query.seen.first || j >= query.seen.end) query.scores[j] = 0;
    }
  }

  // Rounds the weights of the entries that a query sees, e^(logit - largest), times the scales of
  // their values, to 255 steps of the largest such product. The codes, one byte per entry,
  // overwrite the logits, with 0 for the other entries of pages [first_page, end_page). Returns the
  // factor by which sums of these codes times codes of values must be multiplied.
  static float weigh(const Int8Query& query, const Int8HeadPages& pages, size_t first_page,
                     size_t end_page, size_t head_dim) {
    const size_t first = query.seen.first / kPageEntries, end = pages_for(query.seen.end);
    const Vec most = V::splat(V::mask_and_find_largest(query.scores, query.seen));
    Wide total{};
    for (size_t p = first; p < end; ++p) {
      const uint8_t* scales = pages.value(p) + int8_scales_at(head_dim);
      const bool edge = p == first || p + 1 == end;
      (edge ? weigh_page<true> : weigh_page<false>)(query, scales, p * kPageEntries, most, total);
    }
    float* const weights = query.scores + first_page * kPageEntries;
    std::fill(weights, query.scores + first * kPageEntries, 0.0f);
    std::fill(query.scores + end * kPageEntries, query.scores + end_page * kPageEntries, 0.0f);
    // Safe in place: byte j is written only after the floats up to j have been read.
    int32_t sum;
    const float step = Quantise::round_row(
        weights, (end_page - first_page) * kPageEntries, 255.0f,
        reinterpret_cast<uint8_t*>(query.scores) + first_page * kPageEntries, &sum);
    return step / V::sum(total);
  }
};

}  // namespace redact
