// SPDX-License-Identifier: Apache-2.0
// A process that opens and closes models again and again does not grow.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/engine/model_runner.h"
#include "tests/support/constraints.h"
#include "tests/support/resident.h"

namespace redact {
namespace {

// Opens the bundled model, runs a sequence, and repeats that with all models still open.
void open_many(size_t n) {
  std::vector<std::unique_ptr<ModelRunner>> open;
  for (size_t i = 0; i < n; ++i) {
    EngineOptions options{.max_rows = 512, .max_entries = 387, .max_sequences = 12};
    options.one_pass = true, options.rounding = Rounding::kRows;
    Model model = Model::open(std::string(REDACT_SOURCE_DIR) + "/models/redact-v11.gguf").value();
    open.push_back(ModelRunner::open(std::move(model), "cpu", 2, options).value());
    testing::Whole sequence(std::vector<int32_t>(387, 5));
    ASSERT_TRUE(open.back()->engine().run(sequence).ok());
  }
}

TEST(Memory, GoesBackWhenModelsAreClosed) {
  constexpr size_t kMiB = size_t{1} << 20;
  open_many(10);
  const size_t first = testing::resident_bytes();
  EXPECT_LT(first, 32 * kMiB);
  for (int round = 0; round < 3; ++round) {
    open_many(10);
    EXPECT_LT(testing::resident_bytes(), first + 4 * kMiB);
  }
}

}  // namespace
}  // namespace redact
