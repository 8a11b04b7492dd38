// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::bench {

// What the machine can do, measured, to hold other figures against. Best of several tries.
double read_bytes_per_second(int n_threads);  // streaming reads of memory
double int8_ops_per_second(
    int n_threads);  // products and sums in int8 from registers; 0 without VNNI

struct Limits {
  double read;  // bytes a second
  double int8;  // operations a second
};

}  // namespace redact::bench
