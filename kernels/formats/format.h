// SPDX-License-Identifier: Apache-2.0
// The number formats that weights are stored in, and a view of a matrix in one of them. A row of a
// weight matrix is a whole number of blocks (blocks.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/formats/blocks.h"

namespace redact {

enum class WeightFormat {
  kF32,
  kF16,
  kBf16,
  kQ8_0,
  kQ4_0,
  kQ4_K,
  kQ6_K,
  kQ4_1,
  kQ5_0,
  kQ5_1,
  kQ2_K,
  kQ3_K,
  kQ5_K,
  kIQ4_NL,
  kIQ4_XS,
};

// GGUF's name of a format, its weights per block (1 if it is not quantised) and bytes per block.
struct FormatInfo {
  const char* name;
  size_t block_weights;
  size_t block_bytes;
};
constexpr FormatInfo format_info(WeightFormat format) {
  switch (format) {
    case WeightFormat::kF32: return {"F32", 1, 4};
    case WeightFormat::kF16: return {"F16", 1, 2};
    case WeightFormat::kBf16: return {"BF16", 1, 2};
    case WeightFormat::kQ8_0: return {"Q8_0", 32, sizeof(BlockQ8_0)};
    case WeightFormat::kQ4_0: return {"Q4_0", 32, sizeof(BlockQ4_0)};
    case WeightFormat::kQ4_1: return {"Q4_1", 32, sizeof(BlockQ4_1)};
    case WeightFormat::kQ5_0: return {"Q5_0", 32, sizeof(BlockQ5_0)};
    case WeightFormat::kQ5_1: return {"Q5_1", 32, sizeof(BlockQ5_1)};
    case WeightFormat::kIQ4_NL: return {"IQ4_NL", 32, sizeof(BlockIQ4_NL)};
    case WeightFormat::kQ2_K: return {"Q2_K", 256, sizeof(BlockQ2_K)};
    case WeightFormat::kQ3_K: return {"Q3_K", 256, sizeof(BlockQ3_K)};
    case WeightFormat::kQ4_K: return {"Q4_K", 256, sizeof(BlockQ4_K)};
    case WeightFormat::kQ5_K: return {"Q5_K", 256, sizeof(BlockQ5_K)};
    case WeightFormat::kQ6_K: return {"Q6_K", 256, sizeof(BlockQ6_K)};
    case WeightFormat::kIQ4_XS: return {"IQ4_XS", 256, sizeof(BlockIQ4_XS)};
  }
  return {"", 1, 0};
}
constexpr size_t block_weights(WeightFormat format) { return format_info(format).block_weights; }
constexpr size_t block_bytes(WeightFormat format) { return format_info(format).block_bytes; }
constexpr bool is_half(WeightFormat format) {
  return format == WeightFormat::kF16 || format == WeightFormat::kBf16;
}

// The form of a weight that a device has made for itself. Each kind of device derives its own
// kinds, so that no device reads the form of another.
class PreparedWeight {
 public:
  virtual ~PreparedWeight() = default;
};

// A weight matrix of `rows` outputs by `cols` inputs, rows outermost, in GGUF's own block order.
// A view: the owner of the bytes (the mapped model file) outlives it.
struct Weight {
  WeightFormat format = WeightFormat::kF32;
  size_t rows = 0;
  size_t cols = 0;                // a multiple of block_weights(format)
  const uint8_t* data = nullptr;  // nullptr: no such matrix
  // The form that DeviceMemory::prepare made, for that device.
  std::shared_ptr<const PreparedWeight> prepared = {};

  size_t row_bytes() const { return cols / block_weights(format) * block_bytes(format); }
  size_t n_bytes() const { return rows * row_bytes(); }
  const uint8_t* row(size_t r) const { return data + r * row_bytes(); }
  // The prepared form if it is of this kind, which is final; else nullptr.
  template <typename Kind>
  const Kind* prepared_as() const {
    return dynamic_cast<const Kind*>(prepared.get());
  }
  // The values of a kF32 matrix.
  const float* floats() const { return reinterpret_cast<const float*>(data); }
};

}  // namespace redact
