// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/tensor_info.h"

#include <string>

#include "base/checked.h"
#include "gguf_loader/limits.h"

namespace redact {

namespace {

// Bytes of a tensor; every step is checked, so that no product of dimensions can wrap.
std::optional<uint64_t> size_bytes(const TensorInfo& info, const TensorTypeInfo& type) {
  auto total = checked_mul(info.dims[0] / type.block_elements, type.block_bytes);
  for (size_t i = 1; i < 4 && total; ++i) total = checked_mul(*total, info.dims[i]);
  return total;
}

}  // namespace

Result<TensorInfo> read_tensor_info(ByteReader& reader) {
  TensorInfo info{};
  const auto bad = [&](const char* field, std::string what) {
    const std::string named = info.name.empty() ? "" : std::string(info.name) + ": ";
    return Error{ErrorKind::kBadInput, reader.where("tensor " + named + field), std::move(what)};
  };
  const auto name = reader.read_string(gguf_limits::kMaxTensorNameBytes);
  if (!name) return bad("name", "truncated or longer than 63 bytes");
  if (name->empty()) return bad("name", "must not be empty");
  for (const char c : *name) {  // names are printed
    if (c <= ' ' || c >= 0x7f) return bad("name", "must be printable ASCII without spaces");
  }
  info.name = *name;

  const auto n_dims = reader.read<uint32_t>();
  if (!n_dims) return bad("n_dims", "the file ends inside this field");
  if (*n_dims < 1 || *n_dims > gguf_limits::kMaxDims) return bad("n_dims", "must be from 1 to 4");
  info.n_dims = *n_dims;
  info.dims = {1, 1, 1, 1};
  for (uint32_t i = 0; i < *n_dims; ++i) {
    const auto dim = reader.read<uint64_t>();
    if (!dim) return bad("dims", "the file ends inside this field");
    if (*dim == 0) return bad("dims", "must not be zero");
    info.dims[i] = *dim;
  }

  const auto type_id = reader.read<uint32_t>();
  if (!type_id) return bad("type", "the file ends inside this field");
  const auto type = tensor_type_info(*type_id);
  if (!type) return bad("type", "unknown tensor type " + std::to_string(*type_id));
  info.type = static_cast<TensorType>(*type_id);
  if (info.dims[0] % type->block_elements != 0) {
    return bad("dims", "the row length is not a multiple of the " + std::string(type->name) +
                           " block size");
  }
  const auto n_bytes = size_bytes(info, *type);
  if (!n_bytes) return bad("dims", "the tensor is larger than 2^64 bytes");
  info.n_bytes = *n_bytes;

  const auto offset = reader.read<uint64_t>();
  if (!offset) return bad("offset", "the file ends inside this field");
  info.offset = *offset;
  return info;
}

}  // namespace redact
