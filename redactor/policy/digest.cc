// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/digest.h"

#include <openssl/sha.h>

namespace redact {

Digest sha256(std::string_view bytes) {
  Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return digest;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    hex += "0123456789abcdef"[static_cast<uint8_t>(c) >> 4];
    hex += "0123456789abcdef"[static_cast<uint8_t>(c) & 15];
  }
  return hex;
}

std::string from_hex(std::string_view hex) {
  const auto value = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    const int high = value(hex[i]), low = value(hex[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace redact
