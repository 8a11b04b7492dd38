// SPDX-License-Identifier: Apache-2.0
// Times products with other block shapes against the shipped ones, over eight copies of a matrix,
// which are too large for any cache: one that widens a row of a 7B model, a square one and one that
// narrows it. The whole tiles of the last two are fewer than the multiprocessors of large cards.
// Prints a table; exits with 1 if the bits of a shape differ from those of the shipped one, or if
// the GPU fails.
#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdio>

#include "base/thread_pool.h"
#include "bench/gpu/tile_variants.cuh"
#include "tests/support/random_weight.h"

namespace {

using namespace redact;

struct Dims {
  size_t rows, cols;
};
constexpr Dims kMatrices[] = {{11008, 4096}, {4096, 4096}, {4096, 11008}};
constexpr size_t kCopies = 8;
constexpr int kTries = 5;

// Seconds of a product, the best of a few tries.
double seconds(simt::TileProducts& products, const simt::TileVariant& variant) {
  double best = 1e30;
  products.run(variant);  // builds its graph
  for (int i = 0; i < kTries; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    products.run(variant);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  return best / kCopies;
}

// Returns false if bits differ.
template <WeightFormat kFormat>
bool measure(const char* format, Dims dims, simt::Stream& stream, ThreadPool& pool,
             size_t most_shared) {
  testing::Random random(1);
  const testing::OwnedWeight weight = testing::random_weight(kFormat, dims.rows, dims.cols, random);
  const PackedMatrix packed = pack(weight.weight, pool);
  const double n_bytes = static_cast<double>(packed_bytes(packed.format, packed.shape).total());
  bool same = true;
  for (const size_t n : {1, 8, 32, 64, 512}) {
    simt::TileProducts products(stream, packed, kCopies, n, random.values(n * dims.cols));
    std::vector<float> shipped;
    for (const simt::TileVariant& variant : simt::tile_variants<kFormat>()) {
      if (variant.n_rows != n || variant.shared_bytes > most_shared) continue;
      const double s = seconds(products, variant);
      const std::vector<float> out = products.out();
      if (shipped.empty()) shipped = out;
      const bool equal = std::memcmp(out.data(), shipped.data(), out.size() * sizeof(float)) == 0;
      same = same && equal;
      const double n_sums = 2.0 * static_cast<double>(dims.rows * dims.cols * n);
      std::printf("| %s | %zux%zu | %zu | %s | %u | %zu | %.1f | %.0f | %.1f | %s |\n", format,
                  dims.rows, dims.cols, n, variant.name, variant.stages, variant.shared_bytes >> 10,
                  s * 1e6, n_bytes / s * 1e-9, n_sums / s * 1e-12, equal ? "yes" : "NO");
    }
  }
  return same;
}
template <WeightFormat kFormat>
bool measure(const char* format, simt::Stream& stream, ThreadPool& pool, size_t most_shared) {
  bool same = true;
  for (const Dims& dims : kMatrices) {
    same = measure<kFormat>(format, dims, stream, pool, most_shared) && same;
  }
  return same;
}

}  // namespace

int main() {
  cudaDeviceProp device;
  if (cudaSetDevice(0) != cudaSuccess || cudaGetDeviceProperties(&device, 0) != cudaSuccess) {
    std::fprintf(stderr, "tile-variants: there is no GPU here\n");
    return 1;
  }
  redact::ThreadPool pool(0);
  redact::simt::Stream stream;
  std::printf(
      "| format | matrix | rows | shape | stages | shared KiB | us | GB/s | Top/s | same bits |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  const size_t shared = device.sharedMemPerBlockOptin;
  bool same = measure<WeightFormat::kQ8_0>("Q8_0", stream, pool, shared);
  same = measure<WeightFormat::kQ4_0>("Q4_0", stream, pool, shared) && same;
  same = measure<WeightFormat::kQ4_K>("Q4_K", stream, pool, shared) && same;
  if (stream.error() != nullptr) std::fprintf(stderr, "tile-variants: %s\n", stream.error());
  return same && stream.error() == nullptr ? 0 : 1;
}
