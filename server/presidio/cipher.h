// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redact::server {

// Whether a key has 128, 192 or 256 bits.
bool is_cipher_key(std::string_view key);

// Encrypts as Presidio does: AES in CBC mode with PKCS#7 padding under a random vector, which comes
// first; in Base64 for URLs. Equal texts give different results. Changes are not detected. nullopt
// if the system gives no random bytes, or if the encrypted text has another form or key.
// Precondition: is_cipher_key().
std::optional<std::string> encrypt(std::string_view key, std::string_view text);
std::optional<std::string> decrypt(std::string_view key, std::string_view sealed);

// The hash of a salt followed by a text, in hexadecimal digits.
std::string sha_hex(bool is_sha512, std::string_view salt, std::string_view text);
std::optional<std::string> random_bytes(size_t n);

}  // namespace redact::server
