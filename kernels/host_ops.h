// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/free_memory.h"
#include "kernels/ops.h"

namespace redact {

// The memory verbs of devices that work in the host's memory.
class HostOps : public Ops {
 public:
  // The system backs large callocs page by page as they are written, so a cache sized for the
  // longest sequence costs only what the current sequences use.
  std::shared_ptr<std::byte[]> allocate(size_t n_bytes) override {
    constexpr size_t kAlignment = 64;
    void* memory = std::calloc(n_bytes + kAlignment, 1);
    if (memory == nullptr) throw std::bad_alloc();
    size_t space = n_bytes + kAlignment;
    void* aligned = memory;
    std::align(kAlignment, n_bytes, aligned, space);
    return {static_cast<std::byte*>(aligned), [memory](std::byte*) { std::free(memory); }};
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
  void begin(const Step& step) override { step_ = step; }

 protected:
  const Step& step() const { return step_; }

 private:
  Step step_;
};

}  // namespace redact
