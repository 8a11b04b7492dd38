// SPDX-License-Identifier: Apache-2.0
// kernels-bench: times single kernels with Google Benchmark: products by format, instruction set
// and rows, attention over pages, and packing a matrix for a GPU on 1 and 8 threads, where the CPU
// time is that of the thread that calls. Counters: operations per second (two for each product of
// two numbers) and bytes of weights per second.
#include <benchmark/benchmark.h>

#include <random>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/cuda/packed.h"

namespace redact {
namespace {

void matmul(benchmark::State& state, WeightFormat format, WeightUse use, CpuLevel level,
            size_t rows, size_t cols) {
  ThreadPool pool(1);
  CpuOps ops(pool, level);
  Weight w{format, rows, cols, nullptr};
  std::vector<uint8_t> bytes(w.row_bytes() * rows, 0x11);
  w.data = bytes.data();
  const Weight prepared = ops.prepare(w, use);
  const auto n = static_cast<size_t>(state.range(0));
  std::mt19937 random(1);
  std::vector<float> x(n * cols), out(n * rows);
  for (float& value : x) value = std::normal_distribution<float>()(random);
  const Product product{prepared, out.data()};
  for (auto _ : state) ops.matmul({&product, 1}, x.data(), n);
  const auto done = static_cast<double>(state.iterations());
  state.counters["op/s"] = benchmark::Counter(2.0 * done * static_cast<double>(n * rows * cols),
                                              benchmark::Counter::kIsRate);
  state.counters["B/s"] =
      benchmark::Counter(done * static_cast<double>(bytes.size()), benchmark::Counter::kIsRate);
}

void attention(benchmark::State& state, CpuLevel level) {
  ThreadPool pool(1);
  CpuOps ops(pool, level);
  const AttentionShape shape{4, 4, 64};
  const auto n = static_cast<size_t>(state.range(0)), past = static_cast<size_t>(state.range(1));
  std::vector<uint32_t> pages((past + n) / kPageEntries + 1);
  for (size_t i = 0; i < pages.size(); ++i) pages[i] = static_cast<uint32_t>(i);
  const size_t n_bytes = pages.size() * ops.page_bytes(shape);
  const auto keys = ops.allocate(n_bytes), values = ops.allocate(n_bytes);
  std::vector<float> q(n * shape.q_dim(), 0.1f), out(q.size());
  const Segment segment{0, n, past, pages.data()};
  const std::vector<int32_t> ids(n);
  ops.begin({ids, ids, {&segment, 1}});
  for (auto _ : state) {
    ops.attention({keys.get(), values.get()}, {shape, 0.125f}, q.data(), out.data());
  }
  const double entries =
      static_cast<double>(n) * (static_cast<double>(past) + static_cast<double>(n) / 2);
  state.counters["op/s"] = benchmark::Counter(
      4.0 * static_cast<double>(state.iterations()) * entries * static_cast<double>(shape.q_dim()),
      benchmark::Counter::kIsRate);
}

void pack_matrix(benchmark::State& state, WeightFormat format, size_t rows, size_t cols) {
  ThreadPool pool(static_cast<int>(state.range(0)));
  Weight w{format, rows, cols, nullptr};
  const std::vector<uint8_t> bytes(w.row_bytes() * rows, 0x11);
  w.data = bytes.data();
  for (auto _ : state) benchmark::DoNotOptimize(pack(w, pool));
  state.counters["B/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(bytes.size()),
      benchmark::Counter::kIsRate);
}

void register_all() {
  for (const WeightFormat format : kPackedFormats) {  // the largest matrix of Llama 2 7B
    const std::string name = std::string("pack/") + format_info(format).name + "/11008x4096";
    benchmark::RegisterBenchmark(name.c_str(), pack_matrix, format, 11008, 4096)
        ->Arg(1)
        ->Arg(8)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  for (const CpuLevel level : kCpuLevels) {
    if (level == CpuLevel::kScalar || !cpu_has(level)) continue;
    const std::string set(cpu_level_name(level));
    for (const QuantisedFormat& row : kQuantisedFormats) {
      const WeightFormat format = row.format;
      const std::string name =
          std::string("matmul/") + format_info(format).name + "/" + set + "/8192x2048";
      benchmark::RegisterBenchmark(name.c_str(), matmul, format, WeightUse::kMultiplied, level,
                                   8192, 2048)
          ->Arg(1)
          ->Arg(4)
          ->Arg(16)
          ->Arg(64)
          ->Arg(512);
    }
    benchmark::RegisterBenchmark(("matmul/Q8_0/" + set + "/704x256").c_str(), matmul,
                                 WeightFormat::kQ8_0, WeightUse::kMultiplied, level, 704, 256)
        ->Arg(1)
        ->Arg(64)
        ->Arg(512);
    // The matrices of a label model of 12.9 M parameters, and its longest window.
    for (const WeightUse use : {WeightUse::kMultiplied, WeightUse::kMultipliedByRows}) {
      const char* by = use == WeightUse::kMultiplied ? "/Q8_0 by blocks/" : "/Q8_0 by rows/";
      for (const auto& [rows, cols] :
           {std::pair<size_t, size_t>{384, 384}, {1024, 384}, {384, 1024}}) {
        const std::string shape = "/" + std::to_string(rows) + "x" + std::to_string(cols);
        benchmark::RegisterBenchmark(("matmul" + (by + set) + shape).c_str(), matmul,
                                     WeightFormat::kQ8_0, use, level, rows, cols)
            ->Arg(64)
            ->Arg(384);
      }
    }
    benchmark::RegisterBenchmark(("attention/" + set + "/rows,past").c_str(), attention, level)
        ->Args({1, 256})
        ->Args({64, 256})
        ->Args({256, 0});
  }
}

}  // namespace
}  // namespace redact

int main(int argc, char** argv) {
  redact::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
