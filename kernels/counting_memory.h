// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops.h"

namespace redact {

// Counts the bytes that a device would allocate and allocates none: code that takes its memory
// through DeviceMemory can be run against this class first, to learn how much it needs. Nothing
// made from such memory may be used.
class CountingMemory final : public DeviceMemory {
 public:
  // Counts what `device` would allocate; `device` outlives this object.
  explicit CountingMemory(const Ops& device) : device_(device) {}

  size_t n_bytes() const { return n_bytes_; }

  std::shared_ptr<std::byte[]> allocate(size_t n_bytes) override {
    n_bytes_ += (n_bytes + 63) / 64 * 64;
    return nullptr;
  }
  std::shared_ptr<const float[]> constants(size_t n, const std::function<void(float*)>&) override {
    n_bytes_ += (n * sizeof(float) + 63) / 64 * 64;
    return nullptr;
  }
  Weight prepare(const Weight& w, WeightUse use) override {
    n_bytes_ += device_.prepared_bytes(w, use);
    return w;
  }
  size_t page_bytes(const AttentionShape& shape) const override {
    return device_.page_bytes(shape);
  }

 private:
  const Ops& device_;
  size_t n_bytes_ = 0;
};

}  // namespace redact
