// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/logits.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace redact {

Result<void> check_finite(std::span<const float> values) {
  // There are over a hundred values a row of a label model, so none has a branch of its own, and
  // compilers turn the loop into vector code.
  uint32_t largest = 0;
  for (const float x : values) {
    largest = std::max(largest, std::bit_cast<uint32_t>(x) & 0x7fff'ffffu);
  }
  if (largest < 0x7f80'0000u) return {};  // infinity's bits
  return Error{ErrorKind::kBadInput, "model",
               "the model computed a logit that is not a finite number"};
}

LogitMemory::LogitMemory(Ops& ops, size_t n_pieces, size_t n) : n_(n) {
  const std::shared_ptr<float[]> all = ops.host_floats(n_pieces * n);
  for (size_t i = 0; i < n_pieces; ++i) {
    pieces_.push_back(Piece(all.get() + i * n, [all](float*) {}));
  }
}

bool LogitMemory::has_free() const { return std::ranges::any_of(pieces_, is_free); }

std::shared_ptr<float[]> LogitMemory::take(size_t n) {
  const auto found = std::ranges::find_if(pieces_, is_free);
  // Another thread has read the piece before it let go of it. libstdc++ counts owners up and down
  // with acquire and release, so this copy orders those reads before what is written next.
  if (n <= n_ && found != pieces_.end()) return *found;
  return std::make_shared_for_overwrite<float[]>(n);
}

}  // namespace redact
