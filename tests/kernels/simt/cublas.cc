// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuBLAS that computes one scalar at a time in double precision, before the call
// returns.
#include <cstddef>
#include <cstring>

#include "tests/kernels/simt/device_memory.h"
#include "tests/kernels/simt/runtime/cublas_v2.h"

struct EmulatedCublas {};

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = new EmulatedCublas();
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }

cublasStatus_t cublasSgemm(cublasHandle_t, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                           int n, int k, const float* alpha, const float* a, int lda,
                           const float* b, int ldb, const float* beta, float* c, int ldc) {
  const auto bytes = [](int columns, int stride) {
    return static_cast<size_t>(columns) * static_cast<size_t>(stride) * sizeof(float);
  };
  using redact::simt::is_device_memory;
  const bool sane = op_a == CUBLAS_OP_T && op_b == CUBLAS_OP_N && lda >= k && ldb >= k &&
                    ldc >= m && is_device_memory(a, bytes(m, lda)) &&
                    is_device_memory(b, bytes(n, ldb)) && is_device_memory(c, bytes(n, ldc));
  if (!sane) return CUBLAS_STATUS_INVALID_VALUE;
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      double sum = 0;
      for (int i = 0; i < k; ++i)
        sum += static_cast<double>(a[row * lda + i]) * b[column * ldb + i];
      float& out = c[column * ldc + row];
      out = static_cast<float>(*alpha * sum + (*beta == 0 ? 0 : *beta * out));
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVector(int n, int element_bytes, const void* from, int step_from, void* to,
                               int step_to) {
  const auto n_bytes = static_cast<size_t>(n) * static_cast<size_t>(element_bytes);
  if (step_from != 1 || step_to != 1 || !redact::simt::is_device_memory(from, n_bytes)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  std::memcpy(to, from, n_bytes);
  return CUBLAS_STATUS_SUCCESS;
}
