// SPDX-License-Identifier: Apache-2.0
// What fits into a device of little memory, and what is said where nothing does.
#include "runtime/engine/memory_plan.h"

#include <gtest/gtest.h>

#include "tests/support/reference_ops.h"

namespace redact {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

// A device that counts: its own memory, and what is asked of it.
class SmallDevice final : public testing::ReferenceOps {
 public:
  explicit SmallDevice(size_t bytes) : bytes_(bytes) {}
  size_t free_bytes() const override { return bytes_; }
  std::shared_ptr<float[]> allocate(size_t n) override {
    taken += n * sizeof(float);
    return ReferenceOps::allocate(n);
  }
  size_t taken = 0;

 private:
  size_t bytes_;
};

class FitMemory : public ::testing::Test {
 protected:
  static EngineOptions options() {
    EngineOptions options{};
    options.max_rows = 64;
    options.max_entries = 100'000;
    options.max_sequences = 12;
    return options;
  }
  const Model model_ =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-q8_0.gguf").value();
  static constexpr size_t kReserve = 384 * kMiB;
};

TEST_F(FitMemory, TakesAllWhereMemoryIsTheHosts) {
  testing::ReferenceOps host;
  const auto fitting = fit_memory(model_, host, options());
  ASSERT_TRUE(fitting.ok());
  EXPECT_EQ(fitting->max_sequences, 12u);
}

TEST_F(FitMemory, TakesFewerSequencesWhereMemoryIsShort) {
  const SmallDevice any(0);
  const MemoryPlan plan = plan_memory(model_, any, options());
  for (const size_t n : {1u, 5u, 12u}) {
    const SmallDevice device(kReserve + plan.bytes(n));
    const auto fitting = fit_memory(model_, device, options());
    ASSERT_TRUE(fitting.ok());
    EXPECT_EQ(fitting->max_sequences, n);
  }
}

TEST_F(FitMemory, SaysWhatIsNeededWhereNothingFits) {
  const SmallDevice any(0);
  const MemoryPlan plan = plan_memory(model_, any, options());
  const SmallDevice device(kReserve + plan.bytes(1) - 1);
  const auto fitting = fit_memory(model_, device, options());
  ASSERT_FALSE(fitting.ok());
  EXPECT_EQ(fitting.error().kind, ErrorKind::kExhausted);
  for (const char* part : {"weights", "64 rows", "100000 entries", "are free"}) {
    EXPECT_NE(fitting.error().message().find(part), std::string::npos) << part;
  }
}

TEST_F(FitMemory, TheEngineTakesNoMoreThanPlanned) {
  SmallDevice device(kReserve + 1000 * kMiB);
  const auto fitting = fit_memory(model_, device, options());
  ASSERT_TRUE(fitting.ok());
  const Engine engine(model_, device, *fitting);
  const MemoryPlan plan = plan_memory(model_, device, *fitting);
  EXPECT_LE(device.taken, plan.bytes(fitting->max_sequences));
  EXPECT_GT(device.taken, plan.bytes(fitting->max_sequences) / 2);
}

}  // namespace
}  // namespace redact
