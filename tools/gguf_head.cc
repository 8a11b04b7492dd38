// SPDX-License-Identifier: Apache-2.0
#include "tools/gguf_head.h"

namespace redact {

namespace {

constexpr uint64_t kAlignment = 32;  // of tensor data: GGUF's default

template <typename T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_text(std::string& out, std::string_view text) {
  put<uint64_t>(out, text.size());
  out += text;
}

}  // namespace

uint64_t padding_behind(uint64_t n) { return (kAlignment - n % kAlignment) % kAlignment; }

uint64_t OutputTensor::n_bytes() const {
  const TensorTypeInfo info = *tensor_type_info(static_cast<uint32_t>(type));
  uint64_t n = dims[0] / info.block_elements * info.block_bytes;
  for (uint32_t i = 1; i < n_dims; ++i) n *= dims[i];
  return n;
}

void GgufHead::begin(std::string_view key, MetadataType type) {
  put_text(pairs_, key);
  put(pairs_, static_cast<uint32_t>(type));
  ++n_pairs_;
}

void GgufHead::copy(std::string_view key, const MetadataValue& value) {
  begin(key, value.type);
  if (value.type == MetadataType::kArray) {
    put(pairs_, static_cast<uint32_t>(value.element));
    put(pairs_, value.count);
  }
  pairs_.append(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
}

void GgufHead::text(std::string_view key, std::string_view value) {
  begin(key, MetadataType::kString);
  put_text(pairs_, value);
}

void GgufHead::count(std::string_view key, uint64_t value) {
  begin(key, MetadataType::kU32);
  put(pairs_, static_cast<uint32_t>(value));
}

void GgufHead::real(std::string_view key, float value) {
  begin(key, MetadataType::kF32);
  put(pairs_, value);
}

std::string GgufHead::build(std::span<const OutputTensor> tensors) const {
  std::string out;
  put<uint32_t>(out, 0x46554747);  // "GGUF"
  put<uint32_t>(out, 3);
  put<uint64_t>(out, tensors.size());
  put(out, n_pairs_);
  out += pairs_;
  uint64_t offset = 0;
  for (const OutputTensor& tensor : tensors) {
    put_text(out, tensor.name);
    put(out, tensor.n_dims);
    for (uint32_t i = 0; i < tensor.n_dims; ++i) put(out, tensor.dims[i]);
    put(out, static_cast<uint32_t>(tensor.type));
    put(out, offset);
    offset += tensor.n_bytes() + padding_behind(tensor.n_bytes());
  }
  return out.append(padding_behind(out.size()), '\0');
}

}  // namespace redact
