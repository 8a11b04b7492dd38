// SPDX-License-Identifier: Apache-2.0
// Any bytes as a compressed stream: read in pieces of any size it gives the same bytes, or is
// refused after the same ones. The first byte chooses the format, the second the pieces.
#include "documents/files/decompressor.h"

#include <algorithm>

#include "tests/fuzz/check_refusal.h"

namespace {

using namespace redact;
using fuzz::require;

constexpr size_t kMost = size_t{1} << 20;  // bytes that are decompressed: a few bytes may be many

struct Decoded {
  std::string bytes;
  bool is_whole = false;
};

Decoded decode(Decompressor& stream, std::string_view bytes, size_t n_in, size_t n_out) {
  Decoded out;
  stream.restart();
  while (!bytes.empty() && out.bytes.size() < kMost) {
    std::string_view piece = bytes.substr(0, n_in);
    bytes.remove_prefix(piece.size());
    for (;;) {
      const size_t before = out.bytes.size(), left = piece.size();
      const auto decoded = stream.decode(piece, out.bytes, n_out);
      require(piece.size() <= left && out.bytes.size() - before <= n_out);
      if (!decoded.ok()) {
        fuzz::check_refusal(decoded.error());
        return out;
      }
      if (out.bytes.size() == before || out.bytes.size() >= kMost) break;
    }
    if (out.bytes.size() < kMost) require(piece.empty());
  }
  const auto ended = stream.end();
  if (!ended.ok()) fuzz::check_refusal(ended.error());
  out.is_whole = ended.ok() && out.bytes.size() < kMost;
  return out;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const auto stream =
      Decompressor::make(data[0] % 2 == 0 ? Compression::kGzip : Compression::kZstd);
  const std::string_view bytes = fuzz::text_of(data + 2, size - 2);
  const Decoded whole = decode(*stream, bytes, bytes.size(), 1 << 16);
  const Decoded pieces = decode(*stream, bytes, 1 + data[1] % 7, 512 + data[1]);
  const size_t n = std::min(whole.bytes.size(), pieces.bytes.size());
  require(whole.bytes.compare(0, n, pieces.bytes, 0, n) == 0);
  require(whole.is_whole == pieces.is_whole);
  if (whole.is_whole) require(whole.bytes == pieces.bytes);
  return 0;
}
