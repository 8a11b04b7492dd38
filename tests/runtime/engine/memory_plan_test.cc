// SPDX-License-Identifier: Apache-2.0
// The engines that fit into a device with little memory, and the error if none does.
#include "runtime/engine/memory_plan.h"

#include <gtest/gtest.h>

#include <new>

#include "base/free_memory.h"
#include "tests/support/reference_ops.h"

namespace redact::memory_plan_test {

constexpr size_t kMiB = size_t{1} << 20;

// A device with little memory that counts how much is allocated.
class SmallDevice final : public testing::ReferenceOps {
 public:
  explicit SmallDevice(size_t bytes) : bytes_(bytes) {}
  size_t free_bytes() const override { return bytes_; }
  std::shared_ptr<std::byte[]> allocate(size_t n_bytes) override {
    if (taken + n_bytes > bytes_) throw std::bad_alloc();
    taken += n_bytes;
    return ReferenceOps::allocate(n_bytes);
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
  static constexpr size_t kReserve = 384 * kMiB, kPositions = 1000;
};

TEST_F(FitMemory, TakesAllWhereThereIsRoom) {
  testing::ReferenceOps host;
  const auto fitting = fit_memory(model_, host, options(), kPositions);
  ASSERT_TRUE(fitting.ok());
  EXPECT_EQ(fitting->max_sequences, 12u);
}

TEST_F(FitMemory, TakesFewerSequencesWhereMemoryIsShort) {
  const SmallDevice any(0);
  const MemoryPlan plan = plan_memory(model_, any, options(), kPositions);
  for (const size_t n : {1u, 5u, 12u}) {
    const SmallDevice device(kReserve + plan.bytes(n));
    const auto fitting = fit_memory(model_, device, options(), kPositions);
    ASSERT_TRUE(fitting.ok());
    EXPECT_EQ(fitting->max_sequences, n);
  }
}

TEST_F(FitMemory, SaysWhatIsNeededWhereNothingFits) {
  const SmallDevice any(0);
  const MemoryPlan plan = plan_memory(model_, any, options(), kPositions);
  const SmallDevice device(kReserve + plan.bytes(1) - 1);
  const auto fitting = fit_memory(model_, device, options(), kPositions);
  ASSERT_FALSE(fitting.ok());
  EXPECT_EQ(fitting.error().kind, ErrorKind::kExhausted);
  for (const char* part : {"weights", "64 activation rows", "100000 entries", "are free"}) {
    EXPECT_NE(fitting.error().message().find(part), std::string::npos) << part;
  }
}

TEST_F(FitMemory, ASequenceOfOnePassTakesTheMemoryOfOneLayer) {
  const SmallDevice any(0);
  EngineOptions one_pass = options();
  one_pass.one_pass = true;
  EXPECT_EQ(plan_memory(model_, any, one_pass, kPositions).sequence * model_.config().layers.size(),
            plan_memory(model_, any, options(), kPositions).sequence);
}

class TakesWhatWasPlanned : public FitMemory, public ::testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(Passes, TakesWhatWasPlanned, ::testing::Bool());

TEST_P(TakesWhatWasPlanned, ByTheEngine) {
  SmallDevice device(kReserve + 1000 * kMiB);
  EngineOptions asked = options();
  asked.one_pass = GetParam();
  asked.rounding = GetParam() ? Rounding::kRows : Rounding::kBlocks;
  const auto fitting = fit_memory(model_, device, asked, kPositions);
  ASSERT_TRUE(fitting.ok());
  const MemoryPlan plan = plan_memory(model_, device, *fitting, kPositions);
  const auto placed = PlacedModel::place(model_, device, kPositions, fitting->rounding);
  ASSERT_TRUE(placed.ok());
  EXPECT_LE(device.taken, plan.weights);
  const auto engine = Engine::make(**placed, device, *fitting);
  ASSERT_TRUE(engine.ok());
  const size_t planned = plan.bytes(fitting->max_sequences);
  EXPECT_LE(device.taken, planned);
  EXPECT_GT(device.taken, planned - kMiB);
}

TEST_F(FitMemory, ADeviceThatGivesLessThanItSaidIsAnError) {
  SmallDevice none(0);
  const auto placed = PlacedModel::place(model_, none, kPositions);
  ASSERT_FALSE(placed.ok());
  EXPECT_EQ(placed.error().kind, ErrorKind::kExhausted);
  SmallDevice little(8 * kMiB);
  const auto small = PlacedModel::place(model_, little, kPositions);
  ASSERT_TRUE(small.ok());
  const auto engine = Engine::make(**small, little, options());
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().kind, ErrorKind::kExhausted);
}

// The host's memory is planned like a GPU's, so that the out-of-memory killer has nothing to do.
TEST(FreeHostMemory, IsWhatAProcessMayTake) {
  const size_t free = free_host_memory();
  EXPECT_GT(free, 16 * kMiB);
  EXPECT_LT(free, size_t{1} << 46);
}

}  // namespace redact::memory_plan_test
