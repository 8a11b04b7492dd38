// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/row_panels.h"
#include "kernels/ops.h"

namespace redact {

struct AttendQuery {
  const float* q;  // [head_dim]
  float* out;      // [head_dim]
  Segment::Visible seen;
  float sink = kNoSink;  // Attention::sinks of its head

  static constexpr float kNoSink = -std::numeric_limits<float>::infinity();
};
// The parameters that all queries of a layer share.
struct AttendParams {
  size_t head_dim;
  float scale;  // logit = q . k * scale
};
constexpr size_t kMaxQueries = 8;  // their sums fill half of 32 vector registers

// One key head's part of a sequence's pages, in IEEE halves (uint16_t) or floats: page p's keys
// [head_dim, kPageEntries] begin at k + pages[p] * page_stride, its values [kPageEntries, head_dim]
// at v + pages[p] * page_stride.
template <typename T>
struct HeadPages {
  const T* k;
  const T* v;
  const uint32_t* pages;
  size_t page_stride;

  // The head's part of the page that holds the entries from page * kPageEntries on.
  const T* key(size_t page) const { return k + pages[page] * page_stride; }
  const T* value(size_t page) const { return v + pages[page] * page_stride; }
};

// The same in int8 (int8_pages.h), in bytes.
using Int8HeadPages = HeadPages<uint8_t>;

// The inner loops of the CPU device for one instruction set. All are pure functions of their
// operands and sum in an order that depends only on the row's length, so a row gives the same bits
// alone or in a batch, and on every instruction set (P4).
struct RowKernels {
  // Rounds one activation row of n values, n a multiple of 32, to int8, as a row of a tile of
  // QuantisedRows. A block with a value that is not finite gets a scale that is not finite.
  void (*quantise)(const float* x, size_t n, int8_t* codes, float* scales, int32_t* minus_sums,
                   int32_t* minus_low_sums);

  // Rounds a row of n values, n a multiple of 16, to int8 with one scale: codes[n], and their sum.
  // If a value is not finite, the scale is NaN, and codes and sum are 0.
  QuantiseRow quantise_row;

  // out[r * out_stride + i] (+)= float(sum of products of codes) * (w.scale[i] * x.scale[r]) for
  // the rows i of panels [begin, end) and all rows r of x; `out` points at column 0. Adds to `out`
  // if `add`.
  void (*multiply_rows)(const RowPanels& w, size_t begin, size_t end, const Int8Rows& x, float* out,
                        size_t out_stride, bool add);

  // out[r * out_stride + i] (+)= w[i] . x[r]; w[n_w, cols], x[n_x, cols]. Adds if `add`.
  void (*dot_rows)(const float* w, size_t n_w, const float* x, size_t n_x, size_t cols, float* out,
                   size_t out_stride, bool add);

  // out[i] = x[i] / sqrt(mean(x^2) + eps) * weight[i]; d values.
  void (*rms_norm)(const float* x, const float* weight, float eps, size_t d, float* out);

  // The same for a LayerNorm. The mean is taken first, and the squares are of what differs from it.
  void (*layer_norm)(const float* x, const LayerNorm& norm, size_t d, float* out);

  // Rotates the pairs of one head by the angles of its position, cos_sin[rope.n_dims].
  void (*rotate)(float* head, const Rope& rope, const float* cos_sin);

  // queries[i].out = softmax(logit[j]) v[j] over the entries j that the query sees, for
  // n <= kMaxQueries queries of one key head. Every page is read once for all of them, and pages
  // that none sees are never read. scores[n, score_stride] is scratch; score_stride is at least the
  // largest seen.end, rounded up to a multiple of kPageEntries. If a visible key or value is not
  // finite, neither is the output.
  void (*attend)(const AttendQuery* queries, size_t n, const HeadPages<uint16_t>& pages,
                 const AttendParams& params, float* scores, size_t score_stride);
  void (*attend_floats)(const AttendQuery* queries, size_t n, const HeadPages<float>& pages,
                        const AttendParams& params, float* scores, size_t score_stride);

  // The same over int8 pages, for heads for which int8_pages_support() is true and up to
  // kMostInt8Products entries. A query is rounded to int8; the weights e^(logit - largest), times
  // the scales of their values, are rounded to 255 steps of the largest such product. No sinks.
  void (*attend_int8)(const AttendQuery* queries, size_t n, const Int8HeadPages& pages,
                      const AttendParams& params, float* scores, size_t score_stride);

  // out[i] = x[i] as an IEEE half, to the nearest, ties to even; values out of range become
  // infinite, so that they show. n values.
  void (*to_half)(const float* x, size_t n, uint16_t* out);

  // gate[i] = silu(gate[i]) * up[i], and the same with gelu; n values.
  void (*silu_gate)(float* gate, const float* up, size_t n);
  void (*gelu_gate)(float* gate, const float* up, size_t n);

  // The clamped gate of Ops::add_experts.
  void (*clamped_gate)(float* gate, const float* up, size_t n);

  // x[i] times the normal distribution function of x[i], and a gate of that; n values.
  void (*gelu)(float* x, size_t n);
  void (*erf_gelu_gate)(float* gate, const float* up, size_t n);

  // x[i] = e^x[i] for x[i] <= 0; n values.
  void (*exp_nonpositive)(float* x, size_t n);
};

extern const RowKernels kScalarRows;
extern const RowKernels kAvx2Rows;
extern const RowKernels kAvxVnniRows;
extern const RowKernels kAvx512Rows;
extern const RowKernels kNeonRows;
extern const RowKernels kDotProdRows;
extern const RowKernels kI8mmRows;

// RowKernels::multiply_rows in AMX tiles; the other loops of a processor with AMX are kAvx512Rows.
void multiply_rows_amx(const RowPanels& w, size_t begin, size_t end, const Int8Rows& x, float* out,
                       size_t out_stride, bool add);

}  // namespace redact
