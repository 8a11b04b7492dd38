// SPDX-License-Identifier: Apache-2.0
// The engine on the CUDA backend, with passes under way while the host does other work. Runs on the
// emulated runtime, which runs a pass when the host waits for its logits, and no work behind it.
#include <gtest/gtest.h>

#include <memory>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/cuda/cuda_ops.h"
#include "runtime/engine/engine.h"
#include "tests/kernels/simt/cuda_runtime.h"
#include "tests/support/constraints.h"

namespace redact {
namespace {

using simt::cuda_state;
using testing::ListFeed;
using testing::Whole;

constexpr size_t kSequences = 7;

class CudaEngine : public ::testing::Test {
 protected:
  CudaEngine() { simt::let_cuda_calls_pass(); }
  void TearDown() override {
    simt::let_cuda_calls_pass();
    EXPECT_TRUE(cuda_state().all_gone());
  }

  std::unique_ptr<const PlacedModel> place(CudaOps& ops) const {
    return PlacedModel::place(model_, ops, 32).value();
  }
  // Four sequences in flight.
  static std::unique_ptr<Engine> make(const PlacedModel& placed, CudaOps& ops, bool one_pass) {
    EngineOptions options{.max_rows = 64, .max_entries = 32, .max_sequences = 4};
    options.one_pass = one_pass;
    return Engine::make(placed, ops, options).value();
  }
  std::vector<std::unique_ptr<Whole>> sequences() const {
    std::vector<std::unique_ptr<Whole>> out;
    for (size_t i = 0; i < kSequences; ++i) {
      std::vector<int32_t> ids;
      for (size_t id = 0; id < 5 + 3 * i; ++id) {
        ids.push_back(static_cast<int32_t>((id * 31 + i) % model_.config().n_vocab));
      }
      out.push_back(std::make_unique<Whole>(ids));
    }
    return out;
  }
  // Runs all sequences of a list. Returns how many failed.
  static size_t run(Engine& engine, const std::vector<std::unique_ptr<Whole>>& list) {
    std::vector<Constraint*> all;
    for (const auto& each : list) all.push_back(each.get());
    ListFeed feed(all);
    engine.run(feed);
    EXPECT_EQ(feed.n_done, list.size());
    return feed.failed.size();
  }
  // The same with four sequences of n rows.
  static size_t run_rows(Engine& engine, size_t n) {
    std::vector<std::unique_ptr<Whole>> list;
    for (size_t i = 0; i < 4; ++i) {
      list.push_back(std::make_unique<Whole>(std::vector<int32_t>(n, static_cast<int32_t>(i))));
    }
    return run(engine, list);
  }

  const Model model_ =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-q8_0.gguf").value();
};

TEST_F(CudaEngine, APassRunsWhileTheHostJudgesTheOneBefore) {
  CudaOps ops;
  const auto placed = place(ops);
  const auto engine = make(*placed, ops, true);
  const auto list = sequences();
  for (size_t i = 0; i < 4; ++i) ASSERT_TRUE(engine->submit(*list[i]));
  ops.finish();
  const auto kernels_run = [] { return cuda_state().n_launches; };
  const uint64_t before = kernels_run();
  std::vector<Ended> ended;
  engine->step(ended);
  EXPECT_EQ(kernels_run(), before);  // the host has not waited yet
  EXPECT_TRUE(ended.empty());
  engine->step(ended);
  const uint64_t first = kernels_run() - before;
  EXPECT_GT(first, 0u);
  ASSERT_EQ(ended.size(), 2u);
  EXPECT_EQ(ended[0].constraint, list[0].get());
  ops.finish();
  EXPECT_EQ(kernels_run() - before, 2 * first);  // the second pass was under way
}

TEST_F(CudaEngine, PassesUnderWayGiveTheBitsOfOneAtATime) {
  CudaOps ops;
  const auto placed = place(ops);
  const auto want = sequences(), got = sequences();
  EXPECT_EQ(run(*make(*placed, ops, false), want), 0u);
  const auto engine = make(*placed, ops, true);
  EXPECT_EQ(run(*engine, got), 0u);
  EXPECT_EQ(engine->n_in_flight(), 0u);
  for (size_t i = 0; i < kSequences; ++i) EXPECT_EQ(got[i]->logits, want[i]->logits) << i;
}

// All memory is taken when the engine is made: passes of any size, small ones first, take none of
// the device, free none, and wait for nothing but their logits.
TEST_F(CudaEngine, PassesTakeNoMemoryAndWaitForLogitsAlone) {
  for (const auto& [weights, one_pass] : {std::pair{"llama-q8_0", true},
                                          {"llama-q8_0", false},
                                          {"llama-f16", false},
                                          {"llama-f32", false}}) {
    const Model model =
        Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + weights + ".gguf").value();
    CudaOps ops;
    const auto placed = PlacedModel::place(model, ops, 32);
    ASSERT_TRUE(placed.ok()) << placed.error().message();
    EngineOptions options{.max_rows = 64, .max_entries = 32, .max_sequences = 4};
    options.one_pass = one_pass;
    options.max_candidates = 8;  // of each row of Whole
    const auto engine = Engine::make(**placed, ops, options);
    ASSERT_TRUE(engine.ok()) << engine.error().message();
    ops.finish();
    const simt::CudaState before = cuda_state();
    for (const size_t n : {1, 9, 32}) EXPECT_EQ(run_rows(**engine, n), 0u);
    EXPECT_GT(cuda_state().n_launches, before.n_launches);
    EXPECT_EQ(cuda_state().n_memory_calls, before.n_memory_calls) << weights << one_pass;
    EXPECT_EQ(cuda_state().n_stream_waits, before.n_stream_waits) << weights << one_pass;
  }
}

// Weights that one kind of device has prepared are not read by another.
TEST_F(CudaEngine, AModelOnAnotherKindOfDeviceIsRefused) {
  CudaOps gpu;
  ThreadPool pool(1);
  CpuOps cpu(pool, CpuLevel::kScalar);
  const EngineOptions options{.max_rows = 8, .max_entries = 32};
  for (const Rounding rounding : {Rounding::kBlocks, Rounding::kRows}) {
    const auto on_gpu = PlacedModel::place(model_, gpu, 32, rounding).value();
    const auto on_cpu = PlacedModel::place(model_, cpu, 32, rounding).value();
    EXPECT_TRUE(Engine::make(*on_gpu, gpu, options).ok());
    EXPECT_TRUE(Engine::make(*on_cpu, cpu, options).ok());
    for (const auto& engine : {Engine::make(*on_gpu, cpu, options).error(),
                               Engine::make(*on_cpu, gpu, options).error()}) {
      EXPECT_EQ(engine.message(),
                "device: the session's device differs from the device that holds the model");
    }
  }
}

// The engine waits for the logits of its pass, so that another engine does not receive them.
TEST_F(CudaEngine, AnEngineMayGoWhileAPassIsUnderWay) {
  CudaOps ops;
  const auto placed = place(ops);
  const auto want = sequences(), given_up = sequences(), got = sequences();
  EXPECT_EQ(run(*make(*placed, ops, true), want), 0u);
  {
    const auto engine = make(*placed, ops, true);
    for (size_t i = 0; i < 4; ++i) ASSERT_TRUE(engine->submit(*given_up[3 + i]));
    std::vector<Ended> ended;
    engine->step(ended);
  }
  EXPECT_EQ(run(*make(*placed, ops, true), got), 0u);
  for (size_t i = 0; i < kSequences; ++i) EXPECT_EQ(got[i]->logits, want[i]->logits) << i;
}

// One sequence of each pass under way is cancelled and destroyed at once. The others get the bits
// that they get alone, and so do those that take their place.
TEST_F(CudaEngine, SequencesOfPassesUnderWayMayBeCancelledAndDestroyed) {
  CudaOps ops;
  const auto placed = place(ops);
  const auto want = sequences();
  EXPECT_EQ(run(*make(*placed, ops, true), want), 0u);
  const auto engine = make(*placed, ops, true);
  for (const size_t n_started : {1, 2}) {
    auto got = sequences();
    for (size_t i = 0; i < 4; ++i) ASSERT_TRUE(engine->submit(*got[i]));
    std::vector<Ended> ended;
    engine->step(ended);  // serves sequences 0 and 1
    ASSERT_TRUE(ended.empty());
    if (n_started == 2) {
      engine->step(ended);  // serves sequences 2 and 3, and judges the pass before
      ASSERT_EQ(ended.size(), 2u);
      for (const size_t i : {4, 5}) ASSERT_TRUE(engine->submit(*got[i]));
      EXPECT_FALSE(engine->cancel(*got[0]));
    }
    for (const size_t i : {n_started == 2 ? 2u : 0u, 3u}) {
      EXPECT_TRUE(engine->cancel(*got[i]));
      got[i].reset();
    }
    if (n_started == 1) {
      EXPECT_TRUE(engine->submit(*got[4]));  // in place of 3, which no pass served
    }
    EXPECT_FALSE(engine->submit(*got[6]));  // a running pass still serves the other
    while (engine->n_in_flight() > 0) engine->step(ended);
    EXPECT_EQ(ended.size(), n_started == 1 ? 3u : 4u);
    for (size_t i = 0; i < kSequences; ++i) {
      if (got[i] != nullptr && !got[i]->logits.empty()) {
        EXPECT_EQ(got[i]->logits, want[i]->logits) << i;
      }
    }
  }
}

// Splitting a step into two passes would read all weights twice.
TEST_F(CudaEngine, SequencesOfManyDraftsRunInOnePassAtATime) {
  CudaOps ops;
  const auto placed = place(ops);
  const auto engine = make(*placed, ops, false);
  const auto list = sequences();
  for (size_t i = 0; i < 4; ++i) ASSERT_TRUE(engine->submit(*list[i]));
  std::vector<Ended> ended;
  engine->step(ended);
  EXPECT_EQ(engine->counts().sequence_passes, 4u);
  for (size_t i = 0; i < 4; ++i) EXPECT_FALSE(list[i]->logits.empty()) << i;
}

// When a pass fails, so do its sequences and those of the pass behind it. Every sequence that has
// logits has the right ones.
TEST_F(CudaEngine, AnyCallMayFailWhileTwoPassesAreUnderWay) {
  const auto want = sequences();
  uint64_t n_calls = 0;
  {
    CudaOps ops;
    const auto placed = place(ops);
    const auto engine = make(*placed, ops, true);
    simt::let_cuda_calls_pass();  // counts from here
    EXPECT_EQ(run(*engine, want), 0u);
    n_calls = cuda_state().n_calls;
  }
  ASSERT_GT(n_calls, 30u);
  for (uint64_t call = 0; call < n_calls; call += 5) {  // every fifth reaches all kinds of calls
    CudaOps ops;
    const auto placed = place(ops);
    const auto engine = make(*placed, ops, true);
    const auto got = sequences();
    simt::fail_cuda_call(call, cudaErrorIllegalAddress, true);
    EXPECT_GT(run(*engine, got), 0u) << call;
    simt::let_cuda_calls_pass();
    for (size_t i = 0; i < kSequences; ++i) {
      EXPECT_TRUE(got[i]->logits.empty() || got[i]->logits == want[i]->logits) << call;
    }
  }
}

}  // namespace
}  // namespace redact
