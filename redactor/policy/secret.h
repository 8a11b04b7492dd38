// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/policy/digest.h"

namespace redact {

// A caller's key, and what is drawn from it: HMAC-SHA256 (RFC 2104) of a purpose and a message, so
// that no draw tells anything about another or about the key. Immutable.
class Secret {
 public:
  // Any bytes, at least 16 of them, since what is short can be guessed.
  static Result<Secret> of_bytes(std::string_view bytes);
  // The same from a file.
  static Result<Secret> read(const std::string& path);
  // The key that a document is to itself: draws are the same every time, and nobody who lacks the
  // document can make them.
  static Secret of_document(std::string_view text);

  // `purpose` is a name of ours without NUL; messages are any bytes.
  Digest draw(std::string_view purpose, std::string_view message) const;
  // A number below `n` > 0. The bias, n / 2^64, is too small to see.
  uint64_t draw_below(uint64_t n, std::string_view purpose, std::string_view message) const;

 private:
  explicit Secret(const Digest& key) : key_(key) {}

  Digest key_;  // SHA-256 of what the caller gave
};

}  // namespace redact
