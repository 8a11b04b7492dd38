// SPDX-License-Identifier: Apache-2.0
// Errors, threads and devices of the CUDA backend, on the emulated runtime.
#include <gtest/gtest.h>

#include <array>
#include <new>
#include <optional>
#include <thread>

#include "kernels/cuda/open_cuda.h"
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

// Whichever call fails, either the caller learns of it or the results are right; and nothing leaks.
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
  EXPECT_GT(n_noticed, 3 * n_calls);  // in four rounds, all except the frees at the end
}

TEST_F(CudaStream, AFaultIsNotALackOfMemory) {
  CudaOps ops;
  // Call 0 chooses the device, call 1 allocates memory.
  simt::fail_cuda_call(1, cudaErrorIllegalAddress, true);
  EXPECT_THROW(ops.allocate(64), std::bad_alloc);
  ASSERT_FALSE(ops.status().ok());
  EXPECT_NE(ops.status().error().what.find("illegal"), std::string::npos);
}

TEST_F(CudaStream, ADeviceWithoutMemoryMayBeAskedForLess) {
  CudaOps ops;
  simt::set_cuda_memory(4 << 20);
  EXPECT_THROW(ops.allocate(8 << 20), std::bad_alloc);
  EXPECT_TRUE(ops.status().ok());
  const auto less = ops.allocate(1 << 10);
  EXPECT_LT(ops.free_bytes(), size_t{4} << 20);
  simt::set_cuda_memory(size_t{1} << 40);
}

TEST_F(CudaStream, ALargerDeviceTakesMoreRowsAtATime) {
  for (const auto& [processors, rows] :
       {std::pair(8, 1024u), {28, 1152u}, {82, 3456u}, {108, 4096u}, {132, 4096u}}) {
    simt::set_cuda_processors(processors);
    EXPECT_EQ(CudaOps().busy_rows(), rows) << processors;
  }
  simt::set_cuda_processors(82);
}

// The segments of a product have blocks of their own where blocks with all of them, here three, are
// fewer than the device's multiprocessors or, with up to 32 rows, than a third more; their sums
// take memory that is planned.
TEST_F(CudaStream, SegmentsAreSpreadWhereBlocksAreFewerThanMultiprocessors) {
  Random random(3);
  const size_t rows = 150, cols = 32, n = 64;
  const OwnedWeight w = random_weight(WeightFormat::kQ4_0, rows, cols, random);
  const auto values = random.values(n * cols);
  StepBounds bounds{};
  bounds.n_rows = n, bounds.widest_row = cols;
  const auto bytes_of_product = [&](int processors, size_t n_rows) {
    simt::set_cuda_processors(processors);
    CudaOps ops;
    const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
    const auto x = upload(ops, values);
    const auto out = ops.allocate_floats(n * rows);
    const Product product{prepared, out.get()};
    const size_t before = ops.free_bytes();
    ops.matmul({&product, 1}, x.get(), n_rows);
    const size_t taken = before - ops.free_bytes();
    ops.finish();
    EXPECT_LE(taken, ops.scratch_bytes(bounds)) << processors << ' ' << n_rows;
    return taken;
  };
  for (const auto& [n_rows, tokens, processors, counters] :
       {std::array<size_t, 4>{9, 32, 3, 4}, {32, 32, 3, 4}, {33, 64, 4, 5}, {64, 64, 4, 5}}) {
    const int few = static_cast<int>(processors);
    const size_t apart = bytes_of_product(few, n_rows) - bytes_of_product(few - 1, n_rows);
    EXPECT_EQ(apart, 3 * 64 * tokens * 4 * sizeof(float) + counters * sizeof(uint32_t)) << n_rows;
  }
  EXPECT_EQ(bytes_of_product(4, 8), bytes_of_product(2, 8));
  simt::set_cuda_processors(82);
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
  EXPECT_EQ(cuda_devices().value().size(), 2u);
  EXPECT_FALSE(open_cuda(1, pool).ok());
  simt::set_cuda_devices(0, 86);
  EXPECT_TRUE(cuda_devices().value().empty());
  simt::set_cuda_devices(1, 86);
  for (uint64_t call = 0; call < 6; ++call) {  // the calls up to the creation of the stream
    simt::fail_cuda_call(call, cudaErrorUnknown, false);
    EXPECT_FALSE(open_cuda(0, pool).ok()) << call;
  }
}

TEST_F(CudaStream, ADeviceThatDoesNotAnswerKeepsTheNumbersOfOthers) {
  ThreadPool pool(1);
  simt::set_cuda_devices(2, 86);
  constexpr uint64_t kPropertiesOfTheFirst = 1;  // after the call that counts devices
  simt::fail_cuda_call(kPropertiesOfTheFirst, cudaErrorUnknown, false);
  const auto devices = cuda_devices().value();
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0].capability, 0);
  EXPECT_EQ(devices[1].capability, 86);
  simt::fail_cuda_call(kPropertiesOfTheFirst, cudaErrorUnknown, false);
  EXPECT_EQ(open_cuda(0, pool).error().what, "the GPU does not answer");
  simt::fail_cuda_call(kPropertiesOfTheFirst, cudaErrorUnknown, false);
  EXPECT_TRUE(open_cuda(1, pool).ok());
}

TEST_F(CudaStream, ADriverThatCannotBeUsedSaysWhy) {
  ThreadPool pool(1);
  simt::set_cuda_driver(12020);
  for (const auto& error : {cuda_devices().error(), open_cuda(0, pool).error()}) {
    EXPECT_EQ(error.kind, ErrorKind::kUnsupported);
    EXPECT_NE(error.what.find("supports CUDA 12.2, and this program was built with CUDA 12.4"),
              std::string::npos)
        << error.what;
  }
  simt::set_cuda_driver(0);  // there is none
  EXPECT_TRUE(cuda_devices().value().empty());
  simt::set_cuda_driver(simt::kEmulatedCuda);
  simt::fail_cuda_call(0, cudaErrorUnknown, false);
  EXPECT_NE(cuda_devices().error().what.find("driver fails"), std::string::npos);
}

int current_device() {
  int device = -1;
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  return device;
}

// There are two devices, and a thread whose current device is one of them uses the other, which
// changes nothing for it. The emulated runtime stops the test at a call that goes to the wrong one.
TEST_F(CudaStream, CallsGoToTheStreamsDeviceFromAThreadOfAnother) {
  Random random(2);
  ThreadPool pool(1);
  const Steps steps(random);
  simt::set_cuda_devices(2, 86);
  {
    const auto first = open_cuda(0, pool).value(), second = open_cuda(1, pool).value();
    EXPECT_EQ(current_device(), 0);
    const auto here = steps.run(*second);
    EXPECT_EQ(current_device(), 0);
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    EXPECT_GT(first->free_bytes(), 0u);
    EXPECT_EQ(steps.run(*first), here);
    EXPECT_EQ(steps.run(*second), here);
    EXPECT_TRUE(second->status().ok());
    std::thread([&] { EXPECT_EQ(steps.run(*second), here); }).join();
  }
  EXPECT_EQ(current_device(), 1);
  cudaSetDevice(0);
  simt::set_cuda_devices(1, 86);
}

}  // namespace
}  // namespace redact
