// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/byte_reader.h"

namespace redact {

std::optional<std::span<const uint8_t>> ByteReader::take(uint64_t n) {
  if (n > remaining()) return std::nullopt;
  const auto taken = bytes_.subspan(at_, n);
  at_ += n;
  return taken;
}

std::optional<std::string_view> ByteReader::read_string(uint64_t max_bytes) {
  const uint64_t start = at_;
  const auto size = read<uint64_t>();
  if (size && *size <= max_bytes) {
    if (const auto bytes = take(*size)) {
      return std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
  }
  at_ = start;
  return std::nullopt;
}

}  // namespace redact
