// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"

namespace redact {

// Logits and their memory, which stays unchanged while a copy of this object exists: a constraint
// may keep them beyond its pass, and beyond the engine.
struct Logits {
  std::span<const float> values;
  std::shared_ptr<const float[]> memory;
};

// kBadInput if a value is not a finite number, because the model's weights are broken.
Result<void> check_finite(std::span<const float> values);

// Memory for the logits of passes: pieces that are used again once nobody else holds them. Any
// thread may let go of a piece, also when this object is gone.
class LogitMemory {
 public:
  std::shared_ptr<float[]> take(size_t n);

 private:
  struct Piece {
    std::shared_ptr<float[]> floats;
    size_t n;
  };
  std::vector<Piece> pieces_;
  size_t largest_ = 0;
};

}  // namespace redact
