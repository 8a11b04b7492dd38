// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/buffer.h"

namespace redact {

// An array of numbers that each call overwrites. It keeps the size of the largest call.
template <typename T>
class Scratch {
 public:
  // At least n values, which a later call with a larger n invalidates. Throws std::bad_alloc.
  T* room(size_t n) {
    if (n > n_) {
      memory_.reset(), n_ = 0;  // first, so that both are never held at a time
      memory_ = allocate_buffer(n * sizeof(T)), n_ = n;
    }
    return data();
  }
  T* data() { return reinterpret_cast<T*>(memory_.get()); }

 private:
  Buffer memory_;
  size_t n_ = 0;
};

}  // namespace redact
