// SPDX-License-Identifier: Apache-2.0
// The rate of the tensor-core instructions that the kernels use, with operands in registers:
// operations per second on 8-bit integers and on halves. No product can be faster with these
// instructions; on sm_90, wgmma, which the kernels do not use, is faster. Prints rows in JSON as
// redact-bench does; exits with 1 if the GPU fails.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "kernels/cuda/device.h"

namespace {

using namespace redact::simt;

constexpr unsigned kThreads = 256, kBlocksOfProcessor = 2;
// Independent sums of a warp, with 16 warps on a processor: enough to hide the latency of some 35
// cycles.
constexpr int kChains = 8;
constexpr int kRounds = 1 << 14;  // some 10 ms
constexpr int kTries = 5;

struct Int8 {
  using Sum = int32_t;
  static constexpr const char* kName = "int8 Top/s";
  static constexpr int kDepth = 32;  // products of one sum in an instruction
  REDACT_DEVICE static void multiply(Sum (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
    mma_s8(d, a, b);
  }
};
struct Halves {
  using Sum = float;
  static constexpr const char* kName = "halves Top/s";
  static constexpr int kDepth = 16;
  REDACT_DEVICE static void multiply(Sum (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
    mma_f16(d, a, b);
  }
};

// `seed`: of the operands, unknown to the compiler. out[gridDim.x * kThreads] keeps the sums alive.
// The operands are small halves and bytes of either sign, as zeros would take less power.
template <typename Kind>
REDACT_KERNEL void REDACT_BOUNDS(kThreads, kBlocksOfProcessor)
    multiply_kernel(uint32_t seed, typename Kind::Sum* out) {
  const uint32_t own = (seed + thread_index().x * 0x01030507u) & 0xbbffbbffu;
  const uint32_t a[4] = {own, own ^ 0x11u, own ^ 0x2200u, own ^ 0x330000u};
  const uint32_t b[2] = {own ^ 0x80008000u, own ^ 0x44u};
  typename Kind::Sum sums[kChains][4] = {};
  for (int chain = 0; chain < kChains; ++chain) sums[chain][0] = chain;  // else the compiler could merge them
  for (int round = 0; round < kRounds; ++round) {
    REDACT_UNROLL
    for (auto& sum : sums) Kind::multiply(sum, a, b);
  }
  typename Kind::Sum all = 0;
  REDACT_UNROLL
  for (const auto& sum : sums) all += sum[0] + sum[1] + sum[2] + sum[3];
  out[block_index().x * kThreads + thread_index().x] = all;
}

// Operations per second, the best of a few tries; 0 if the GPU fails.
template <typename Kind>
double rate(int n_processors) {
  const auto n_blocks = kBlocksOfProcessor * static_cast<unsigned>(n_processors);
  typename Kind::Sum* out = nullptr;
  cudaEvent_t begin, end;
  cudaMalloc(&out, n_blocks * kThreads * sizeof(*out));
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float best_ms = 1e30f;
  for (int i = 0; i < 1 + kTries; ++i) {  // the first warms up
    cudaEventRecord(begin);
    multiply_kernel<Kind><<<n_blocks, kThreads>>>(0x12345678u, out);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    if (i > 0) best_ms = std::min(best_ms, ms);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(out);
  if (cudaGetLastError() != cudaSuccess) return 0;
  const double n_warps = n_blocks * (kThreads / kWarp);
  return n_warps * kRounds * kChains * (2.0 * 16 * 8 * Kind::kDepth) / (1e-3 * best_ms);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  if (cudaSetDevice(0) != cudaSuccess || cudaGetDeviceProperties(&device, 0) != cudaSuccess) {
    std::fprintf(stderr, "mma-limits: there is no GPU here\n");
    return 1;
  }
  const double int8 = rate<Int8>(device.multiProcessorCount);
  const double halves = rate<Halves>(device.multiProcessorCount);
  std::printf("[{\"%s\": %.1f, \"%s\": %.1f}]\n", Int8::kName, 1e-12 * int8, Halves::kName,
              1e-12 * halves);
  return int8 > 0 && halves > 0 ? 0 : 1;
}
