// SPDX-License-Identifier: Apache-2.0
// Attention over int8 pages (int8_pages.h). Sums over dimensions and over entries are integers, so
// a query's result does not depend on what else is computed with it (P4).
#pragma once

#include <algorithm>

#include "kernels/cpu/quads.h"
#include "kernels/cpu/weigh_int8_impl.h"

namespace redact {

template <typename Set>
struct AttendInt8Impl : WeighInt8Impl<Set> {
  using V = WeighInt8Impl<Set>;
  using typename V::IntVec;
  using typename V::Vec;
  using V::dot4, V::kLanes, V::load_floats, V::store, V::weigh;
  using Q = Quads<Set>;
  static_assert(Q::kKeptOffset == 0 || Q::kKeptOffset == kKeyOffset);

  // As many queries as fill the registers with sums. A call with fewer repeats its last query;
  // results of the repeats are not stored.
  static constexpr int kQueries = kMaxQueries;

  // scores[j] = logit of entry j for the pages [first_page, end_page), kSpan vectors at a time.
  template <int kSpan>
  static void score_vectors(const Int8Query (&queries)[kQueries], size_t n,
                            const uint8_t* const* parts, size_t head_dim, size_t lane,
                            size_t entry) {
    IntVec sums[kQueries][kSpan] = {};
    for (size_t c = 0; c < head_dim; c += 4) {
      IntVec k[kSpan];
#pragma GCC unroll 2
      for (int s = 0; s < kSpan; ++s) {
        k[s] = Q::offset_codes(Q::load_quads(parts[s] + c * kPageEntries + lane * 4));
      }
#pragma GCC unroll 8
      for (int i = 0; i < kQueries; ++i) {
        const IntVec quad = Q::splat_quad(queries[i].q + c);
#pragma GCC unroll 2
        for (int s = 0; s < kSpan; ++s) sums[i][s] = Q::dot4_offset(sums[i][s], k[s], quad);
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kQueries; ++i) {
      if (static_cast<size_t>(i) == n) return;
#pragma GCC unroll 2
      for (int s = 0; s < kSpan; ++s) {
        const Vec scales = load_floats(parts[s] + int8_scales_at(head_dim) + lane * 4);
        const Vec sum = __builtin_convertvector(sums[i][s] - queries[i].offset, Vec);
        store(queries[i].scores + entry + s * kPageEntries + lane,
              sum * (scales * queries[i].scale));
      }
    }
  }
  static void score_pages(const Int8Query (&queries)[kQueries], size_t n,
                          const Int8HeadPages& pages, size_t first_page, size_t end_page,
                          size_t head_dim) {
    size_t p = first_page;
    for (; p + 2 <= end_page; p += 2) {
      const uint8_t* const parts[] = {pages.key(p), pages.key(p + 1)};
      for (size_t lane = 0; lane < kPageEntries; lane += kLanes) {
        score_vectors<2>(queries, n, parts, head_dim, lane, p * kPageEntries);
      }
    }
    for (; p < end_page; ++p) {
      const uint8_t* const part = pages.key(p);
      for (size_t lane = 0; lane < kPageEntries; lane += kLanes) {
        score_vectors<1>(queries, n, &part, head_dim, lane, p * kPageEntries);
      }
    }
  }

  // Computes out[c..] of all queries, kSpan vectors wide.
  template <int kSpan>
  static void mix(const Int8Query (&queries)[kQueries], size_t n, const Int8HeadPages& pages,
                  size_t first_page, size_t end_page, size_t head_dim, size_t c) {
    IntVec sums[kQueries][kSpan] = {};
    for (size_t p = first_page; p < end_page; ++p) {
      const uint8_t* part = pages.value(p) + c * 4;
      for (size_t j = 0; j < kPageEntries; j += 4, part += head_dim * 4) {
        IntVec v[kSpan];
#pragma GCC unroll 2
        for (int s = 0; s < kSpan; ++s) v[s] = Q::load_quads(part + s * kLanes * 4);
#pragma GCC unroll 8
        for (int i = 0; i < kQueries; ++i) {
          const IntVec quad = Q::splat_quad(queries[i].codes() + p * kPageEntries + j);
#pragma GCC unroll 2
          for (int s = 0; s < kSpan; ++s) sums[i][s] = dot4(sums[i][s], quad, v[s]);
        }
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kQueries; ++i) {
      if (static_cast<size_t>(i) == n) return;
#pragma GCC unroll 2
      for (int s = 0; s < kSpan; ++s) {
        store(queries[i].out + c + s * kLanes,
              __builtin_convertvector(sums[i][s], Vec) * queries[i].mixed_scale);
      }
    }
  }

  // RowKernels::attend_int8.
  static void attend_int8(const AttendQuery* of, size_t n, const Int8HeadPages& pages,
                          const AttendParams& params, float* scores, size_t score_stride) {
    const size_t head_dim = params.head_dim;
    alignas(64) int8_t codes[kQueries * kMostInt8HeadDim];
    Int8Query queries[kQueries];
    Visible all = of[0].seen;
    for (size_t i = 0; i < n; ++i) {
      int8_t* const q = codes + i * head_dim;
      float scale;
      int32_t sum;
      QuantiseImpl<Set>::quantise_row(of[i].q, head_dim, q, &scale, &sum);
      const Visible seen = of[i].seen;
      queries[i] = {
          seen,     q, scale * params.scale, Q::kKeptOffset * sum, scores + i * score_stride,
          of[i].out};
      all = {std::min(all.first, seen.first), std::max(all.end, seen.end)};
    }
    for (size_t i = n; i < kQueries; ++i) queries[i] = queries[n - 1];
    const size_t first_page = all.first / kPageEntries, end_page = pages_for(all.end);
    score_pages(queries, n, pages, first_page, end_page, head_dim);
    for (size_t i = 0; i < n; ++i) {
      queries[i].mixed_scale = weigh(queries[i], pages, first_page, end_page, head_dim);
    }
    size_t c = 0;
    for (; c + 2 * kLanes <= head_dim; c += 2 * kLanes) {
      mix<2>(queries, n, pages, first_page, end_page, head_dim, c);
    }
    for (; c < head_dim; c += kLanes) {
      mix<1>(queries, n, pages, first_page, end_page, head_dim, c);
    }
  }
};

}  // namespace redact
