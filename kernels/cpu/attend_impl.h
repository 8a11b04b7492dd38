// SPDX-License-Identifier: Apache-2.0
// Attention over pages for a few queries of one key head. Each query's result comes from the same
// operations in the same order, whatever else is computed with it (P4).
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/cpu/scores_impl.h"
#include "kernels/formats/half.h"

namespace redact {

template <typename Set>
struct AttendImpl : ScoresImpl<Set> {
  using V = ScoresImpl<Set>;
  using typename V::Vec;
  using V::fma, V::kLanes, V::load_entry, V::softmax, V::splat, V::store;

  // One query's weights and output.
  struct Mix {
    Visible seen;
    const float* scores;
    float inverse;
    float* out;
  };

  // out_i[c..] = inverse_i * sum over j of scores_i[j] * v_j[c..], kSpan vectors wide. Entries that
  // all queries see are read once for all of them; entries before and after those are summed for
  // each query alone.
  template <int kN, int kSpan, typename T>
  static void mix_pages(const Mix (&mixes)[kN], const HeadPages<T>& pages, Visible common,
                        size_t head_dim, size_t c) {
    const auto value = [&](size_t j) {
      return pages.value(j / kPageEntries) + j % kPageEntries * head_dim + c;
    };
    Vec acc[kN][kSpan] = {};
    const auto alone = [&](int i, size_t begin, size_t end) {
      for (size_t j = begin; j < end; ++j) {
        const T* v = value(j);
        const Vec score = splat(mixes[i].scores[j]);
#pragma GCC unroll 4
        for (int k = 0; k < kSpan; ++k) {
          acc[i][k] = fma(load_entry(v + k * kLanes), score, acc[i][k]);
        }
      }
    };
#pragma GCC unroll 8
    for (int i = 0; i < kN; ++i) {
      alone(i, mixes[i].seen.first, std::min(common.first, mixes[i].seen.end));
    }
    for (size_t j = common.first; j < common.end; ++j) {
      const T* v = value(j);
#pragma GCC unroll 4
      for (int k = 0; k < kSpan; ++k) {
        const Vec vv = load_entry(v + k * kLanes);
#pragma GCC unroll 8
        for (int i = 0; i < kN; ++i) acc[i][k] = fma(vv, splat(mixes[i].scores[j]), acc[i][k]);
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kN; ++i) {
      alone(i, common.end, mixes[i].seen.end);
#pragma GCC unroll 4
      for (int k = 0; k < kSpan; ++k) {
        store(mixes[i].out + c + k * kLanes, acc[i][k] * mixes[i].inverse);
      }
    }
  }

  static float to_float(uint16_t half) { return half_to_float(half); }
  static float to_float(float x) { return x; }

  // The same for one dimension c, in a head that is not a whole number of vectors.
  template <typename T>
  static void mix_dimension(const Mix& mix, const HeadPages<T>& pages, size_t head_dim, size_t c) {
    float total = 0;
    for (size_t j = mix.seen.first; j < mix.seen.end; ++j) {
      const T* v = pages.value(j / kPageEntries);
      total = std::fma(to_float(v[j % kPageEntries * head_dim + c]), mix.scores[j], total);
    }
    mix.out[c] = total * mix.inverse;
  }

  template <int kN, typename T>
  static void attend_n(const AttendQuery* queries, const HeadPages<T>& pages,
                       const AttendParams& params, float* scores, size_t score_stride) {
    Mix mixes[kN];
    Visible all = queries[0].seen, common = all;
    for (int i = 0; i < kN; ++i) {
      const Visible seen = queries[i].seen;
      mixes[i] = {seen, scores + i * score_stride, 0, queries[i].out};
      all = {std::min(all.first, seen.first), std::max(all.end, seen.end)};
      common = {std::max(common.first, seen.first), std::min(common.end, seen.end)};
    }
    common.end = std::max(common.first, common.end);  // windows may have no entry in common
    const size_t first_page = all.first / kPageEntries, end_page = pages_for(all.end);
    V::template score_pages<kN>(queries, pages, first_page, end_page, params, scores, score_stride);
    for (int i = 0; i < kN; ++i) {
      float* of_query = scores + i * score_stride;
      mixes[i].inverse = softmax(of_query, mixes[i].seen, queries[i].sink);
    }
    const size_t head_dim = params.head_dim;
    size_t c = 0;
    for (; c + 2 * kLanes <= head_dim; c += 2 * kLanes) {
      mix_pages<kN, 2>(mixes, pages, common, head_dim, c);
    }
    for (; c + kLanes <= head_dim; c += kLanes) {
      mix_pages<kN, 1>(mixes, pages, common, head_dim, c);
    }
    for (; c < head_dim; ++c) {
      for (int i = 0; i < kN; ++i) mix_dimension(mixes[i], pages, head_dim, c);
    }
  }

  template <typename T>
  static void attend(const AttendQuery* queries, size_t n, const HeadPages<T>& pages,
                     const AttendParams& params, float* scores, size_t score_stride) {
    while (n > 0) {
      const size_t step = n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
      const auto run = step == 8   ? attend_n<8, T>
                       : step == 4 ? attend_n<4, T>
                       : step == 2 ? attend_n<2, T>
                                   : attend_n<1, T>;
      run(queries, pages, params, scores, score_stride);
      queries += step;
      n -= step;
    }
  }
};

}  // namespace redact
