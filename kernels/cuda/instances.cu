// SPDX-License-Identifier: Apache-2.0
// Every kernel in every shape that is launched, for the compiler to see.
#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/quantise.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

#define REDACT_GEMM(format)                                                  \
  template __global__ void gemm_q_kernel<WeightFormat::format, 1>(GemmArgs); \
  template __global__ void gemm_q_kernel<WeightFormat::format, 4>(GemmArgs); \
  template __global__ void gemm_q_kernel<WeightFormat::format, 16>(GemmArgs)
REDACT_GEMM(kQ8_0);
REDACT_GEMM(kQ4_0);
REDACT_GEMM(kQ4_K);
REDACT_GEMM(kQ6_K);

template __global__ void attention_kernel<1>(AttentionArgs);
template __global__ void attention_kernel<2>(AttentionArgs);
template __global__ void attention_kernel<4>(AttentionArgs);
template __global__ void attention_kernel<5>(AttentionArgs);
template __global__ void attention_kernel<6>(AttentionArgs);
template __global__ void attention_kernel<8>(AttentionArgs);

}  // namespace redact::simt
