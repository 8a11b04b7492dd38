// SPDX-License-Identifier: Apache-2.0
// The tensor types of files and the weight formats of kernels describe the same blocks.
#include "runtime/model/weights.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/model/model.h"
#include "tests/support/tiny_model.h"

namespace redact::weights_test {

TEST(Weights, FileAndKernelAgreeOnEveryBlock) {
  size_t n_formats = 0;
  for (uint32_t id = 0; id < 64; ++id) {
    const auto type = tensor_type_info(id);
    const auto format = type ? weight_format(static_cast<TensorType>(id)) : std::nullopt;
    if (!format) continue;
    ++n_formats;
    EXPECT_EQ(format_info(*format).name, type->name);
    EXPECT_EQ(block_weights(*format), type->block_elements) << type->name;
    EXPECT_EQ(block_bytes(*format), type->block_bytes) << type->name;
  }
  EXPECT_EQ(n_formats, 15u);
}

// One matrix of another format in any place makes a file one of mixed formats.
TEST(Weights, AFileIsOfOneFormatOnlyIfAllMultipliedMatricesAre) {
  for (const uint32_t n_experts : {0u, 2u}) {
    testing::TinyModel file;
    file.type = "q8_0", file.n_experts = n_experts;
    const Model whole = Model::open(file.write("whole.gguf")).value();
    EXPECT_TRUE(whole.multiplies_only(WeightFormat::kQ8_0));
    EXPECT_FALSE(whole.multiplies_only(WeightFormat::kF32));
    size_t n_mixed = 0;
    for (const TensorShape& tensor : list_tensors(whole.config())) {
      if (whole.config().presence(tensor.part) != Presence::kRequired) continue;
      if (tensor.rows == 1 && tensor.n_matrices == 1) continue;
      file.types = {{tensor.name, 0}};  // F32
      const Model mixed = Model::open(file.write("mixed.gguf")).value();
      const bool multiplied = tensor.use == TensorUse::kMultiplied;
      EXPECT_EQ(mixed.multiplies_only(WeightFormat::kQ8_0), !multiplied) << tensor.name;
      n_mixed += multiplied ? 1 : 0;
    }
    EXPECT_EQ(n_mixed, 2u * 7);
  }
  // The finder of label models rounds the bundled one by rows.
  const Model bundled = Model::open(REDACT_BUNDLED_MODEL).value();
  EXPECT_TRUE(bundled.multiplies_only(WeightFormat::kQ5_0));
}

}  // namespace redact::weights_test
