// SPDX-License-Identifier: Apache-2.0
// Compares the forward pass with transformers, an independent implementation in double precision
// (tests/golden/make_llama_goldens.py): grouped key heads, tied and untied output, llama3 rotary
// factors, every weight format.
#include <gtest/gtest.h>

#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/open_device.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::forward_golden_test {

using testing::golden_path;
using testing::nmse;
using testing::run_all;

struct Golden {
  std::vector<int32_t> ids;
  std::vector<std::vector<double>> logits;  // [n_tokens, n_vocab]
};

Golden read_golden(const std::string& name) {
  const auto json = testing::read_golden(name);
  return {json.at("ids"), json.at("logits")};
}

class ForwardGolden : public ::testing::TestWithParam<const char*> {
 protected:
  const std::string name_ = std::string("llama-") + GetParam();
  const Model model_ = Model::open(golden_path(name_ + ".gguf")).value();
  const Golden golden_ = read_golden(name_ + ".json");
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

TEST_P(ForwardGolden, LogitsAgreeWithTransformers) {
  // The weights are the same numbers on both sides, so with float activations the largest error is
  // that of keys and values in halves. Half a unit in the last of 11 bits is at most 2^-11 of a
  // number; evenly spread over all mantissas, that is 4e-8 of the power of keys or values. The
  // error of a value passes to the output unchanged, that of a key is multiplied by logits of up to
  // about 3, and there are two layers: 2 * (1 + 9) * 4e-8, under 1e-6. (Float rounding alone stays
  // below 1e-10: sums of 64 terms have errors some 10 bits above 2^-24.) Quantised weights are
  // multiplied by activations in int8: a block of 32 normal values has a largest magnitude of about
  // 2.1 sigma, so steps are 2.1 / 127 sigma and the error is (2.1 / 127)^2 / 12 = 2e-5 of the power
  // in each of 14 products.
  const bool int8 = GetParam()[0] == 'q';
  EXPECT_LT(nmse(run_all(model_, *ops_, golden_.ids, golden_.ids.size()), golden_.logits),
            int8 ? 1e-3 : 1e-6);
}

// The reference rounds activations to int8 as the device does, but keeps keys and values unrounded.
// For float weights the bound is the one above. With quantised weights, a difference of d sigma,
// which is 2^-12 after the first keys and values, makes the fraction d / (2.1 / 127) of the values
// round up on one side and down on the other, each by a whole step. From product to product the
// difference grows to that of two independent roundings: twice the 2e-5 above, in each of 14
// products, 6e-4.
TEST_P(ForwardGolden, LogitsAgreeWithTheReferenceOps) {
  testing::ReferenceOps reference;
  const auto want = run_all(model_, reference, golden_.ids, golden_.ids.size());
  const auto got = run_all(model_, *ops_, golden_.ids, golden_.ids.size());
  double error = 0, power = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    error += (got[i] - want[i]) * (got[i] - want[i]);
    power += want[i] * want[i];
  }
  EXPECT_LT(error / power, GetParam()[0] == 'q' ? 1e-3 : 1e-6);
}

TEST_P(ForwardGolden, ChunksGiveTheSameBitsAsOnePass) {
  const auto whole = run_all(model_, *ops_, golden_.ids, golden_.ids.size());
  for (const size_t chunk : {1, 3, 7}) EXPECT_EQ(run_all(model_, *ops_, golden_.ids, chunk), whole);
}

// Machines with different instruction sets give the same result (P4).
TEST_P(ForwardGolden, EveryCpuLevelGivesTheSameBits) {
  const auto want = run_all(model_, *open_device("cpu:scalar", pool_).value(), golden_.ids, 7);
  for (const CpuLevel level : kCpuLevels) {
    if (!cpu_has(level)) continue;
    const auto ops = open_device("cpu:" + std::string(cpu_level_name(level)), pool_).value();
    EXPECT_EQ(run_all(model_, *ops, golden_.ids, 7), want) << cpu_level_name(level);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ForwardGolden,
                         ::testing::Values("f32", "f16", "bf16", "q8_0", "q4_0"));

}  // namespace redact::forward_golden_test
