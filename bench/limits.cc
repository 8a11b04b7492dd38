// SPDX-License-Identifier: Apache-2.0
#include "bench/limits.h"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "bench/clock.h"
#include "kernels/cpu/cpu_features.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace redact::bench {

namespace {

constexpr int kTries = 3;

// Seconds until all threads have finished `task(thread)`, the best of a few tries.
template <typename Task>
double best_seconds(int n_threads, const Task& task) {
  double best = 1e30;
  for (int i = 0; i < kTries; ++i) {
    const auto start = Clock::now();
    std::vector<std::thread> threads;
    for (int t = 0; t < n_threads; ++t) threads.emplace_back([&, t] { task(t); });
    for (std::thread& thread : threads) thread.join();
    best = std::min(best, seconds_since(start));
  }
  return best;
}

volatile uint64_t sink;

#if defined(__x86_64__)
constexpr int kRounds = 20'000'000;
// Independent sums. On a Zen 5, 20 gave one product per cycle and 12 gave 0.8; with their operands
// they fill 22 of 32 registers.
constexpr int kChains = 20;

__attribute__((target("avx512f,avx512vnni"))) void multiply_registers() {
  __m512i sums[kChains];
  for (int i = 0; i < kChains; ++i) sums[i] = _mm512_set1_epi32(i);
  const __m512i a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(-2);
  for (int round = 0; round < kRounds; ++round) {
#pragma GCC unroll 20
    for (int i = 0; i < kChains; ++i) {
      sums[i] = _mm512_dpbusd_epi32(sums[i], a, b);
      asm("" : "+v"(sums[i]));
    }
  }
  for (int i = 0; i < kChains; ++i) sink = sink + static_cast<uint64_t>(sums[i][0]);
}
#endif

}  // namespace

double read_bytes_per_second(int n_threads) {
  constexpr size_t kWords = size_t{1} << 26;  // 512 MiB: beyond any cache
  const std::vector<uint64_t> words(kWords, 1);
  const double seconds = best_seconds(n_threads, [&](int t) {
    const size_t share = kWords / static_cast<size_t>(n_threads);
    const uint64_t* at = words.data() + share * static_cast<size_t>(t);
    uint64_t sum[8] = {};
    for (size_t i = 0; i + 8 <= share; i += 8) {
      for (size_t j = 0; j < 8; ++j) sum[j] += at[i + j];
    }
    sink = sink + sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
  });
  return static_cast<double>(kWords * sizeof(uint64_t)) / seconds;
}

double copy_bytes_per_second(Ops& ops) {
  constexpr size_t kFloats = size_t{1} << 26;  // 256 MiB: beyond any cache
  const auto from = ops.allocate(kFloats * sizeof(float)),
             to = ops.allocate(kFloats * sizeof(float));
  double best = 1e30;
  for (int i = 0; i < 1 + kTries; ++i) {  // the first warms up
    ops.finish();
    const auto start = Clock::now();
    ops.copy(from.get(), to.get(), kFloats * sizeof(float));
    ops.finish();
    if (i > 0) best = std::min(best, seconds_since(start));
  }
  return 2.0 * kFloats * sizeof(float) / best;
}

double int8_ops_per_second([[maybe_unused]] int n_threads) {
#if defined(__x86_64__)
  if (!cpu_has(CpuLevel::kAvx512)) return 0;
  const double seconds = best_seconds(n_threads, [](int) { multiply_registers(); });
  return 128.0 * kChains * kRounds * n_threads / seconds;
#else
  return 0;
#endif
}

}  // namespace redact::bench
