// SPDX-License-Identifier: Apache-2.0
// One placed model, and sessions on it: each has its own threads, device and engine, and all run at
// the same time.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/open_device.h"
#include "runtime/engine/engine.h"
#include "tests/support/constraints.h"

namespace redact::shared_model_test {

using testing::Whole;

constexpr size_t kRows = 48;

struct Session {
  Session(const PlacedModel& model, int n_threads)
      : pool(n_threads), ops(open_device("cpu", pool).value()) {
    EngineOptions options{.max_rows = kRows, .max_entries = kRows, .max_sequences = 12};
    options.one_pass = true;
    engine = Engine::make(model, *ops, options).value();
  }

  // Runs sequences of different lengths and returns their logits.
  std::vector<std::vector<float>> run(size_t n_vocab) {
    std::vector<std::unique_ptr<Whole>> sequences;
    std::vector<Constraint*> list;
    for (size_t i = 0; i < 16; ++i) {
      std::vector<int32_t> ids;
      for (size_t id = 0; id < 2 + i * (kRows - 2) / 15; ++id) {
        ids.push_back(static_cast<int32_t>((id * 31 + i) % n_vocab));
      }
      sequences.push_back(std::make_unique<Whole>(ids, std::vector<int32_t>{3}));
      list.push_back(sequences.back().get());
    }
    testing::ListFeed feed(list);
    engine->run(feed);
    EXPECT_TRUE(feed.failed.empty());
    std::vector<std::vector<float>> logits;
    for (const auto& each : sequences) logits.push_back(each->logits);
    return logits;
  }

  ThreadPool pool;
  std::unique_ptr<Ops> ops;
  std::unique_ptr<Engine> engine;
};

class SharedModel : public ::testing::TestWithParam<const char*> {};

TEST_P(SharedModel, SessionsAtTheSameTimeGetTheBitsOfOneAlone) {
  const Model model =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + GetParam() + ".gguf").value();
  const size_t n_vocab = model.config().n_vocab;
  for (const Rounding rounding : {Rounding::kBlocks, Rounding::kRows}) {
    ThreadPool pool(2);
    const auto ops = open_device("cpu", pool).value();
    const auto placed = PlacedModel::place(model, *ops, kRows, rounding).value();
    const auto want = Session(*placed, 1).run(n_vocab);
    std::atomic<size_t> n_running = 4;
    std::vector<std::thread> threads;
    for (int n_threads = 1; n_threads <= 4; ++n_threads) {
      threads.emplace_back([&, n_threads] {
        for (int round = 0; round < 3; ++round) {
          Session session(*placed, 1 + n_threads % 2);
          for (int again = 0; again < 2; ++again) EXPECT_EQ(session.run(n_vocab), want);
        }
        --n_running;
      });
    }
    // The model may be placed again meanwhile, which drops pages of the file that others read.
    while (n_running > 0) EXPECT_TRUE(PlacedModel::place(model, *ops, kRows, rounding).ok());
    for (std::thread& each : threads) each.join();
  }
}

// AMX multiplies signed codes, all other instruction sets multiply unsigned ones.
TEST_P(SharedModel, OnlyInstructionSetsWithTheSamePanelsShareAModel) {
  const Model model =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + GetParam() + ".gguf").value();
  const bool quantised = block_weights(model.weights().layers[0].attn_q.format) > 1;
  ThreadPool pool(1);
  for (const CpuLevel placer : kCpuLevels) {
    for (const CpuLevel reader : kCpuLevels) {
      if (!cpu_has(placer) || !cpu_has(reader)) continue;
      CpuOps places(pool, placer), reads(pool, reader);
      const auto placed = PlacedModel::place(model, places, 8).value();
      const bool same = (placer == CpuLevel::kAmx) == (reader == CpuLevel::kAmx);
      const auto engine = Engine::make(*placed, reads, {.max_rows = 8, .max_entries = 8});
      EXPECT_EQ(engine.ok(), same || !quantised);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, SharedModel,
                         ::testing::Values("llama-f32", "llama-q8_0", "llama-q4_0", "gemma3-f32",
                                           "mixtral-q8_0"));

}  // namespace redact::shared_model_test
