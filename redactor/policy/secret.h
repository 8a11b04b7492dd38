// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/policy/digest.h"

namespace redact {

// A key, and what is drawn from it: HMAC-SHA256 (RFC 2104) of a purpose and a message, so that no
// draw tells anything about another or about the key. Immutable; any thread may draw.
//
// Errors of a draw are kInternal: OpenSSL failed, and the document that needs the draw is withheld.
class Secret {
 public:
  // The caller's key: any bytes, at least 16 of them, since what is short can be guessed.
  static Result<Secret> of_bytes(std::string_view bytes);
  // The same from a regular file that nobody but its owner can read or write: whoever reads the key
  // can undo what it protects, and a key is usually made with an umask that lets everybody read it.
  static Result<Secret> read(const std::string& path);
  // 32 bytes of the kernel's random number generator, different at each call.
  static Result<Secret> random();

  // `purpose` is a name without NUL in this source code; messages are any bytes.
  Result<Digest> draw(std::string_view purpose, std::string_view message) const;
  // A number below `n` > 0. The bias is below n / 2^64.
  Result<uint64_t> draw_below(uint64_t n, std::string_view purpose, std::string_view message) const;
  // A secret of its own for a part of the work, such as one patient.
  Result<Secret> derive(std::string_view purpose, std::string_view message) const;

 private:
  explicit Secret(const Digest& key) : key_(key) {}

  Digest key_;  // of a caller's key the SHA-256
};

}  // namespace redact
