// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "kernels/format.h"

namespace redact {

struct AttentionShape;

// How the verbs read a matrix: multiplied with rows of activations, with scales of its format's
// blocks or of whole rows (ops.h, Rounding), or a few rows at a time by token id (embeddings,
// candidate logits).
enum class WeightUse { kMultiplied, kMultipliedByRows, kGathered };

// The memory of one device. What verbs read and write lies in such memory, except token ids,
// positions, segments and logits, which are the host's. Everything that is taken is freed with its
// last owner, which must go before this object. Takers throw std::bad_alloc when the device has no
// more; taking_memory() below turns that into an error. One thread at a time.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;

  // n zeroed bytes, aligned to 64.
  virtual std::shared_ptr<std::byte[]> allocate(size_t n_bytes) = 0;

  // n floats that never change, written once by `fill` on the host.
  virtual std::shared_ptr<const float[]> constants(
      size_t n, const std::function<void(float* values)>& fill) = 0;

  // The matrix as this device reads it fastest for `use`; `prepared` owns what was made. The bytes
  // of `w` must outlive the result, which may still read them.
  virtual Weight prepare(const Weight& w, WeightUse use) = 0;

  // Bytes of one page of keys, or of values. Their layout is the device's own.
  virtual size_t page_bytes(const AttentionShape& shape) const = 0;

  std::shared_ptr<float[]> allocate_floats(size_t n) {
    return std::reinterpret_pointer_cast<float[]>(allocate(n * sizeof(float)));
  }
};

}  // namespace redact
