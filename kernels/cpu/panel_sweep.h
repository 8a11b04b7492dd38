// SPDX-License-Identifier: Apache-2.0
// The order in which the vector levels go through panels and rows: a sweep of blocks stays in the
// L1 cache while many rows are multiplied with it. Internal linkage: each file compiles it for its
// own instruction set.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/cpu/panel_kernels.h"
#include "kernels/formats/quantised.h"

namespace redact {

namespace {

// Blocks of a panel in a sweep: 32 blocks are at most 16 KiB of codes, half of an L1 cache of 32
// KiB.
constexpr size_t kSweepBlocks = 32;

// Rows multiplied with a panel's sweep at a time; their partial sums are 32 KiB.
constexpr size_t kPassRows = 512;

// A sweep unpacked once for many rows: one byte per code, quads in order, and scales as floats.
struct alignas(64) SpreadSweep {
  uint8_t codes[kSweepBlocks][kSpreadBytes];
  float scales[kSweepBlocks][2][kPanelRows];
  float mins[kSweepBlocks][2][kPanelRows];
};

// A run of rows to multiply with a sweep: blocks [b, b + n_blocks) of x, rows from `row` on.
struct RowRun {
  const QuantisedRows& x;
  size_t row, b, n_blocks;
  bool first;  // the sweep's blocks are not in the cache yet
};

// Prefetches the codes of the block kBlocksAhead after block i of a sweep, also across the end of
// the sweep or panel; after the last panel it prefetches invalid addresses, which is allowed. The
// hardware's prefetchers stop at pages of 4 KiB. 16 blocks are 4 to 8 KiB, at most a quarter of an
// L1 cache; with 8, one row of Q6_K took a fifth longer on one core of a Zen 5, and with 32 no
// format was faster by more than a tenth.
constexpr size_t kBlocksAhead = 16;
template <PanelLayout kLayout>
void prefetch_block(const PanelView& view, size_t i) {
  const uint8_t* codes = view.codes + (i + kBlocksAhead) * kLayout.code_bytes();
  for (size_t at = 0; at < kLayout.code_bytes(); at += 64) __builtin_prefetch(codes + at);
}

// Where a run's sums go: they continue from `partial` [rows][16] after the first sweep, and go to
// `out` in the last. `out` points at the panel's column 0 in the run's first row.
struct Sums {
  float* partial;
  float* out;
  size_t out_stride, n_columns;
  bool first, last, add;
};

template <typename Level, typename Source, size_t... kR>
constexpr auto runs_of(std::index_sequence<kR...>) {
  return std::array{Level::template run<kR + 1, Source>...};
}
template <typename Level, typename Source>
constexpr auto kRunsOf = runs_of<Level, Source>(std::make_index_sequence<Level::kRows>());

// `Level` has kRows, the rows of a run; run<R, Source>(source, rows, sums); the two sources of a
// layout, Packed and Spread; and spread<layout>(view, n_blocks, sweep), which pays off from
// kSpreadRows rows on.
template <typename Level, PanelLayout kLayout>
void multiply_sweeps(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
                     size_t out_stride, bool add) {
  using Packed = typename Level::template Packed<kLayout>;
  using Spread = typename Level::template Spread<kLayout>;
  alignas(64) float partial[kPassRows * kPanelRows];
  SpreadSweep sweep;  // uninitialised: spread() writes everything that is read
  const bool spreads = kLayout.code_bits() < 8 && x.n_rows >= Level::kSpreadRows;
  for (size_t first = 0; first < x.n_rows; first += kPassRows) {
    const size_t last = std::min(first + kPassRows, x.n_rows);
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t b = 0; b < w.n_blocks(); b += kSweepBlocks) {
        const size_t n = std::min(kSweepBlocks, w.n_blocks() - b);
        const PanelView view = w.view(panel, b);
        if (spreads) Level::template spread<kLayout>(view, n, sweep);
        for (size_t row = first; row < last; row += Level::kRows) {
          const RowRun rows{x, row, b, n, row == first};
          const Sums sums{partial + (row - first) * kPanelRows,
                          out + row * out_stride + panel * kPanelRows,
                          out_stride,
                          std::min(kPanelRows, w.rows() - panel * kPanelRows),
                          b == 0,
                          b + n == w.n_blocks(),
                          add};
          const size_t which = std::min(Level::kRows, last - row) - 1;
          if (spreads) {
            kRunsOf<Level, Spread>[which](Spread{sweep}, rows, sums);
          } else {
            kRunsOf<Level, Packed>[which](Packed{view}, rows, sums);
          }
        }
      }
    }
  }
}

template <typename Level>
constexpr auto kSweepsOf = per_layout([]<PanelLayout kLayout>() {
  return multiply_sweeps<Level, kLayout>;
});

// PanelKernels::multiply of a level.
template <typename Level>
void multiply_panels(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
                     size_t out_stride, bool add) {
  kSweepsOf<Level>[w.kind()](w, begin, end, x, out, out_stride, add);
}

}  // namespace

}  // namespace redact
