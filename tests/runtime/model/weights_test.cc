// SPDX-License-Identifier: Apache-2.0
// The tensor types of files and the weight formats of kernels describe the same blocks.
#include "runtime/model/weights.h"

#include <gtest/gtest.h>

namespace redact {
namespace {

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

}  // namespace
}  // namespace redact
