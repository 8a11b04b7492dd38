// SPDX-License-Identifier: Apache-2.0
// Graphs, copies and errors of the CUDA backend, on the emulated runtime.
#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <optional>
#include <thread>

#include "kernels/cuda/open_cuda.h"
#include "kernels/cuda/rows.cuh"
#include "kernels/cuda/stream.h"
#include "tests/kernels/on_cuda.h"
#include "tests/kernels/simt/cuda_runtime.h"

namespace redact {
namespace {

using simt::cuda_state;

class CudaStream : public ::testing::Test {
 protected:
  void TearDown() override {
    simt::let_cuda_calls_pass();
    EXPECT_TRUE(cuda_state().all_gone());
  }
};

// Two steps of a layer: weights, staging, products, pages, attention over two runs, logits.
struct Steps {
  explicit Steps(Random& random)
      : w(random_weight(WeightFormat::kQ4_0, 64, 64, random)), q(random.values(2 * 64)) {}

  std::vector<float> run(Ops& ops) const {
    const AttentionShape shape{2, 2, 32};
    const Weight multiplied = ops.prepare(w.weight, WeightUse::kMultiplied);
    const Weight gathered = ops.prepare(w.weight, WeightUse::kGathered);
    const auto angles = ops.constants(64, [](float* to) { std::fill_n(to, 64, 0.5f); });
    const auto keys = ops.allocate(20 * ops.page_bytes(shape)),
               values = ops.allocate(20 * ops.page_bytes(shape));
    const auto x = ops.allocate_floats(2 * 64), y = ops.allocate_floats(2 * 64),
               z = ops.allocate_floats(2 * 64);
    std::vector<float> logits(3), all;
    std::vector<uint32_t> pages(20);
    for (uint32_t i = 0; i < 20; ++i) pages[i] = 19 - i;
    for (const size_t n_past : {0, 260}) {
      const Segment segment{0, 2, n_past, pages.data()};
      const std::vector<int32_t> ids = {3, static_cast<int32_t>(n_past / 10)}, positions = {0, 1};
      ops.begin({ids, positions, {&segment, 1}});
      ops.embed(gathered, 1, x.get());
      const Product product{multiplied, y.get()};
      ops.matmul({&product, 1}, x.get(), 2);
      ops.rope_store({keys.get(), values.get()}, shape, {32, RopePairs::kAdjacent, angles.get()},
                     y.get(), x.get(), x.get());
      ops.attention({keys.get(), values.get()}, {shape, 0.2f}, y.get(), z.get());
      const std::vector<uint32_t> offsets = {0, 1, 3};
      const std::vector<int32_t> candidates = {1, 2, 3};
      ops.candidate_logits(gathered, z.get(), {offsets, candidates}, logits.data());
      all.insert(all.end(), logits.begin(), logits.end());
    }
    ops.finish();
    return all;
  }

  OwnedWeight w;
  std::vector<float> q;
};

// Whatever fails, a caller learns of it, or nothing is wrong; and nothing is left behind.
TEST_F(CudaStream, EveryCallMayFail) {
  Random random(1);
  const Steps steps(random);
  std::vector<float> want;
  simt::let_cuda_calls_pass();
  {
    CudaOps ops;
    want = steps.run(ops);
    ASSERT_TRUE(ops.status().ok());
  }
  const uint64_t n_calls = cuda_state().n_calls;
  ASSERT_GT(n_calls, 50u);
  uint64_t n_noticed = 0;
  for (const bool sticky : {false, true}) {
    for (const cudaError_t error : {cudaErrorIllegalAddress, cudaErrorMemoryAllocation}) {
      for (uint64_t call = 0; call < n_calls; ++call) {
        simt::fail_cuda_call(call, error, sticky);
        bool noticed = false;
        {
          std::vector<float> got;
          std::optional<CudaOps> ops(std::in_place);
          try {
            got = steps.run(*ops);
          } catch (const std::bad_alloc&) {
            noticed = true;
          }
          noticed = noticed || !ops->status().ok();
          if (!noticed) {
            EXPECT_EQ(got, want) << call;
          }
        }
        n_noticed += noticed;
        ASSERT_TRUE(cuda_state().all_gone()) << call;
      }
    }
  }
  EXPECT_GT(n_noticed, 3 * n_calls);  // of four rounds, all but the last frees
}

TEST_F(CudaStream, AFaultIsNotALackOfMemory) {
  CudaOps ops;
  // The device is chosen, and then memory is asked for.
  simt::fail_cuda_call(1, cudaErrorIllegalAddress, true);
  EXPECT_THROW(ops.allocate(64), std::bad_alloc);
  ASSERT_FALSE(ops.status().ok());
  EXPECT_NE(ops.status().error().what.find("illegal"), std::string::npos);
}

TEST_F(CudaStream, ADeviceWithoutMemoryMayBeAskedForLess) {
  CudaOps ops;
  simt::set_cuda_memory(1 << 20);
  EXPECT_THROW(ops.allocate(2 << 20), std::bad_alloc);
  EXPECT_TRUE(ops.status().ok());
  const auto less = ops.allocate(1 << 10);
  EXPECT_LT(ops.free_bytes(), size_t{1} << 20);
  simt::set_cuda_memory(size_t{1} << 40);
}

TEST_F(CudaStream, AnyThreadMayCall) {
  Random random(2);
  const Steps steps(random);
  CudaOps ops;
  std::vector<float> here = steps.run(ops), there;
  std::thread([&] { there = steps.run(ops); }).join();
  std::thread([&] { EXPECT_GT(ops.free_bytes(), 0u); }).join();
  EXPECT_EQ(here, there);
}

TEST_F(CudaStream, OldAndMissingDevicesAreRefused) {
  ThreadPool pool(1);
  EXPECT_TRUE(open_cuda(0, pool).ok());
  EXPECT_FALSE(open_cuda(1, pool).ok());
  simt::set_cuda_devices(2, 75);
  EXPECT_EQ(cuda_devices().size(), 2u);
  EXPECT_FALSE(open_cuda(1, pool).ok());
  simt::set_cuda_devices(0, 86);
  EXPECT_TRUE(cuda_devices().empty());
  simt::set_cuda_devices(1, 86);
  for (uint64_t call = 0; call < 6; ++call) {  // until the stream is made
    simt::fail_cuda_call(call, cudaErrorUnknown, false);
    EXPECT_FALSE(open_cuda(0, pool).ok()) << call;
  }
}

// Two devices, and a thread that has chosen the first before it calls for the second: the emulated
// runtime stops at a call that goes to the wrong one.
TEST_F(CudaStream, CallsGoToTheStreamsDeviceFromAThreadOfAnother) {
  Random random(2);
  ThreadPool pool(1);
  const Steps steps(random);
  simt::set_cuda_devices(2, 86);
  {
    const auto first = open_cuda(0, pool).value(), second = open_cuda(1, pool).value();
    const auto here = steps.run(*second);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_GT(second->free_bytes(), 0u);
    EXPECT_EQ(steps.run(*second), here);
    EXPECT_EQ(steps.run(*first), here);
    EXPECT_TRUE(second->status().ok());
  }
  cudaSetDevice(0);
  simt::set_cuda_devices(1, 86);
}

void gate(simt::Stream& stream, float* x, float* up, size_t n) {
  stream.launch(simt::silu_gate_kernel,
                {{simt::blocks_for(n, simt::kRowThreads), 1}, simt::kRowThreads},
                simt::GateArgs{x, up, n});
}

// The same work again costs one launch of its graph, and no node is changed.
TEST_F(CudaStream, WhatRepeatsIsNotSaidAgain) {
  simt::Stream stream;
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  const auto calls_of = [&](size_t n) {
    gate(stream, x, y, n);
    gate(stream, y, x, n);
    const uint64_t before = cuda_state().n_calls;
    stream.finish();
    return cuda_state().n_calls - before;
  };
  calls_of(64);
  const uint64_t again = calls_of(64);
  EXPECT_EQ(again, 4u);                // choose, launch, choose, wait
  EXPECT_EQ(calls_of(63), again + 2);  // and two nodes changed
  EXPECT_EQ(calls_of(63), again);
  stream.free(x), stream.free(y);
}

// Two arguments that differ between their members alone.
TEST_F(CudaStream, PaddingIsNoChange) {
  simt::Stream stream;
  const std::vector<float> ones(64, 1.0f);
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  auto* id = static_cast<int32_t*>(stream.allocate(4));
  stream.to_device(x, ones.data(), 256);
  stream.finish();
  const auto calls_with = [&](int padding) {
    alignas(simt::EmbedArgs) unsigned char bytes[sizeof(simt::EmbedArgs)];
    std::memset(bytes, padding, sizeof bytes);
    auto* args = reinterpret_cast<simt::EmbedArgs*>(bytes);
    args->format = WeightFormat::kF32, args->table = reinterpret_cast<const uint8_t*>(x);
    args->row_bytes = 256, args->cols = 64, args->ids = id, args->out = y, args->scale = 1;
    stream.launch(simt::embed_kernel, {{1, 1}, simt::kRowThreads}, *args);
    const uint64_t before = cuda_state().n_calls;
    stream.finish();
    return cuda_state().n_calls - before;
  };
  calls_with(0);
  const uint64_t again = calls_with(0);
  EXPECT_EQ(calls_with(0xff), again);
  stream.free(x), stream.free(y), stream.free(id);
}

TEST_F(CudaStream, GraphsRunInOrderWithWhatTheyWereGiven) {
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
    std::fill(values.begin(), values.end(), -1.0f);  // the caller's again
    stream.copy(memory + 1, memory + kFloats / 2, 64);
    stream.to_host(got.data(), memory, kFloats * sizeof(float));
    EXPECT_EQ(got, want);
  }
  // More than fits at once.
  std::vector<float> many((5 << 20) / sizeof(float), 7.0f), back(many.size());
  auto* large = static_cast<float*>(stream.allocate(5 << 20));
  stream.to_device(large, many.data(), 5 << 20);
  stream.to_host(back.data(), large, 5 << 20);
  EXPECT_EQ(back, many);
  stream.free(memory), stream.free(large);
}

TEST_F(CudaStream, AGraphIsGivenItsNewArguments) {
  simt::Stream stream;
  const std::vector<float> ones(64, 1.0f);
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  stream.to_device(y, ones.data(), 256);
  for (const size_t n : {64, 33, 64, 5}) {
    std::vector<float> got(64);
    stream.to_device(x, ones.data(), 256);
    gate(stream, x, y, n);
    stream.to_host(got.data(), x, 256);
    for (size_t i = 0; i < 64; ++i) EXPECT_EQ(got[i] != 1.0f, i < n) << n << " " << i;
  }
  stream.free(x), stream.free(y);
}

// The host's memory is its own again when to_host returns, whatever failed.
TEST_F(CudaStream, ACopyToTheHostIsOverWhenItFails) {
  for (uint64_t call = 0; call < 4; ++call) {
    simt::Stream stream;
    void* memory = stream.allocate(64);
    simt::fail_cuda_call(call, cudaErrorUnknown, false);
    std::vector<float> got(16, 1.0f);
    stream.to_host(got.data(), memory, 64);
    EXPECT_NE(stream.error(), nullptr);
    std::fill(got.begin(), got.end(), 2.0f);
    stream.free(memory);  // what was under way runs
    EXPECT_EQ(got, std::vector<float>(16, 2.0f)) << call;
  }
}

// More kinds of graphs than are kept.
TEST_F(CudaStream, GraphsAreForgottenWhenThereAreTooMany) {
  simt::Stream stream;
  auto *x = static_cast<float*>(stream.allocate(256)),
       *y = static_cast<float*>(stream.allocate(256));
  for (size_t kind = 0; kind < 600; ++kind) {  // a copy or a launch, by the bits of `kind`
    for (size_t i = 0; i < 10; ++i) {
      if ((kind >> i & 1) != 0) {
        stream.copy(x, y, 64);
      } else {
        gate(stream, x, y, 1);
      }
    }
    stream.finish();
    ASSERT_LE(cuda_state().executables, 256u);
  }
  EXPECT_EQ(stream.error(), nullptr);
  stream.free(x), stream.free(y);
}

}  // namespace
}  // namespace redact
