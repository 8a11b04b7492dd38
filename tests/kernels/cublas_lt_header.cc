// SPDX-License-Identifier: Apache-2.0
// Compares kernels/cuda/cublas_lt.h with cublasLt.h; compiling is the test (nvcc_test.py).
#include <cublasLt.h>

#include <type_traits>

#include "kernels/cuda/cublas_lt.h"

namespace redact::cublas_lt {

// Whether both pass a value alike: in as many bytes, and as the same kind of pointer or number.
template <typename Ours, typename Theirs>
constexpr bool kSame =
    sizeof(Ours) == sizeof(Theirs) &&
    std::is_pointer_v<Ours> ==
        std::is_pointer_v<Theirs>&& std::is_const_v<std::remove_pointer_t<Ours>> ==
        std::is_const_v<std::remove_pointer_t<Theirs>>;

template <typename... Ours, typename... Theirs>
constexpr bool same(Status (*)(Ours...), cublasStatus_t (*)(Theirs...)) {
  if constexpr (sizeof...(Ours) == sizeof...(Theirs)) {
    return (kSame<Ours, Theirs> && ...);
  }
  return false;
}
#define REDACT_SAME(name) static_assert(same(decltype(Functions::name){}, decltype(&name){}))
REDACT_SAME(cublasLtCreate);
REDACT_SAME(cublasLtDestroy);
REDACT_SAME(cublasLtMatmulDescCreate);
REDACT_SAME(cublasLtMatmulDescSetAttribute);
REDACT_SAME(cublasLtMatmulDescDestroy);
REDACT_SAME(cublasLtMatrixLayoutCreate);
REDACT_SAME(cublasLtMatrixLayoutDestroy);
REDACT_SAME(cublasLtMatmulPreferenceCreate);
REDACT_SAME(cublasLtMatmulPreferenceSetAttribute);
REDACT_SAME(cublasLtMatmulPreferenceDestroy);
REDACT_SAME(cublasLtMatmulAlgoGetHeuristic);
REDACT_SAME(cublasLtMatmulAlgoConfigGetAttribute);
REDACT_SAME(cublasLtMatmul);

static_assert(kSuccess == CUBLAS_STATUS_SUCCESS);
static_assert(kFloats == CUDA_R_32F && kHalves == CUDA_R_16F && kBfloats == CUDA_R_16BF);
static_assert(kComputeInFloat == CUBLAS_COMPUTE_32F);
static_assert(kTransposeA == CUBLASLT_MATMUL_DESC_TRANSA && kTransposed == CUBLAS_OP_T);
static_assert(kReductions == CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK);
static_assert(kNoReduction == CUBLASLT_REDUCTION_SCHEME_NONE);
static_assert(kSplitsOfK == CUBLASLT_ALGO_CONFIG_SPLITK_NUM);

static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t));
using Theirs = cublasLtMatmulHeuristicResult_t;
static_assert(sizeof(Choice) == sizeof(Theirs));
static_assert(offsetof(Choice, algorithm) == offsetof(Theirs, algo));
static_assert(offsetof(Choice, status) == offsetof(Theirs, state));

}  // namespace redact::cublas_lt
