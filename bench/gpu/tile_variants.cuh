// SPDX-License-Identifier: Apache-2.0
// Products with quantised weights in block shapes other than the shipped ones (shapes.cuh), to be
// timed against them on a card. Every shape keeps the canonical order of sums, so all give the same
// bits; a test checks this on the emulator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/launch_blocks.h"
#include "kernels/cuda/packed.h"
#include "kernels/cuda/quantise.cuh"
#include "kernels/cuda/stream.h"

namespace redact::simt {

// A shape with up to `stages` stages in `kib` KiB of shared memory, for `blocks` blocks per
// multiprocessor.
template <typename Shape, unsigned stages, size_t kib, unsigned blocks>
struct Staged : Shape {
  static constexpr unsigned kMostStages = stages, kBlocks = blocks;
  static constexpr size_t kMostShared = kib << 10;
};
// Prompts in tiles of 128 tokens: 71 multiplications per byte of Q4_0 from the L2 cache.
struct WidePromptShape : Staged<PromptShape, 3, 99, 1> {
  static constexpr unsigned kTokenTiles = 8;
};

struct TileVariant {
  const char* name;
  size_t n_rows;  // rows of x for which the shape is meant
  size_t shared_bytes;
  unsigned stages;
  void (*launch)(Stream& stream, GemmQArgs args);
};

template <WeightFormat kFormat, typename Shape>
TileVariant tile_variant(const char* name, size_t n_rows) {
  using Layout = Stage<kFormat, Shape>;
  const auto launch = [](Stream& stream, GemmQArgs args) {
    launch_blocks<Shape>(stream, gemm_q_kernel<kFormat, Shape>, args, args.call, Layout::kShared);
  };
  return {name, n_rows, Layout::kShared, Layout::kStages, launch};
}

// For each number of rows the shipped shape comes first.
template <WeightFormat kFormat>
std::vector<TileVariant> tile_variants() {
  return {
      tile_variant<kFormat, GemvShape>("GemvShape", 1),
      tile_variant<kFormat, Staged<GemvShape, 6, 48, 3>>("GemvShape, 48 KiB", 1),
      tile_variant<kFormat, Staged<GemvShape, 8, 64, 3>>("GemvShape, 64 KiB", 1),
      tile_variant<kFormat, Staged<GemvShape, 16, 108, 2>>("GemvShape, 108 KiB", 1),
      tile_variant<kFormat, GemvShape>("GemvShape", 8),
      tile_variant<kFormat, Staged<GemvShape, 16, 108, 2>>("GemvShape, 108 KiB", 8),
      tile_variant<kFormat, VerifyShape>("VerifyShape", 32),
      tile_variant<kFormat, SpreadVerifyShape>("SpreadVerifyShape", 32),
      tile_variant<kFormat, Staged<SpreadVerifyShape, 8, 48, 4>>("SpreadVerifyShape, 48 KiB", 32),
      tile_variant<kFormat, Staged<VerifyShape, 4, 99, 1>>("VerifyShape, 99 KiB", 32),
      tile_variant<kFormat, Staged<VerifyShape, 4, 108, 2>>("VerifyShape, twice 108 KiB", 32),
      tile_variant<kFormat, WideVerifyShape>("WideVerifyShape", 64),
      tile_variant<kFormat, SpreadWideShape>("SpreadWideShape", 64),
      tile_variant<kFormat, Staged<SpreadWideShape, 6, 48, 4>>("SpreadWideShape, 48 KiB", 64),
      tile_variant<kFormat, Staged<WideVerifyShape, 6, 220, 1>>("WideVerifyShape, 220 KiB", 64),
      tile_variant<kFormat, PromptShape>("PromptShape", 512),
      tile_variant<kFormat, Staged<PromptShape, 4, 99, 1>>("PromptShape, 99 KiB", 512),
      tile_variant<kFormat, Staged<PromptShape, 4, 108, 2>>("PromptShape, twice 108 KiB", 512),
      tile_variant<kFormat, WidePromptShape>("128 outputs by 128 tokens", 512),
  };
}

// Several copies of a matrix on the device, so that no launch finds the data of the previous one in
// a cache, and the rows that they multiply.
class TileProducts {
 public:
  // The matrix and `x` [n_rows, weight.cols] are read here and not kept.
  TileProducts(Stream& stream, const PackedMatrix& packed, size_t n_copies, size_t n_rows,
               const std::vector<float>& x)
      : stream_(stream) {
    const PackedShape& shape = packed.shape;
    const auto rows = static_cast<uint32_t>(shape.rows);
    out_ = static_cast<float*>(take(n_rows * shape.rows * sizeof(float)));
    n_out_ = n_rows * shape.rows;
    for (size_t i = 0; i < n_copies; ++i) {
      matrices_.push_back({put(packed.codes), put(packed.high), put(packed.scales),
                           put(packed.steps), out_, rows, 0});
    }
    constexpr size_t kMostTokens = BlockOf<WidePromptShape>::kTokens;
    const size_t blocks = packed.column_tiles();
    const size_t padded = n_rows <= BlockOf<WideVerifyShape>::kTokens
                              ? padded_tokens(n_rows)
                              : (n_rows + kMostTokens - 1) / kMostTokens * kMostTokens;
    const QuantiseArgs quantise{static_cast<const float*>(put(x.data(), x.size() * sizeof(float))),
                                n_rows,
                                padded,
                                shape.cols,
                                blocks,
                                RowForm::kInt8,
                                1,
                                take(padded * blocks * 32),
                                static_cast<float*>(take(padded * blocks * sizeof(float))),
                                static_cast<float*>(take(padded * blocks * sizeof(float)))};
    stream.launch(quantise_kernel,
                  {{blocks_for(blocks, kQuantiseWarps), static_cast<unsigned>(padded)},
                   kQuantiseWarps * kWarp},
                  quantise);
    stream.finish();
    args_.call = {{},
                  static_cast<uint32_t>(n_rows),
                  static_cast<uint32_t>(padded),
                  static_cast<uint32_t>(blocks),
                  false};
    const size_t row_blocks = blocks_for(shape.rows, BlockOf<SpreadWideShape>::kRowTiles * 16);
    args_.spread = {
        static_cast<float*>(take(row_blocks * spread_sums<SpreadWideShape>() * sizeof(float))),
        static_cast<uint32_t*>(take(row_blocks * sizeof(uint32_t)))};
    args_.codes_x = quantise.codes, args_.scales_x = quantise.scales, args_.sums_x = quantise.sums;
  }
  ~TileProducts() {
    for (void* each : memory_) stream_.free(each);
  }
  TileProducts(const TileProducts&) = delete;
  TileProducts& operator=(const TileProducts&) = delete;

  // One launch for each copy of the matrix; waits for all of them.
  void run(const TileVariant& variant) {
    for (const GemmMatrix& matrix : matrices_) {
      GemmQArgs args = args_;
      args.call.matrices[0] = matrix;
      variant.launch(stream_, args);
    }
    stream_.finish();
  }
  // The output [n_rows, outputs] of the last launch.
  std::vector<float> out() {
    std::vector<float> values(n_out_);
    stream_.to_host(values.data(), out_, n_out_ * sizeof(float));
    return values;
  }

 private:
  void* take(size_t n_bytes) {
    memory_.push_back(stream_.allocate(std::max<size_t>(n_bytes, 1)));
    return memory_.back();
  }
  const void* put(const void* data, size_t n_bytes) {
    void* memory = take(n_bytes);
    stream_.to_device(memory, data, n_bytes);
    return memory;
  }
  const uint8_t* put(const PackedArray& bytes) {
    return static_cast<const uint8_t*>(put(bytes.data(), bytes.size()));
  }

  Stream& stream_;
  std::vector<void*> memory_;
  std::vector<GemmMatrix> matrices_;
  GemmQArgs args_{};
  float* out_;
  size_t n_out_;
};

}  // namespace redact::simt
