// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gguf_loader/metadata.h"
#include "gguf_loader/tensor_type.h"

namespace redact {

// A tensor of a file to be written.
struct OutputTensor {
  std::string_view name;
  std::array<uint64_t, 4> dims;  // the first is the length of a row
  uint32_t n_dims;
  TensorType type;

  uint64_t n_bytes() const;
};

// Zero bytes between `n` bytes of tensor data and the next tensor.
uint64_t padding_behind(uint64_t n);

// Everything of a GGUF file of version 3 before its tensor data.
class GgufHead {
 public:
  void copy(std::string_view key, const MetadataValue& value);
  void text(std::string_view key, std::string_view value);
  void count(std::string_view key, uint64_t value);  // stored in 32 bits
  void real(std::string_view key, float value);

  // The bytes of the head. The data of `tensors` must follow in this order, each but the last with
  // padding after it.
  std::string build(std::span<const OutputTensor> tensors) const;

 private:
  void begin(std::string_view key, MetadataType type);

  std::string pairs_;
  uint64_t n_pairs_ = 0;
};

}  // namespace redact
