// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace redact {

using Digest = std::array<uint8_t, 32>;

Digest sha256(std::string_view bytes);

// Lower-case hexadecimal of any bytes, and back; empty for what is none.
std::string to_hex(std::string_view bytes);
std::string from_hex(std::string_view hex);

inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}
inline std::string sha256_hex(std::string_view bytes) { return to_hex(bytes_of(sha256(bytes))); }

}  // namespace redact
