// SPDX-License-Identifier: Apache-2.0
// What models and sessions on them take of the system's memory, measured, and that it goes back.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "kernels/open_device.h"
#include "runtime/engine/model_runner.h"
#include "tests/support/constraints.h"
#include "tests/support/resident.h"

namespace redact {
namespace {

constexpr size_t kMiB = size_t{1} << 20, kEntries = 387;  // of the bundled model's windows

Model bundled() { return Model::open(REDACT_BUNDLED_MODEL).value(); }
EngineOptions options() {
  EngineOptions out{.max_rows = 512, .max_entries = kEntries, .max_sequences = 12};
  out.one_pass = true, out.rounding = Rounding::kRows;
  return out;
}
// Runs steps of all rows.
void run(Engine& engine) {
  std::vector<testing::Whole> sequences;
  for (size_t i = 0; i < 8; ++i) sequences.emplace_back(std::vector<int32_t>(250, 5));
  std::vector<Constraint*> list;
  for (testing::Whole& each : sequences) list.push_back(&each);
  testing::ListFeed feed(list);
  engine.run(feed);
  EXPECT_TRUE(feed.failed.empty());
}

class ResidentMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (testing::kSanitized) GTEST_SKIP() << "a sanitizer takes and keeps memory of its own";
  }
};

TEST_F(ResidentMemory, GoesBackWhenModelsAreClosed) {
  const auto open_many = [] {
    std::vector<std::unique_ptr<ModelRunner>> open;
    for (int i = 0; i < 10; ++i) {
      open.push_back(
          ModelRunner::open(SharedModel::open(bundled(), "cpu", 2, options()).value(), 2).value());
      run(open.back()->engine());
    }
  };
  open_many();
  const size_t first = testing::resident_bytes();
  EXPECT_LT(first, 4 * kMiB);
  for (int round = 0; round < 3; ++round) {
    open_many();
    EXPECT_LT(testing::resident_bytes(), first + kMiB / 2);
  }
}

// A session is a device and an engine on a placed model that others use too.
TEST_F(ResidentMemory, OneMoreSessionTakesAtMost8MiB) {
  struct Session {
    explicit Session(const PlacedModel& model)
        : pool(1),
          ops(open_device("cpu", pool).value()),
          engine(Engine::make(model, *ops, options()).value()) {}
    ThreadPool pool;
    std::unique_ptr<Ops> ops;
    std::unique_ptr<Engine> engine;
  };
  constexpr size_t kSessions = 8;
  const Model model = bundled();
  ThreadPool pool(1);
  const auto ops = open_device("cpu", pool).value();
  const auto placed = PlacedModel::place(model, *ops, kEntries, Rounding::kRows).value();
  run(*Session(*placed).engine);
  const size_t before = testing::resident_bytes();
  std::vector<std::unique_ptr<Session>> sessions;
  for (size_t i = 0; i < kSessions; ++i) sessions.push_back(std::make_unique<Session>(*placed));
  EXPECT_LT(testing::resident_bytes(), before + kSessions * kMiB / 4);  // before any work
  for (const auto& each : sessions) run(*each->engine);
  EXPECT_LT(testing::resident_bytes(), before + kSessions * 8 * kMiB);
}

}  // namespace
}  // namespace redact
