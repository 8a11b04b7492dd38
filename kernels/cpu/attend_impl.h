// SPDX-License-Identifier: Apache-2.0
// Attention over pages for a few queries of one key head. Each query's numbers come out of the same
// operations in the same order whatever else is computed beside it (P4).
#pragma once

#include "kernels/cpu/row_kernels.h"
#include "kernels/cpu/vectors.h"

namespace redact {

template <int kLanes>
struct AttendImpl : Vectors<kLanes> {
  using V = Vectors<kLanes>;
  using typename V::IntVec;
  using typename V::Vec;
  using typename V::Wide;
  using V::exp_nonpositive, V::fma, V::kVectors, V::largest, V::load, V::splat, V::store, V::sum;

  // scores[j] = e^(scores[j] - largest) for j < n; returns one over their sum, which the caller
  // applies to what it mixes with them. Whole pages: `scores` has room up to a multiple of
  // kPageEntries.
  static float softmax(float* scores, size_t n) {
    static_assert(kPageEntries == kWide);
    const size_t end = pages_for(n) * kPageEntries;
    for (size_t j = n; j < end; ++j) scores[j] = -1e30f;  // nothing, after e^x
    Wide most;
    for (int i = 0; i < kVectors; ++i) most[i] = load(scores + i * kLanes);
    for (size_t j = kWide; j < end; j += kWide) {
      for (int i = 0; i < kVectors; ++i) {
        const Vec v = load(scores + j + i * kLanes);
        most[i] = v > most[i] ? v : most[i];
      }
    }
    const Vec shift = splat(largest(most));
    Wide total{};
    for (size_t j = 0; j < end; j += kWide) {
      for (int i = 0; i < kVectors; ++i) {
        const Vec v = exp_nonpositive(load(scores + j + i * kLanes) - shift);
        store(scores + j + i * kLanes, v);
        total[i] += v;
      }
    }
    return 1.0f / sum(total);
  }

  // scores[i][j] = q_i . k_j * scale for the entries j of every page up to the longest query's
  // last. Each score sums over the dimensions in order, whatever else is computed beside it.
  template <int kN>
  static void score_pages(const AttendQuery* queries, const HeadPages& pages, size_t n_pages,
                          size_t head_dim, float scale, float* scores, size_t score_stride) {
    for (size_t p = 0; p < n_pages; ++p) {
      const float* k = pages.k + pages.pages[p] * pages.page_stride;
      for (int part = 0; part < kVectors; ++part) {
        Vec acc[kN] = {};
        for (size_t c = 0; c < head_dim; ++c) {
          const Vec kv = load(k + c * kPageEntries + part * kLanes);
#pragma GCC unroll 8
          for (int i = 0; i < kN; ++i) acc[i] = fma(kv, splat(queries[i].q[c]), acc[i]);
        }
#pragma GCC unroll 8
        for (int i = 0; i < kN; ++i) {
          store(scores + i * score_stride + p * kPageEntries + part * kLanes, acc[i] * scale);
        }
      }
    }
  }

  // out_i[c..] = inverse[i] * sum over j of scores[i][j] * v_j[c..], kSpan vectors wide. All
  // queries see the first n_common entries and go through them together; what a query sees beyond,
  // it sums alone.
  template <int kN, int kSpan>
  static void mix_pages(const AttendQuery* queries, const HeadPages& pages, size_t n_common,
                        size_t head_dim, size_t c, const float* scores, size_t score_stride,
                        const float* inverse) {
    const auto value = [&](size_t j) {
      return pages.v + pages.pages[j / kPageEntries] * pages.page_stride +
             j % kPageEntries * head_dim + c;
    };
    Vec acc[kN][kSpan] = {};
    for (size_t j = 0; j < n_common; ++j) {
      const float* v = value(j);
#pragma GCC unroll 4
      for (int k = 0; k < kSpan; ++k) {
        const Vec vv = load(v + k * kLanes);
#pragma GCC unroll 8
        for (int i = 0; i < kN; ++i) {
          acc[i][k] = fma(vv, splat(scores[i * score_stride + j]), acc[i][k]);
        }
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kN; ++i) {
      for (size_t j = n_common; j < queries[i].n_visible; ++j) {
        const float* v = value(j);
#pragma GCC unroll 4
        for (int k = 0; k < kSpan; ++k) {
          acc[i][k] = fma(load(v + k * kLanes), splat(scores[i * score_stride + j]), acc[i][k]);
        }
      }
#pragma GCC unroll 4
      for (int k = 0; k < kSpan; ++k) {
        store(queries[i].out + c + k * kLanes, acc[i][k] * inverse[i]);
      }
    }
  }

  template <int kN>
  static void attend_n(const AttendQuery* queries, const HeadPages& pages, size_t head_dim,
                       float scale, float* scores, size_t score_stride) {
    size_t least = queries[0].n_visible, most = least;
    for (int i = 1; i < kN; ++i) {
      const size_t n = queries[i].n_visible;
      least = n < least ? n : least;
      most = n > most ? n : most;
    }
    score_pages<kN>(queries, pages, pages_for(most), head_dim, scale, scores, score_stride);
    float inverse[kN];
    for (int i = 0; i < kN; ++i) {
      inverse[i] = softmax(scores + i * score_stride, queries[i].n_visible);
    }
    size_t c = 0;
    for (; c + 2 * kLanes <= head_dim; c += 2 * kLanes) {
      mix_pages<kN, 2>(queries, pages, least, head_dim, c, scores, score_stride, inverse);
    }
    for (; c + kLanes <= head_dim; c += kLanes) {
      mix_pages<kN, 1>(queries, pages, least, head_dim, c, scores, score_stride, inverse);
    }
    for (; c < head_dim; ++c) {  // a head that is no whole number of vectors
      for (int i = 0; i < kN; ++i) {
        float total = 0;
        for (size_t j = 0; j < queries[i].n_visible; ++j) {
          total = std::fma(pages.v[pages.pages[j / kPageEntries] * pages.page_stride +
                                   j % kPageEntries * head_dim + c],
                           scores[i * score_stride + j], total);
        }
        queries[i].out[c] = total * inverse[i];
      }
    }
  }

  static void attend(const AttendQuery* queries, size_t n, const HeadPages& pages, size_t head_dim,
                     float scale, float* scores, size_t score_stride) {
    while (n > 0) {
      const size_t step = n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
      const auto run = step == 8   ? attend_n<8>
                       : step == 4 ? attend_n<4>
                       : step == 2 ? attend_n<2>
                                   : attend_n<1>;
      run(queries, pages, head_dim, scale, scores, score_stride);
      queries += step;
      n -= step;
    }
  }
};

}  // namespace redact
