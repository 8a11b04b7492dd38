// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/digest.h"

namespace redact {

// The bytes of a key file. `where` is the place of the error if others than its owner can open it.
Result<std::string> read_private(const std::string& path, const std::string& where);

// A key from which values are drawn: each draw is the HMAC-SHA256 (RFC 2104) of a purpose and a
// message, so no draw reveals anything about another draw or about the key. Immutable; any thread
// may draw.
//
// A draw fails with kInternal if OpenSSL fails; the document that needs the draw is then withheld.
class Secret {
 public:
  // Any bytes, at least 16 of them, since a short key can be guessed.
  static Result<Secret> of_bytes(std::string_view bytes);

  // Whether a user's key may be text. A passphrase can be guessed: a laptop tries every word
  // followed by digits in minutes, and anyone with hashes or a mapping can test each guess.
  // Stretching (scrypt) only turns minutes into days, and the protected identities are worth
  // guessing for decades. So text is refused, in UTF-8, UTF-16 or a legacy encoding, except for
  // users who have values or mappings under such a key.
  enum class TextKeys { kRefused, kTaken };
  // A user's key, in memory. `setting_for_text` is the setting that asks for kTaken, for errors.
  static Result<Secret> given(std::string_view bytes, TextKeys text,
                              std::string_view setting_for_text = "--legacy-key");
  // A key from a regular file that only its owner can read or write. Anyone who reads the key can
  // undo its protection, and keys are usually created with a umask that lets everybody read them.
  static Result<Secret> read(const std::string& path, TextKeys text,
                             std::string_view setting_for_text = "--legacy-key");
  // Makes such a file of 32 bytes from the kernel's random number generator. kMisuse if the file
  // exists: overwriting a key makes everything under it unreadable.
  static Result<void> make_file(const std::string& path);
  // 32 bytes from the kernel's random number generator, different in each call.
  static Result<Secret> random();

  // `purpose` is a name without NUL in this source code; messages are any bytes.
  Result<Digest> draw(std::string_view purpose, std::string_view message) const;
  // A number below `n` > 0. The bias is below n / 2^64.
  Result<uint64_t> draw_below(uint64_t n, std::string_view purpose, std::string_view message) const;
  // A separate secret for a part of the work, such as one patient.
  Result<Secret> derive(std::string_view purpose, std::string_view message) const;

 private:
  explicit Secret(const Digest& key) : key_(key) {}

  Digest key_;  // for a caller's key, its SHA-256
};

}  // namespace redact
