// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// The compression of a file.
enum class Compression { kNone, kGzip, kZstd };

// The compression of a file by the ending of its path, in any case: ".gz" or ".zst".
Compression compression_of(std::string_view path);
// The path without that ending.
std::string_view without_compression(std::string_view path);

// Decompresses a stream piece by piece, in memory that does not depend on its length. Several
// compressed streams in a row count as one, as for gzip and zstd. Not safe for concurrent calls.
class Decompressor {
 public:
  // nullptr for kNone.
  static std::unique_ptr<Decompressor> make(Compression compression);
  virtual ~Decompressor() = default;

  // Takes bytes off the front of `in` and appends at most `n_most` bytes to `out`; appends none
  // only if it needs more input. Errors (kBadInput): the bytes are not in the format.
  virtual Result<void> decode(std::string_view& in, std::string& out, size_t n_most) = 0;
  // Call this at the end of the input. Errors (kBadInput): a stream is cut short.
  virtual Result<void> end() const = 0;
  // Starts a new stream.
  virtual void restart() = 0;
};

}  // namespace redact
