// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

using Digest = std::array<uint8_t, 32>;

// SHA-256 (FIPS 180-4) of any bytes, and HMAC-SHA256 (RFC 2104) of a message of any bytes. Errors:
// kInternal if OpenSSL fails; a digest that was not computed is never returned.
Result<Digest> sha256(std::string_view bytes);
Result<Digest> hmac_sha256(const Digest& key, std::string_view message);

// SHA-256 of bytes that come in pieces; no piece may follow end(). Errors: kInternal if OpenSSL
// fails. Not safe for concurrent calls.
class Sha256 {
 public:
  static Result<Sha256> begin();
  Result<void> add(std::string_view bytes);
  Result<Digest> end();

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const;
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

// Several strings as the message of one digest: each follows its length ("5:hello"), so that two
// different lists of strings never give the same message.
std::string message_of(std::initializer_list<std::string_view> parts);

// Lower-case hexadecimal of any bytes.
std::string to_hex(std::string_view bytes);
// The inverse of to_hex(); empty if `hex` is not an even number of lower-case hexadecimal digits.
std::string from_hex(std::string_view hex);

inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}
Result<std::string> sha256_hex(std::string_view bytes);

}  // namespace redact
