// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redact::server {

// Whether a key has 128, 192 or 256 bits.
bool is_cipher_key(std::string_view key);

// As Presidio encrypts: AES in CBC mode with PKCS#7 padding under a random vector, which comes
// first; in Base64 for URLs. Equal texts differ. Nothing tells whether it was changed. nullopt: the
// system gives no random bytes, or the encrypted text has another form or another key.
// Precondition: is_cipher_key().
std::optional<std::string> encrypt(std::string_view key, std::string_view text);
std::optional<std::string> decrypt(std::string_view key, std::string_view sealed);

// In hexadecimal digits, behind a salt.
std::string sha_hex(bool is_sha512, std::string_view salt, std::string_view text);
std::optional<std::string> random_bytes(size_t n);

}  // namespace redact::server
