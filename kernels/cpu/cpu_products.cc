// SPDX-License-Identifier: Apache-2.0
// Products on the CPU: with panels that round by blocks or by rows, and with decoded matrices.
#include <algorithm>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/formats/decode.h"

namespace redact {

namespace {

template <typename Kind>
bool all_in(std::span<const Product> products) {
  return std::ranges::all_of(products,
                             [](const Product& p) { return p.w.prepared_as<Kind>() != nullptr; });
}

// Distributes the panels of all products over the threads as one concatenated range, so that
// threads synchronise once; calls take(product, w, from, to) for a thread's part
// [from, to) of each product's panels.
template <typename Kind, typename Take>
void share_panels(ThreadPool& pool, std::span<const Product> products, const Take& take) {
  size_t n_panels = 0;
  for (const Product& product : products) n_panels += product.w.prepared_as<Kind>()->n_panels();
  pool.parallel_for(n_panels, 1, [&](size_t begin, size_t end) {
    size_t first = 0;  // index of the product's first panel in the whole range
    for (const Product& product : products) {
      const Kind& w = *product.w.prepared_as<Kind>();
      const size_t from = std::max(begin, first), to = std::min(end, first + w.n_panels());
      if (from < to) take(product, w, from - first, to - first);
      first += w.n_panels();
    }
  });
}

// Adds a bias to every row of out.
void add_bias(const Product& product, size_t n_rows) {
  if (product.bias == nullptr) return;
  for (size_t r = 0; r < n_rows; ++r) {
    float* out = product.out + r * product.w.rows;
    for (size_t i = 0; i < product.w.rows; ++i) out[i] += product.bias[i];
  }
}

}  // namespace

Weight CpuOps::prepare(const Weight& w, WeightUse use) {
  if (use == WeightUse::kGathered || !Panels::supports(w.format)) return w;
  Weight prepared = w;
  if (use == WeightUse::kMultipliedByRows && RowPanels::supports(w)) {
    prepared.prepared = std::make_shared<const RowPanels>(w, rows_.quantise_row, pool_);
  } else {
    prepared.prepared = std::make_shared<const Panels>(w, panel_kernels_.signed_codes, pool_);
  }
  return prepared;
}

bool CpuOps::reads(const Weight& w) const {
  if (w.prepared == nullptr || w.prepared_as<RowPanels>() != nullptr) return true;
  const auto* panels = w.prepared_as<Panels>();
  return panels != nullptr && panels->signed_codes() == panel_kernels_.signed_codes;
}

size_t CpuOps::prepared_bytes(const Weight& w, WeightUse use) const {
  if (use == WeightUse::kGathered) return 0;
  if (use == WeightUse::kMultipliedByRows && RowPanels::supports(w)) return RowPanels::bytes_for(w);
  return Panels::supports(w.format) ? Panels::bytes_for(w) : w.n_bytes();
}

template <typename Take>
void CpuOps::each_row(const Norm* norm, const float* x, size_t n_rows, size_t cols,
                      const Take& take) {
  pool_.parallel_for(n_rows, kTileRows, [&](size_t begin, size_t end) {
    thread_local Scratch<float> normed;
    float* const normed_row = norm != nullptr ? normed.room(cols) : nullptr;
    for (size_t r = begin; r < end; ++r) {
      const float* row = x + r * cols;
      if (norm != nullptr) {
        rows_.rms_norm(row, norm->weight, norm->eps, cols, normed_row);
        row = normed_row;
      }
      take(r, row);
    }
  });
}

QuantisedRows CpuOps::quantise(const Norm* norm, const float* x, size_t n_rows, size_t cols) {
  const size_t n_blocks = cols / kBlock;
  const size_t n_scales = (n_rows + kTileRows - 1) / kTileRows * kTileRows * n_blocks;
  int8_t* const codes = codes_.room(n_scales * kBlock);
  float* const scales = scales_.room(n_scales);
  int32_t* const minus_sums = minus_sums_.room(n_scales);
  int32_t* const minus_low_sums = minus_low_sums_.room(n_scales);
  const QuantisedRows rows{n_rows, n_blocks, codes, scales, minus_sums, minus_low_sums};
  each_row(norm, x, n_rows, cols, [&](size_t r, const float* row) {
    const size_t at = rows.at(r, 0);
    rows_.quantise(row, cols, codes + at * kBlock, scales + at, minus_sums + at,
                   minus_low_sums + at);
  });
  return rows;
}

Int8Rows CpuOps::quantise_rows(const Norm* norm, const float* x, size_t n_rows, size_t cols) {
  const size_t n_whole = (n_rows + kMostRowTile - 1) / kMostRowTile * kMostRowTile;
  int8_t* const codes = codes_.room(n_whole * cols);
  float* const scales = scales_.room(n_whole);
  int32_t* const sums = code_sums_.room(n_whole);
  std::fill(sums + n_rows, sums + n_whole, 0);
  each_row(norm, x, n_rows, cols, [&](size_t r, const float* row) {
    rows_.quantise_row(row, cols, codes + r * cols, scales + r, sums + r);
  });
  return {n_rows, cols, codes, scales, sums};
}

void CpuOps::multiply_panels(std::span<const Product> products, const Norm* norm, const float* x,
                             size_t n_rows, bool add) {
  const QuantisedRows rows = quantise(norm, x, n_rows, products[0].w.cols);
  share_panels<Panels>(pool_, products,
                       [&](const Product& product, const Panels& w, size_t begin, size_t end) {
                         panel_kernels_.multiply(w, begin, end, rows, product.out, w.rows(), add);
                       });
}

void CpuOps::multiply_row_panels(std::span<const Product> products, const Norm* norm,
                                 const float* x, size_t n_rows, bool add) {
  const Int8Rows rows = quantise_rows(norm, x, n_rows, products[0].w.cols);
  share_panels<RowPanels>(
      pool_, products, [&](const Product& product, const RowPanels& w, size_t begin, size_t end) {
        rows_.multiply_rows(w, begin, end, rows, product.out, w.rows(), add);
      });
}

void CpuOps::multiply_decoded(const Weight& w, const float* x, size_t n_rows, float* out,
                              bool add) {
  pool_.parallel_for(w.rows, kDecodedRows, [&](size_t begin, size_t end) {
    thread_local Scratch<float> scratch;
    float* const decoded = scratch.room(kDecodedRows * w.cols);
    for (size_t row = begin; row < end; row += kDecodedRows) {
      const size_t n = std::min(kDecodedRows, end - row);
      for (size_t i = 0; i < n; ++i) decode_row(w, row + i, decoded + i * w.cols);
      rows_.dot_rows(decoded, n, x, n_rows, w.cols, out + row, w.rows, add);
    }
  });
}

void CpuOps::multiply(std::span<const Product> products, const Norm* norm, const float* x,
                      size_t n_rows, bool add) {
  if (all_in<Panels>(products)) {
    multiply_panels(products, norm, x, n_rows, add);
  } else if (all_in<RowPanels>(products)) {
    multiply_row_panels(products, norm, x, n_rows, add);
  } else if (norm != nullptr) {
    const size_t d = products[0].w.cols;
    rms_norm(*norm, x, n_rows, d, normed_.room(n_rows * d));
    return multiply(products, nullptr, normed_.data(), n_rows, add);
  } else if (products.size() > 1) {  // several kinds
    for (const Product& product : products) multiply({&product, 1}, nullptr, x, n_rows, add);
    return;
  } else {
    multiply_decoded(products[0].w, x, n_rows, products[0].out, add);
  }
  for (const Product& product : products) add_bias(product, n_rows);
}

void CpuOps::matmul(std::span<const Product> products, const float* x, size_t n_rows) {
  multiply(products, nullptr, x, n_rows, false);
}

void CpuOps::norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                         size_t n_rows) {
  multiply(products, &norm, x, n_rows, false);
}

void CpuOps::matmul_add(const Product& product, const float* x, size_t n_rows) {
  multiply({&product, 1}, nullptr, x, n_rows, true);
}

}  // namespace redact
