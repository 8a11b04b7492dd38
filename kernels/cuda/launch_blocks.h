// SPDX-License-Identifier: Apache-2.0
// Code shared by the launches of all products.
#pragma once

#include <iterator>
#include <utility>

#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/packed.h"
#include "kernels/cuda/stream.h"

namespace redact {

inline bool is_quantised(WeightFormat format) { return block_weights(format) > 1; }

// The format whose kernels multiply matrices of `format`.
inline WeightFormat product_format(WeightFormat format) {
  return packed_format(format).value_or(format);
}

// Calls task.operator()<kFormat>() if `format` is a packed one; otherwise returns false.
template <typename Task>
bool with_packed_format(WeightFormat format, const Task& task) {
  const auto call_for = [&]<size_t... i>(std::index_sequence<i...>) {
    return (
        (format == kPackedFormats[i] && (task.template operator()<kPackedFormats[i]>(), true)) ||
        ...);
  };
  return call_for(std::make_index_sequence<std::size(kPackedFormats)>());
}

// The blocks that a matrix's rows make in a shape.
template <typename Shape>
uint32_t row_blocks_of(const simt::GemmMatrix& matrix) {
  return simt::blocks_for(matrix.rows, simt::BlockOf<Shape>::kRowTiles * PackedShape::kTileRows);
}

// The sums that the blocks of a tile leave, if each has a segment.
template <typename Shape>
constexpr size_t spread_sums() {
  using Block = simt::BlockOf<Shape>;
  return size_t{Block::kTileBlocks} * Block::kThreads * Block::kTileSums;
}

// Launches a product in blocks of a shape (shapes.cuh). `call` is the one inside `args`.
template <typename Shape, typename Args>
void launch_blocks(simt::Stream& stream, void (*kernel)(Args), Args& args, simt::GemmCall& call,
                   size_t shared_bytes) {
  using Block = simt::BlockOf<Shape>;
  uint32_t row_blocks = 0;
  for (simt::GemmMatrix& matrix : call.matrices) {
    matrix.first_block = row_blocks;
    row_blocks += row_blocks_of<Shape>(matrix);
  }
  const unsigned token_blocks = simt::blocks_for(call.n_rows, Block::kTokens);
  stream.launch(kernel,
                {{token_blocks * Block::kTileBlocks, row_blocks}, Block::kThreads, shared_bytes},
                args);
}

}  // namespace redact
