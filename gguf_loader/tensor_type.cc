// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/tensor_type.h"

namespace redact {

std::optional<TensorTypeInfo> tensor_type_info(uint32_t id) {
  // Bytes per block: scales and minima first, then codes, as in upstream's ggml-common.h.
  switch (static_cast<TensorType>(id)) {
    case TensorType::kF32: return {{"F32", 1, 4}};
    case TensorType::kF16: return {{"F16", 1, 2}};
    case TensorType::kBF16: return {{"BF16", 1, 2}};
    case TensorType::kQ4_0: return {{"Q4_0", 32, 2 + 16}};
    case TensorType::kQ4_1: return {{"Q4_1", 32, 4 + 16}};
    case TensorType::kQ5_0: return {{"Q5_0", 32, 2 + 4 + 16}};
    case TensorType::kQ5_1: return {{"Q5_1", 32, 4 + 4 + 16}};
    case TensorType::kQ8_0: return {{"Q8_0", 32, 2 + 32}};
    case TensorType::kQ2_K: return {{"Q2_K", 256, 16 + 64 + 4}};
    case TensorType::kQ3_K: return {{"Q3_K", 256, 32 + 64 + 12 + 2}};
    case TensorType::kQ4_K: return {{"Q4_K", 256, 4 + 12 + 128}};
    case TensorType::kQ5_K: return {{"Q5_K", 256, 4 + 12 + 32 + 128}};
    case TensorType::kQ6_K: return {{"Q6_K", 256, 128 + 64 + 16 + 2}};
    case TensorType::kIQ4_NL: return {{"IQ4_NL", 32, 2 + 16}};
    case TensorType::kIQ4_XS: return {{"IQ4_XS", 256, 2 + 2 + 4 + 128}};
    case TensorType::kI8: return {{"I8", 1, 1}};
    case TensorType::kI16: return {{"I16", 1, 2}};
    case TensorType::kI32: return {{"I32", 1, 4}};
    case TensorType::kI64: return {{"I64", 1, 8}};
    case TensorType::kF64: return {{"F64", 1, 8}};
  }
  return std::nullopt;
}

std::string_view tensor_type_name(TensorType type) {
  return tensor_type_info(static_cast<uint32_t>(type))->name;
}

}  // namespace redact
