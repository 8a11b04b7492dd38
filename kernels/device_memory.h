// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "kernels/formats/format.h"

namespace redact {

struct AttentionShape;

// How the verbs read a matrix: multiplied with rows of activations, with one scale per block of its
// format or one per row (ops.h, Rounding); or gathered, a few rows at a time by token id
// (embeddings, candidate logits).
enum class WeightUse { kMultiplied, kMultipliedByRows, kGathered };

// The memory of one device. Everything that verbs read and write lies in it, except token ids,
// positions, segments and logits, which are in host memory. Each allocation is freed with its last
// owner, and all owners must be destroyed before this object. Allocating functions throw
// std::bad_alloc when the device has no more memory; PlacedModel::place and Engine::make turn that
// into an error. Used by one thread at a time.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;

  // n zeroed bytes, aligned to 64.
  virtual std::shared_ptr<std::byte[]> allocate(size_t n_bytes) = 0;

  // n constant floats, written once by `fill` on the host.
  virtual std::shared_ptr<const float[]> constants(
      size_t n, const std::function<void(float* values)>& fill) = 0;

  // The matrix in the form that this device reads fastest for `use`; its member `prepared` owns
  // that form. Without one, the device reads the bytes of `w`, which must then outlive the result.
  virtual Weight prepare(const Weight& w, WeightUse use) = 0;

  // Bytes of one page of keys, which equal those of a page of values. The layout is up to the
  // device.
  virtual size_t page_bytes(const AttentionShape& shape) const = 0;

  std::shared_ptr<float[]> allocate_floats(size_t n) {
    return std::reinterpret_pointer_cast<float[]>(allocate(n * sizeof(float)));
  }
};

}  // namespace redact
