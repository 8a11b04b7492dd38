// SPDX-License-Identifier: Apache-2.0
// The part of cublasLt that is called. The library is loaded when the program asks for it, so a
// build needs no cuBLAS, and programs start without it. Functions have cublasLt's names; its types
// and numbers are written out here, and nvcc_test compares them with its header where there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace redact::cublas_lt {

using Status = int;
constexpr Status kSuccess = 0;

// cudaDataType: CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF.
constexpr int kFloats = 0, kHalves = 2, kBfloats = 14;
constexpr int kComputeInFloat = 68;  // CUBLAS_COMPUTE_32F
// Attributes of an operation, a preference and an algorithm, and some of their values.
constexpr int kTransposeA = 3;        // CUBLASLT_MATMUL_DESC_TRANSA, int32_t
constexpr int32_t kTransposed = 1;    // CUBLAS_OP_T
constexpr int kReductions = 3;        // CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, uint32_t
constexpr uint32_t kNoReduction = 0;  // CUBLASLT_REDUCTION_SCHEME_NONE
constexpr int kSplitsOfK = 2;         // CUBLASLT_ALGO_CONFIG_SPLITK_NUM, int32_t

// cublasLtMatmulAlgo_t, cublasLtMatmulHeuristicResult_t.
struct Algorithm {
  uint64_t data[8];
};
struct Choice {
  Algorithm algorithm;
  size_t workspace_bytes;
  Status status;
  float waves;
  int reserved[4];
};

// All arguments but numbers and the structures above are opaque pointers of the library's.
struct Functions {
  Status (*cublasLtCreate)(void** handle);
  Status (*cublasLtDestroy)(void* handle);
  Status (*cublasLtMatmulDescCreate)(void** operation, int compute, int scale_type);
  Status (*cublasLtMatmulDescSetAttribute)(void* operation, int attribute, const void* value,
                                           size_t n_bytes);
  Status (*cublasLtMatmulDescDestroy)(void* operation);
  Status (*cublasLtMatrixLayoutCreate)(void** layout, int type, uint64_t rows, uint64_t cols,
                                       int64_t step);
  Status (*cublasLtMatrixLayoutDestroy)(void* layout);
  Status (*cublasLtMatmulPreferenceCreate)(void** preference);
  Status (*cublasLtMatmulPreferenceSetAttribute)(void* preference, int attribute, const void* value,
                                                 size_t n_bytes);
  Status (*cublasLtMatmulPreferenceDestroy)(void* preference);
  Status (*cublasLtMatmulAlgoGetHeuristic)(void* handle, void* operation, void* a, void* b, void* c,
                                           void* d, void* preference, int most, Choice* choices,
                                           int* n);
  Status (*cublasLtMatmulAlgoConfigGetAttribute)(const Algorithm* algorithm, int attribute,
                                                 void* value, size_t n_bytes, size_t* n_written);
  Status (*cublasLtMatmul)(void* handle, void* operation, const void* alpha, const void* a,
                           void* of_a, const void* b, void* of_b, const void* beta, const void* c,
                           void* of_c, void* d, void* of_d, const Algorithm* algorithm,
                           void* workspace, size_t workspace_bytes, void* stream);
};

// Loads a library by its file's name, looked for as the system's loader does. It stays loaded.
// kUnsupported if it is missing or cannot be loaded, with the loader's reason, or if it lacks one
// of the functions.
Result<Functions> load(const std::string& library);

}  // namespace redact::cublas_lt
