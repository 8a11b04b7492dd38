// SPDX-License-Identifier: Apache-2.0
#include "bench/limits.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "bench/clock.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/panel_memory.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/cpu/amx_tiles.h"
#endif

namespace redact::bench {

namespace {

constexpr int kReadTries = 8, kMultiplyTries = 60, kCopyTries = 3;

// Runs `task(thread)` on all threads at the same time.
template <typename Task>
void on_threads(int n_threads, const Task& task) {
  std::vector<std::thread> threads;
  for (int t = 0; t < n_threads; ++t) threads.emplace_back([&, t] { task(t); });
  for (std::thread& thread : threads) thread.join();
}

std::atomic<uint64_t> sink;  // takes the sums of all threads, so none is optimised away

// Streaming reads by all threads together, in pages like those of weights, since the threads share
// the memory's rate. The compiler turns a thread's eight sums into vectors.
double read_bytes_per_second(int n_threads) {
  constexpr size_t kWords = size_t{1} << 25;  // 256 MiB: beyond any cache
  const PanelMemory memory = allocate_panels(kWords * sizeof(uint64_t));
  std::memset(memory.get(), 1, kWords * sizeof(uint64_t));
  const auto* words = reinterpret_cast<const uint64_t*>(memory.get());
  double best = 1e30;
  for (int i = 0; i < kReadTries; ++i) {
    const auto start = Clock::now();
    on_threads(n_threads, [&](int t) {
      const size_t share = kWords / static_cast<size_t>(n_threads);
      const uint64_t* at = words + share * static_cast<size_t>(t);
      uint64_t sum[8] = {};
      for (size_t w = 0; w + 8 <= share; w += 8) {
        __builtin_prefetch(at + w + 512);  // 4 KiB ahead, as the products of the kernels do
        for (size_t j = 0; j < 8; ++j) sum[j] += at[w + j];
      }
      for (const uint64_t s : sum) sink += s;
    });
    best = std::min(best, seconds_since(start));
  }
  return static_cast<double>(kWords * sizeof(uint64_t)) / best;
}

double copy_bytes_per_second(Ops& ops) {
  constexpr size_t kFloats = size_t{1} << 26;  // 256 MiB: beyond any cache
  const auto from = ops.allocate(kFloats * sizeof(float)),
             to = ops.allocate(kFloats * sizeof(float));
  double best = 1e30;
  for (int i = 0; i < 1 + kCopyTries; ++i) {  // the first warms up
    ops.finish();
    const auto start = Clock::now();
    ops.copy(from.get(), to.get(), kFloats * sizeof(float));
    ops.finish();
    if (i > 0) best = std::min(best, seconds_since(start));
  }
  return 2.0 * kFloats * sizeof(float) / best;
}

#if defined(__x86_64__)

constexpr int kRounds = 100'000;  // some 0.5 ms
// Independent sums. On a Zen 5, 20 gave one product per cycle and 12 gave 0.8; with their operands
// they fill 22 of 32 registers. AVX2 has 16 registers.
constexpr int kChains = 20, kAvx2Chains = 10;
constexpr int kTiles = 6;  // of 8; the other two are operands

__attribute__((target("avx2"))) void multiply_avx2() {
  __m256i sums[kAvx2Chains];
  for (int i = 0; i < kAvx2Chains; ++i) sums[i] = _mm256_set1_epi32(i);
  const __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(-2), ones = _mm256_set1_epi16(1);
  for (int round = 0; round < kRounds; ++round) {
#pragma GCC unroll 10
    for (int i = 0; i < kAvx2Chains; ++i) {
      __m256i products = _mm256_maddubs_epi16(a, b);
      asm("" : "+x"(products));  // must not be computed once for all rounds
      sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(products, ones));
      asm("" : "+x"(sums[i]));
    }
  }
  for (const __m256i& sum : sums) sink += static_cast<uint64_t>(sum[0]);
}

__attribute__((target("avx2,avxvnni"))) void multiply_avxvnni() {
  __m256i sums[kAvx2Chains];
  for (int i = 0; i < kAvx2Chains; ++i) sums[i] = _mm256_set1_epi32(i);
  const __m256i a = _mm256_set1_epi8(3), b = _mm256_set1_epi8(-2);
  for (int round = 0; round < kRounds; ++round) {
#pragma GCC unroll 10
    for (int i = 0; i < kAvx2Chains; ++i) {
      sums[i] = _mm256_dpbusd_avx_epi32(sums[i], a, b);
      asm("" : "+x"(sums[i]));
    }
  }
  for (const __m256i& sum : sums) sink += static_cast<uint64_t>(sum[0]);
}

__attribute__((target("avx512f,avx512vnni"))) void multiply_avx512() {
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
  for (const __m512i& sum : sums) sink += static_cast<uint64_t>(sum[0]);
}

// Whole tiles of 16 rows by 64 bytes; the process has permission for them (cpu_features.cc).
__attribute__((target("amx-tile,amx-int8"))) void multiply_amx() {
  TileConfig config;
  std::fill_n(config.bytes_per_row, 8, 64);
  std::fill_n(config.rows, 8, 16);
  // GCC's intrinsic reads 8 bytes of it, as far as the optimiser knows.
  asm volatile("" : : "m"(config));
  _tile_loadconfig(&config);
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  _tile_zero(4);
  _tile_zero(5);
  _tile_zero(6);
  _tile_zero(7);
  for (int round = 0; round < kRounds / 16; ++round) {  // a product takes 16 cycles
    _tile_dpbssd(0, 6, 7);
    _tile_dpbssd(1, 6, 7);
    _tile_dpbssd(2, 6, 7);
    _tile_dpbssd(3, 6, 7);
    _tile_dpbssd(4, 6, 7);
    _tile_dpbssd(5, 6, 7);
  }
  _tile_release();
}

#endif

double int8_ops_per_second([[maybe_unused]] const std::string& set,
                           [[maybe_unused]] int n_threads) {
#if defined(__x86_64__)
  // All threads multiply at the same time, and each keeps its own best try: tries are so short that
  // on a shared machine some pass without another program in between.
  const auto rate = [&](double ops, void (*multiply)()) {
    std::vector<double> best(static_cast<size_t>(n_threads), 1e30);
    on_threads(n_threads, [&](int t) {
      double& own = best[static_cast<size_t>(t)];
      for (int i = 0; i < kMultiplyTries; ++i) {
        const auto start = Clock::now();
        multiply();
        own = std::min(own, seconds_since(start));
      }
    });
    double all = 0;
    for (const double seconds : best) all += ops / seconds;
    return all;
  };
  if (set == "avx2") return rate(64.0 * kAvx2Chains * kRounds, multiply_avx2);
  if (set == "avxvnni") return rate(64.0 * kAvx2Chains * kRounds, multiply_avxvnni);
  if (set == "avx512") return rate(128.0 * kChains * kRounds, multiply_avx512);
  if (set == "amx") return rate(2.0 * 16 * 16 * 64 * kTiles * (kRounds / 16), multiply_amx);
#endif
  return 0;
}

// The instruction set of a device's name.
std::string set_of(const std::string& device) {
  if (device.starts_with("cuda")) return device.ends_with(":cublas") ? "cuda:cublas" : "cuda";
  if (device == "cpu") return std::string(cpu_level_name(best_cpu_level()));
  return device.substr(device.find(':') + 1);
}

}  // namespace

LimitMeter::LimitMeter(Ops& ops, const std::string& device, int n_threads)
    : ops_(ops), set_(set_of(device)), n_threads_(n_threads), free_at_first_(ops.free_bytes()) {}

Limits LimitMeter::measure() const {
  if (is_gpu()) return {copy_bytes_per_second(ops_), 0};
  return {read_bytes_per_second(n_threads_), int8_ops_per_second(set_, n_threads_)};
}

}  // namespace redact::bench
