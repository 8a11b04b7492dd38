// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/buffer.h"
#include "base/free_memory.h"
#include "kernels/ops.h"

namespace redact {

// The memory verbs of devices that work in the host's memory.
class HostOps : public Ops {
 public:
  // A cache sized for the longest sequence costs only what the current sequences use.
  std::shared_ptr<std::byte[]> allocate(size_t n_bytes) override {
    return allocate_buffer(n_bytes);
  }
  std::shared_ptr<const float[]> constants(
      size_t n, const std::function<void(float* values)>& fill) override {
    const auto memory = allocate_floats(n);
    fill(memory.get());
    return memory;
  }
  using Ops::copy;
  void copy(const std::byte* from, std::byte* to, const Pieces& pieces) override {
    for (size_t i = 0; i < pieces.n; ++i, from += pieces.stride, to += pieces.stride) {
      std::copy(from, from + pieces.n_bytes, to);
    }
  }
  size_t free_bytes() const override { return free_host_memory(); }
  // More rows amortise reading the weights and waking the threads, but above some 500 rows of the
  // bundled model's width the activations no longer fit in the second-level cache.
  size_t busy_rows() const override { return 512; }
  void begin(const Step& step) override { step_ = step; }

 protected:
  const Step& step() const { return step_; }

 private:
  Step step_;
};

}  // namespace redact
