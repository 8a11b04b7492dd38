// SPDX-License-Identifier: Apache-2.0
// Attention's first half: the weights of the entries that a query sees.
#pragma once

#include "kernels/cpu/row_kernels.h"
#include "kernels/cpu/vectors.h"

namespace redact {

using Visible = Segment::Visible;

template <typename Set>
struct ScoresImpl : Vectors<Set> {
  using V = Vectors<Set>;
  using typename V::Vec;
  using typename V::Wide;
  using V::exp_nonpositive, V::fma, V::kLanes, V::kVectors, V::largest, V::load, V::load_halves,
      V::splat, V::store, V::sum;
  static_assert(kPageEntries == kWide);

  // kLanes numbers of an entry.
  static Vec load_entry(const uint16_t* from) { return load_halves(from); }
  static Vec load_entry(const float* from) { return load(from); }

  // The largest of the visible scores; the other scores in their pages are set so low that e^x is
  // 0.
  static float mask_and_find_largest(float* scores, Visible seen) {
    const size_t begin = seen.first / kPageEntries * kPageEntries;
    const size_t end = pages_for(seen.end) * kPageEntries;
    for (size_t j = begin; j < seen.first; ++j) scores[j] = -1e30f;
    for (size_t j = seen.end; j < end; ++j) scores[j] = -1e30f;
    Wide most;
    for (int i = 0; i < kVectors; ++i) most[i] = load(scores + begin + i * kLanes);
    for (size_t j = begin + kWide; j < end; j += kWide) {
      for (int i = 0; i < kVectors; ++i) {
        const Vec v = load(scores + j + i * kLanes);
        most[i] = v > most[i] ? v : most[i];
      }
    }
    return largest(most);
  }

  // scores[j] = e^(scores[j] - largest) for the visible entries, 0 for the others in their pages.
  // Returns the inverse of their sum, by which the caller multiplies the weighted sum of values.
  // The order of sums follows an entry's place in its page, so it does not depend on what other
  // queries see. The sink is added last.
  static float softmax(float* scores, Visible seen, float sink) {
    const size_t begin = seen.first / kPageEntries * kPageEntries;
    const size_t end = pages_for(seen.end) * kPageEntries;
    const Vec shift = splat(std::max(mask_and_find_largest(scores, seen), sink));
    Wide total{};
    for (size_t j = begin; j < end; j += kWide) {
      for (int i = 0; i < kVectors; ++i) {
        const Vec x = load(scores + j + i * kLanes) - shift;
        // x - x is 0, or NaN if x is not finite: a key that overflowed must show, rather than get a
        // weight of 0.
        const Vec v = exp_nonpositive(x) + (x - x);
        store(scores + j + i * kLanes, v);
        total[i] += v;
      }
    }
    if (sink == AttendQuery::kNoSink) return 1.0f / sum(total);
    const Vec x = splat(sink) - shift;
    return 1.0f / (sum(total) + (exp_nonpositive(x) + (x - x))[0]);
  }

  // scores[i][j] = q_i . k_j * scale for the entries j of pages [first_page, end_page). Each score
  // is summed over the dimensions in order, whatever else is computed with it.
  template <int kN, typename T>
  static void score_pages(const AttendQuery* queries, const HeadPages<T>& pages, size_t first_page,
                          size_t end_page, const AttendParams& params, float* scores,
                          size_t score_stride) {
    for (size_t p = first_page; p < end_page; ++p) {
      const T* k = pages.key(p);
      for (int part = 0; part < kVectors; ++part) {
        Vec acc[kN] = {};
        for (size_t c = 0; c < params.head_dim; ++c) {
          const Vec kv = load_entry(k + c * kPageEntries + part * kLanes);
#pragma GCC unroll 8
          for (int i = 0; i < kN; ++i) acc[i] = fma(kv, splat(queries[i].q[c]), acc[i]);
        }
#pragma GCC unroll 8
        for (int i = 0; i < kN; ++i) {
          store(scores + i * score_stride + p * kPageEntries + part * kLanes,
                acc[i] * params.scale);
        }
      }
    }
  }
};

}  // namespace redact
