// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>

#include "kernels/ops.h"

namespace redact {

// The memory of devices that have none of their own: it is the host's.
class HostOps : public Ops {
 public:
  // Large pieces come from the system zeroed and page by page as they are written.
  std::shared_ptr<float[]> allocate(size_t n) override {
    void* memory = std::calloc(std::max<size_t>(n, 1), sizeof(float));
    if (memory == nullptr) throw std::bad_alloc();
    return {static_cast<float*>(memory), [](float* p) { std::free(p); }};
  }
  const float* upload(std::span<const float> values) override { return values.data(); }
  void copy(const float* from, float* to, size_t n) override { std::copy(from, from + n, to); }
  size_t page_floats(const AttentionShape& shape) const override {
    return shape.kv_dim() * kPageEntries;
  }
};

}  // namespace redact
