// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "gguf_loader/byte_reader.h"
#include "gguf_loader/tensor_type.h"

namespace redact {

// One tensor of a file. The name views the file's bytes.
struct TensorInfo {
  std::string_view name;
  TensorType type;
  uint32_t n_dims;               // 1..4
  std::array<uint64_t, 4> dims;  // as stored, fastest-varying first; 1 past n_dims
  uint64_t offset;               // bytes from the start of the data section of its part
  uint64_t n_bytes;              // exact, without padding
  uint32_t part;                 // the file of a split that holds it, from 0; 0 in a whole file

  uint64_t cols() const { return dims[0]; }
  uint64_t rows() const { return dims[1] * dims[2] * dims[3]; }  // no overflow: n_bytes has none
};

// Reads one entry of the tensor table. No product of its dimensions can wrap afterwards.
Result<TensorInfo> read_tensor_info(ByteReader& reader);

}  // namespace redact
