// SPDX-License-Identifier: Apache-2.0
// Models on a device: the memory they take is freed with them, and the caller is told whether the
// device has too little memory or has a fault. Runs on the emulated runtime.
#include <gtest/gtest.h>

#include "kernels/cuda/cuda_ops.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/memory_plan.h"
#include "tests/kernels/simt/cuda_runtime.h"

namespace redact {
namespace {

using simt::cuda_state;

constexpr size_t kPositions = 64;

class CudaPlaced : public ::testing::Test {
 protected:
  void TearDown() override {
    simt::let_cuda_calls_pass();
    EXPECT_TRUE(cuda_state().all_gone());
  }

  // The result of placing the model when the device's call number `call` fails.
  ErrorKind outcome(uint64_t call, cudaError_t error, bool sticky) const {
    simt::let_cuda_calls_pass();
    CudaOps ops;
    simt::fail_cuda_call(call, error, sticky);
    const auto placed = PlacedModel::place(model_, ops, kPositions);
    return placed.ok() ? kNone : placed.error().kind;
  }
  uint64_t calls_of_placing() const {
    CudaOps ops;
    simt::let_cuda_calls_pass();  // counts from here
    const auto placed = PlacedModel::place(model_, ops, kPositions);
    EXPECT_TRUE(placed.ok());
    return cuda_state().n_calls;  // before it is freed
  }

  static constexpr auto kNone = static_cast<ErrorKind>(-1);
  const Model model_ =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-q4_0.gguf").value();
  const EngineOptions options_{.max_rows = 16, .max_entries = 32, .max_sequences = 2};
};

TEST_F(CudaPlaced, WhatAModelTookGoesWithIt) {
  CudaOps ops;
  const size_t none = ops.free_bytes();
  auto first = PlacedModel::place(model_, ops, kPositions).value();
  const size_t one = none - ops.free_bytes();
  const size_t planned = plan_memory(model_, ops, options_, kPositions).weights;
  EXPECT_GT(one, planned / 2);
  const auto second = PlacedModel::place(model_, ops, kPositions).value();
  EXPECT_EQ(none - ops.free_bytes(), 2 * one);
  first.reset();
  EXPECT_EQ(none - ops.free_bytes(), one);
}

TEST_F(CudaPlaced, AFaultIsNotALackOfMemory) {
  const uint64_t n_calls = calls_of_placing();
  ASSERT_GT(n_calls, 50u);
  for (uint64_t call = 0; call < n_calls; ++call) {
    EXPECT_EQ(outcome(call, cudaErrorIllegalAddress, true), ErrorKind::kInternal) << call;
    EXPECT_EQ(outcome(call, cudaErrorMemoryAllocation, false), ErrorKind::kExhausted) << call;
  }
}

TEST_F(CudaPlaced, AnEngineTellsAFaultFromALackOfMemoryToo) {
  for (const bool fault : {true, false}) {
    CudaOps ops;
    const auto placed = PlacedModel::place(model_, ops, kPositions).value();
    // Call 0 chooses the device, call 1 allocates memory.
    simt::fail_cuda_call(1, fault ? cudaErrorIllegalAddress : cudaErrorMemoryAllocation, fault);
    const auto engine = Engine::make(*placed, ops, options_);
    ASSERT_FALSE(engine.ok());
    EXPECT_EQ(engine.error().kind, fault ? ErrorKind::kInternal : ErrorKind::kExhausted);
    simt::let_cuda_calls_pass();
  }
}

TEST_F(CudaPlaced, ADeviceAtFaultIsNotFull) {
  CudaOps ops;
  simt::fail_cuda_call(1, cudaErrorIllegalAddress, true);
  const auto fitted = fit_memory(model_, ops, options_, kPositions);
  ASSERT_FALSE(fitted.ok());
  EXPECT_EQ(fitted.error().kind, ErrorKind::kInternal);
}

}  // namespace
}  // namespace redact
