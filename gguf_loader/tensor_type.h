// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace redact {

// The tensor types of the format that are used for weights in files. Ids that upstream removed (4,
// 5, 31-33, 36-38) or uses only for intermediate results (Q8_1, Q8_K) are unknown to this loader.
enum class TensorType : uint32_t {
  kF32 = 0,
  kF16 = 1,
  kQ4_0 = 2,
  kQ4_1 = 3,
  kQ5_0 = 6,
  kQ5_1 = 7,
  kQ8_0 = 8,
  kQ2_K = 10,
  kQ3_K = 11,
  kQ4_K = 12,
  kQ5_K = 13,
  kQ6_K = 14,
  kIQ4_NL = 20,
  kIQ4_XS = 23,
  kI8 = 24,
  kI16 = 25,
  kI32 = 26,
  kI64 = 27,
  kF64 = 28,
  kBF16 = 30,
};

struct TensorTypeInfo {
  std::string_view name;
  uint32_t block_elements;  // along a row
  uint32_t block_bytes;
};

// nullopt for an unknown id.
std::optional<TensorTypeInfo> tensor_type_info(uint32_t id);

// Precondition: a type that tensor_type_info knows.
std::string_view tensor_type_name(TensorType type);

}  // namespace redact
