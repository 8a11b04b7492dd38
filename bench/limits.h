// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops.h"

namespace redact::bench {

// Measured limits of the machine, with which other figures are compared. The best of several tries.
double read_bytes_per_second(int n_threads);  // streaming reads of memory
double int8_ops_per_second(
    int n_threads);  // products and sums in int8 from registers; 0 without VNNI
// Bytes per second that copies within a device's memory read and write.
double copy_bytes_per_second(Ops& ops);

struct Limits {
  double memory;  // bytes per second: read or, on a GPU, copied
  double int8;    // operations per second; 0 if not measured
};

}  // namespace redact::bench
