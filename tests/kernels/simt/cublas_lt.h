// SPDX-License-Identifier: Apache-2.0
// A stand-in for the library cublasLt (cublas_lt.cc), which tests load as the program loads the
// library: a file of its own, in which tests find this object under the name
// cublas_lt_stand_in. It multiplies one scalar at a time, when the emulated stream runs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/cuda/cublas_lt.h"

namespace redact::cublas_lt {

// A call of cublasLtMatmul, D[m, n] = A^T[m, k] B[k, n], in the library's column-major terms.
struct Multiplied {
  size_t m, n, k;
  int type;  // of A and B
  const void *a, *b;
  void* d;
  float alpha, beta;
  size_t workspace_bytes;
  Algorithm algorithm;
};

struct StandIn {
  // What tests set. Calls are counted from 0, without those that destroy.
  int failing_call = -1;
  Status failure = 14;
  int n_choices = 1;
  Status status_of_choice = kSuccess;
  int32_t splits = 1;
  std::function<void(const Multiplied&)> at_multiply = {};  // before D is asked of the stream

  // Counts of requests.
  int n_calls = 0, n_alive = 0;           // n_alive: objects
  std::string failed = {};                // the function that returned `failure`
  std::vector<uint32_t> reductions = {};  // that were allowed when an algorithm was chosen
  std::vector<Multiplied> multiplied = {};
};

}  // namespace redact::cublas_lt
