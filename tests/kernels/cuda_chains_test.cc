// SPDX-License-Identifier: Apache-2.0
// Chains of launches, their graphs, staging and copies, on the emulated runtime.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/cuda/copy.cuh"
#include "kernels/cuda/graph_plan.h"
#include "kernels/cuda/rows.cuh"
#include "kernels/cuda/stream.h"
#include "tests/kernels/simt/cuda_runtime.h"

namespace redact {
namespace {

using simt::cuda_state;

class CudaChains : public ::testing::Test {
 protected:
  void TearDown() override {
    simt::let_cuda_calls_pass();
    EXPECT_TRUE(cuda_state().all_gone());
  }
};

void gate(simt::Stream& stream, float* x, float* up, size_t n) {
  stream.launch(simt::gate_kernel, {{simt::blocks_for(n, simt::kRowThreads), 1}, simt::kRowThreads},
                simt::GateArgs{simt::Activation::kSilu, x, up, n});
}

void copy(simt::Stream& stream, float* to, const float* from, size_t n_bytes) {
  const simt::CopyArgs args{reinterpret_cast<uint8_t*>(to), reinterpret_cast<const uint8_t*>(from),
                            n_bytes, 0};
  stream.launch(simt::copy_kernel, {{1, 1}, simt::kCopyThreads}, args);
}

// Repeating the same work costs one launch of its graph, and no node is changed.
TEST_F(CudaChains, WhatRepeatsIsNotSaidAgain) {
  simt::Stream stream;
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  const auto calls_of = [&](size_t n) {
    for (size_t i = 0; i < simt::kGraphLaunches; ++i) gate(stream, x, y, i < 2 ? n : 1);
    const uint64_t before = cuda_state().n_calls;
    stream.finish();
    return cuda_state().n_calls - before;
  };
  calls_of(64);
  const uint64_t again = calls_of(64);
  EXPECT_EQ(again, 5u);  // choose the device, start, choose the device, wait for both streams
  for (size_t n = 1; n < simt::kMostGraphs; ++n) calls_of(n);
  EXPECT_EQ(calls_of(63), again + 2);  // two launches have changed
  EXPECT_EQ(calls_of(63), again);
  stream.free(x), stream.free(y);
}

// Two arguments that differ only in their padding.
TEST_F(CudaChains, PaddingIsNoChange) {
  simt::Stream stream;
  const std::vector<float> ones(64, 1.0f);
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  auto* id = static_cast<int32_t*>(stream.allocate(4));
  auto* none = static_cast<uint32_t*>(stream.allocate(8));
  stream.to_device(x, ones.data(), 256);
  stream.finish();
  const auto calls_with = [&](int padding) {
    alignas(simt::EmbedArgs) unsigned char bytes[sizeof(simt::EmbedArgs)];
    std::memset(bytes, padding, sizeof bytes);
    auto* args = reinterpret_cast<simt::EmbedArgs*>(bytes);
    args->format = WeightFormat::kF32, args->table = reinterpret_cast<const uint8_t*>(x);
    args->row_bytes = 256, args->cols = 64, args->ids = id;
    args->added_offsets = none, args->added_ids = id;
    args->out = y, args->scale = 1;
    for (size_t i = 0; i < simt::kGraphLaunches; ++i) {
      stream.launch(simt::embed_kernel, {{1, 1}, simt::kRowThreads}, *args);
    }
    const uint64_t before = cuda_state().n_calls;
    stream.finish();
    return cuda_state().n_calls - before;
  };
  calls_with(0);
  const uint64_t again = calls_with(0);
  EXPECT_EQ(calls_with(0xff), again);
  stream.free(x), stream.free(y), stream.free(id), stream.free(none);
}

TEST_F(CudaChains, GraphsRunInOrderWithWhatTheyWereGiven) {
  simt::Stream stream;
  constexpr size_t kFloats = 1200000;  // more than the pinned memory, in two copies
  auto* memory = static_cast<float*>(stream.allocate(kFloats * sizeof(float)));
  std::vector<float> values(kFloats), got(kFloats);
  for (size_t round = 0; round < 4; ++round) {
    for (size_t i = 0; i < kFloats; ++i) values[i] = static_cast<float>(i % 97 + round);
    auto want = values;
    std::copy_n(&want[kFloats / 2], 16, &want[1]);
    stream.to_device(memory, values.data(), kFloats / 2 * sizeof(float));
    stream.to_device(memory + kFloats / 2, &values[kFloats / 2], kFloats / 2 * sizeof(float));
    std::fill(values.begin(), values.end(), -1.0f);  // the caller may reuse its memory
    copy(stream, memory + 1, memory + kFloats / 2, 64);
    stream.to_host(got.data(), memory, kFloats * sizeof(float));
    EXPECT_EQ(got, want);
  }
  // More than the pinned memory holds at once.
  std::vector<float> many((5 << 20) / sizeof(float), 7.0f), back(many.size());
  auto* large = static_cast<float*>(stream.allocate(5 << 20));
  stream.to_device(large, many.data(), 5 << 20);
  stream.to_host(back.data(), large, 5 << 20);
  EXPECT_EQ(back, many);
  stream.free(memory), stream.free(large);
}

TEST_F(CudaChains, AGraphIsGivenItsNewArguments) {
  simt::Stream stream;
  const std::vector<float> ones(64, 1.0f);
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  stream.to_device(y, ones.data(), 256);
  for (const size_t n : {64, 33, 64, 5}) {
    std::vector<float> got(64);
    stream.to_device(x, ones.data(), 256);
    for (size_t i = 0; i < simt::kGraphLaunches; ++i) gate(stream, x, y, n);
    stream.to_host(got.data(), x, 256);
    for (size_t i = 0; i < 64; ++i) EXPECT_EQ(got[i] != 1.0f, i < n) << n << " " << i;
  }
  stream.free(x), stream.free(y);
}

// Two steps are under way, each with a table of its own, whether the stream of the copies or that
// of the kernels runs ahead.
class CudaReplies : public CudaChains, public ::testing::WithParamInterface<bool> {
 protected:
  CudaReplies() { simt::let_streams_run_ahead(GetParam()); }
  ~CudaReplies() override { simt::let_streams_run_ahead(false); }
};

TEST_P(CudaReplies, AnswersComeInTheOrderThatTheyWereAskedFor) {
  simt::Stream stream;
  constexpr size_t kLarge = 5 << 20;
  float* memory[simt::kMostReplies];
  for (float*& each : memory) each = static_cast<float*>(stream.allocate(kLarge));
  const auto value_of = [](size_t step) { return static_cast<float>(100 + step); };
  std::vector<std::vector<float>> got(9);
  for (size_t step = 0; step <= got.size(); ++step) {
    if (step < got.size()) {
      stream.begin_step();
      const std::vector<float> table(16, value_of(step));
      const auto* staged = static_cast<const float*>(stream.stage(table.data(), 64));
      ASSERT_NE(staged, nullptr);
      float* const from = memory[step % simt::kMostReplies];
      copy(stream, from, staged, 64);
      got[step].resize(step % 3 == 0 ? kLarge / sizeof(float) : 16, -1.0f);
      stream.ask_host(got[step].data(), from, got[step].size() * sizeof(float));
    }
    if (step == 0) continue;
    stream.await_host();
    EXPECT_EQ(got[step - 1].front(), value_of(step - 1));
    EXPECT_NE(got[step - 1].back(), -1.0f);
  }
  for (float* each : memory) stream.free(each);
}

TEST_P(CudaReplies, AreThereOnceAllWorkIsDone) {
  simt::Stream stream;
  auto* memory = static_cast<float*>(stream.allocate(64));
  const auto pinned = stream.allocate_pinned(64);
  ASSERT_NE(pinned, nullptr);
  auto* got = static_cast<float*>(pinned.get());
  const std::vector<float> want(16, 5.0f);
  stream.to_device(memory, want.data(), 64);
  got[15] = 1;
  stream.ask_host(got, memory, 64);
  stream.finish();
  EXPECT_EQ(got[15], 5.0f);
  stream.await_host();
  EXPECT_EQ(got[15], 5.0f);
  stream.free(memory);
}

INSTANTIATE_TEST_SUITE_P(RunAhead, CudaReplies, ::testing::Bool());

// After to_host returns, the device no longer writes to the host's memory, after any failure. This
// matters for large copies, which go there directly.
TEST_F(CudaChains, ACopyToTheHostIsOverWhenItFails) {
  constexpr size_t kFloats = (5 << 20) / sizeof(float);
  for (uint64_t call = 0; call < 4; ++call) {
    simt::Stream stream;
    void* memory = stream.allocate(kFloats * sizeof(float));
    simt::fail_cuda_call(call, cudaErrorUnknown, false);
    std::vector<float> got(kFloats, 1.0f);
    stream.to_host(got.data(), memory, kFloats * sizeof(float));
    EXPECT_NE(stream.error(), nullptr);
    std::fill(got.begin(), got.end(), 2.0f);
    stream.free(memory);  // runs the work that was under way
    EXPECT_EQ(got, std::vector<float>(kFloats, 2.0f)) << call;
  }
}

// Graphs are built, changed and started. The stream reports every failure there.
TEST_F(CudaChains, EveryCallForAGraphMayFail) {
  const auto run = [] {
    simt::Stream stream;
    auto* x = static_cast<float*>(stream.allocate(256));
    for (size_t n = 0; n < simt::kMostGraphs + 1 && x != nullptr; ++n) {
      for (size_t i = 0; i < simt::kGraphLaunches; ++i) gate(stream, x, x + 32, n + 1);
      stream.finish();
    }
    const bool noticed = stream.error() != nullptr;
    const uint64_t n_calls = cuda_state().n_calls;
    if (x != nullptr) stream.free(x);
    return std::pair(noticed, n_calls);
  };
  simt::let_cuda_calls_pass();
  const auto [failed, n_calls] = run();
  EXPECT_FALSE(failed);
  for (uint64_t call = 0; call < n_calls; ++call) {
    simt::fail_cuda_call(call, cudaErrorUnknown, false);
    EXPECT_TRUE(run().first) << call;
    ASSERT_TRUE(cuda_state().all_gone()) << call;
  }
}

// Chains of more lengths than there are graphs, each with its own order of two kernels.
TEST_F(CudaChains, ADozenGraphsRunChainsOfAllLengths) {
  simt::Stream stream;
  const std::vector<float> ones(64, 1.0f);
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  const uint64_t before = cuda_state().n_instantiated;
  for (size_t round = 0; round < 3; ++round) {
    for (size_t length = 1; length <= simt::kChainLaunches; ++length) {
      stream.to_device(x, ones.data(), 256);
      stream.to_device(y, ones.data(), 256);
      std::vector<float> want(2, 1.0f), got(64);
      for (size_t i = 0; i < length; ++i) {
        if ((i + round) % 3 == 0) {
          copy(stream, x, y, 4);
          want[0] = 1;
        } else {
          gate(stream, x, y, 2);
          for (float& v : want) v = v / (1.0f + std::exp(-v));
        }
      }
      stream.to_host(got.data(), x, 256);
      EXPECT_FLOAT_EQ(got[0], want[0]) << length;
      EXPECT_FLOAT_EQ(got[1], want[1]) << length;
      ASSERT_LE(cuda_state().executables, simt::kMostGraphs);
    }
  }
  EXPECT_GT(cuda_state().n_instantiated - before, simt::kMostGraphs);
  EXPECT_EQ(stream.error(), nullptr);
  stream.free(x), stream.free(y);
}

// A launch that is held back runs in its place, or another takes its work over; also where a chain
// would be full with it.
TEST_F(CudaChains, AHeldLaunchRunsInItsPlaceOrIsTaken) {
  simt::Stream stream;
  auto* memory = static_cast<float*>(stream.allocate(256));
  float *x = memory, *y = memory + 16, *z = memory + 32;
  const auto read = [&](const float* from) {
    float value = -1;
    stream.to_host(&value, from, sizeof value);
    return value;
  };
  const simt::Written written{x, 16, 4};
  const auto hold = [&] {  // x[i] = silu(x[i]) * y[i]
    stream.hold(simt::gate_kernel, {{1, 1}, simt::kRowThreads},
                simt::GateArgs{simt::Activation::kSilu, x, y, 16}, written);
  };
  for (const size_t before : {size_t{0}, simt::kChainLaunches - 1}) {
    const std::vector<float> sixteen(16, 16.0f);  // silu(16) is 16, nearly
    for (float* to : {x, y, z}) stream.to_device(to, sixteen.data(), 64);
    for (size_t i = 0; i < before; ++i) copy(stream, z, y, 4);
    hold();
    for (const simt::Written& other :
         {simt::Written{x + 1, 16, 4}, simt::Written{x, 15, 4}, simt::Written{x, 16, 8}}) {
      EXPECT_FALSE(stream.take(simt::gate_kernel, other).has_value());
    }
    EXPECT_FALSE(stream.take(simt::gelu_kernel, written).has_value());
    const auto taken = stream.take(simt::gate_kernel, {x, 16});
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(taken->up, y);
    EXPECT_FALSE(stream.take(simt::gate_kernel, {x, 16}).has_value());
    EXPECT_EQ(read(x), 16.0f);

    for (size_t i = 0; i < before; ++i) copy(stream, z, y, 4);
    hold();
    copy(stream, z, x, 4);
    EXPECT_NEAR(read(z), 256.0f, 1e-3f);
    hold();
    hold();
    EXPECT_NEAR(read(x), 65536.0f, 1.0f);
  }
  stream.free(memory);
}

// Staged data is on the device for the launches of its step, whether or not the host waits for the
// previous step. It takes one copy for each chain.
TEST_F(CudaChains, StagedTablesGoInOneCopy) {
  simt::Stream stream;
  auto* x = static_cast<float*>(stream.allocate(256));
  std::vector<float> got(64);
  for (size_t step = 0; step < 12; ++step) {
    stream.begin_step();
    const uint64_t before = stream.n_copies();
    std::vector<float> one(5, static_cast<float>(step)), two(9, static_cast<float>(step + 100));
    const auto* a = static_cast<const float*>(stream.stage(one.data(), 20));
    const auto* b = static_cast<const float*>(stream.stage(two.data(), 36));
    std::fill(one.begin(), one.end(), -1.0f), std::fill(two.begin(), two.end(), -1.0f);
    copy(stream, x, a, 20);
    copy(stream, x + 8, b, 36);
    if (step % 4 != 3) {  // earlier steps run when the next begins
      copy(stream, x + 20 + step % 4, a, 4);
      continue;
    }
    stream.to_host(got.data(), x, 256);
    EXPECT_EQ(stream.n_copies() - before, 1u);
    EXPECT_EQ(got[4], static_cast<float>(step));
    EXPECT_EQ(got[16], static_cast<float>(step + 100));
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(got[20 + i], static_cast<float>(step - 3 + i));
  }
  const std::vector<uint8_t> much(2 << 20);
  EXPECT_EQ(stream.stage(much.data(), much.size()), nullptr);
  EXPECT_EQ(stream.error(), nullptr);
  stream.free(x);
}

}  // namespace
}  // namespace redact
