// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops.h"

namespace redact::bench {

// Measured limits of the machine, which other figures are compared with. The best of several tries.
double read_bytes_per_second(int n_threads);  // streaming reads of memory
double int8_ops_per_second(
    int n_threads);  // products and sums in int8 from registers; 0 without VNNI
// Bytes that copies inside the memory of a device read and write in a second.
double copy_bytes_per_second(Ops& ops);

struct Limits {
  double memory;  // bytes a second: read, or on a GPU copied
  double int8;    // operations a second; 0 where it is not measured
};

}  // namespace redact::bench
