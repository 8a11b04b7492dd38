// SPDX-License-Identifier: Apache-2.0
// The part of cuBLAS that cuda_cublas_test.cc calls, implemented on the host (../cublas.cc). The
// names are cuBLAS's.
#pragma once

enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_INVALID_VALUE = 7 };
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1 };
enum cublasMath_t { CUBLAS_PEDANTIC_MATH = 2 };
using cublasHandle_t = struct EmulatedCublas*;

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
// c[m, n] = alpha a^T b + beta c, column-major; a[k, m], b[k, n]. Other operations are refused.
cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                           int m, int n, int k, const float* alpha, const float* a, int lda,
                           const float* b, int ldb, const float* beta, float* c, int ldc);
// Copies from the device's memory to the host's.
cublasStatus_t cublasGetVector(int n, int element_bytes, const void* from, int step_from, void* to,
                               int step_to);
