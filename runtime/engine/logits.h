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

// Host memory of a device for the logits of passes. A piece is leased to a pass and its
// constraints, and leased again after the last of them lets go of it. Used by one thread at a time,
// but any thread may let go of a piece, also when this object is gone.
class LogitMemory {
 public:
  // `ops` outlives this object.
  explicit LogitMemory(Ops& ops) : ops_(ops) {}

  // Pieces kept: those of the two passes in flight, and of six whose windows are being decided,
  // some 60 windows of the bundled model. A pass of 4,096 of its rows has 2.3 MB, in a piece of 4.
  static constexpr size_t kMost = 8;

  // Whether take() need not exceed kMost.
  bool has_free() const;
  // Memory for n logits: a piece, or other memory that is not used again if all are leased.
  std::shared_ptr<float[]> take(size_t n);

 private:
  struct Piece {
    std::shared_ptr<float[]> floats;
    size_t n;

    bool is_free() const { return floats.use_count() == 1; }
  };
  Ops& ops_;
  std::vector<Piece> pieces_;
  size_t largest_ = 0;
};

}  // namespace redact
