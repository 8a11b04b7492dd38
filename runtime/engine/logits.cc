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

bool LogitMemory::has_free() const {
  return pieces_.size() < kMost || std::ranges::any_of(pieces_, &Piece::is_free);
}

std::shared_ptr<float[]> LogitMemory::take(size_t n) {
  // A power of two, so that pieces are too small a few times only: to free one may wait for the
  // device.
  largest_ = std::max(largest_, std::bit_ceil(n));
  const auto found = std::ranges::find_if(
      pieces_, [&](const Piece& piece) { return piece.is_free() && piece.n >= n; });
  // Another thread has read the piece before it let go of it. libstdc++ counts owners up and down
  // with acquire and release, so this copy orders those reads before what is written next.
  if (found != pieces_.end()) return found->floats;
  std::erase_if(pieces_, [](const Piece& piece) { return piece.is_free(); });  // too small
  if (pieces_.size() == kMost) return std::make_shared_for_overwrite<float[]>(n);
  pieces_.push_back({ops_.host_floats(largest_), largest_});
  return pieces_.back().floats;
}

}  // namespace redact
