// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "kernels/ops.h"

namespace redact::bench {

// The limits of a device, to which its speed is compared.
struct Limits {
  double memory = 0;  // bytes per second: read or, on a GPU, read and written by copies
  double int8 = 0;    // operations per second on 8-bit integers; 0 if not measured
};

// Measures the limits of the instruction set and the threads that a device uses; about 0.2 s for
// each measurement. Machines are shared and clocks change, so limits are measured anew around each
// row.
class LimitMeter {
 public:
  // `device` is a name that open_device takes, and `ops` is that device, which outlives this
  // object.
  LimitMeter(Ops& ops, const std::string& device, int n_threads);

  // "avx512", "cuda": what the limits refer to.
  const std::string& set() const { return set_; }
  bool is_gpu() const { return set_.starts_with("cuda"); }
  // Of the device's own memory, since this object was made.
  size_t taken_bytes() const {
    return free_at_first_ - std::min(free_at_first_, ops_.free_bytes());
  }
  // The best of a few tries. There is no rate of 8-bit integers for scalar code and for GPUs.
  Limits measure() const;
  // Measures before and after `work`, and returns the better of the two.
  template <typename Work>
  Limits around(const Work& work) const {
    const Limits before = measure();
    work();
    const Limits after = measure();
    return {std::max(before.memory, after.memory), std::max(before.int8, after.int8)};
  }

 private:
  Ops& ops_;
  std::string set_;
  int n_threads_;
  size_t free_at_first_;
};

}  // namespace redact::bench
