// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "kernels/ops.h"

namespace redact {

// Logits and their memory, which stays unchanged while a copy of this object exists: a constraint
// may keep them beyond its pass, and beyond the engine.
struct Logits {
  std::span<const float> values;
  std::shared_ptr<const float[]> memory;
};

// kBadInput if a value is not a finite number, because the model's weights are broken.
Result<void> check_finite(std::span<const float> values);

// Host memory of a device for the logits of passes, in pieces. A piece is leased to a pass and its
// constraints, and leased again after the last of them lets go of it. Used by one thread at a time,
// but any thread may let go of a piece, also when this object is gone.
class LogitMemory {
 public:
  // Takes n_pieces of n logits each from `ops`.
  LogitMemory(Ops& ops, size_t n_pieces, size_t n);

  // The most pieces that are of use: of the two passes in flight, and of six whose windows are
  // being decided, some 60 windows of the bundled model. A pass of 4,096 of its rows has 2.3 MB.
  static constexpr size_t kMost = 8;

  // Whether a piece is free.
  bool has_free() const;
  // Memory for n logits: a piece, or other memory that is not used again if none is free or large
  // enough.
  std::shared_ptr<float[]> take(size_t n);

 private:
  using Piece = std::shared_ptr<float[]>;
  static bool is_free(const Piece& piece) { return piece.use_count() == 1; }

  const size_t n_;
  std::vector<Piece> pieces_;
};

}  // namespace redact
