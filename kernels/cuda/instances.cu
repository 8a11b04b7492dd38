// SPDX-License-Identifier: Apache-2.0
// Every kernel in every shape that is launched, for the compiler to see.
#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/bias.cuh"
#include "kernels/cuda/dense.cuh"
#include "kernels/cuda/gemm_f16.cuh"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

#define REDACT_TILED(kernel, format, Args)                           \
  template __global__ void kernel<WeightFormat::format, 1, 1>(Args); \
  template __global__ void kernel<WeightFormat::format, 2, 4>(Args); \
  template __global__ void kernel<WeightFormat::format, 2, 8>(Args)
REDACT_TILED(gemm_q_kernel, kQ8_0, GemmQArgs);
REDACT_TILED(gemm_q_kernel, kQ4_0, GemmQArgs);
REDACT_TILED(gemm_q_kernel, kQ4_K, GemmQArgs);
REDACT_TILED(gemm_q_kernel, kQ6_K, GemmQArgs);
REDACT_TILED(gemm_f16_kernel, kF16, GemmF16Args);
REDACT_TILED(gemm_f16_kernel, kBf16, GemmF16Args);

template __global__ void split_kernel<WeightFormat::kF16>(SplitArgs);
template __global__ void split_kernel<WeightFormat::kBf16>(SplitArgs);

#define REDACT_ATTENTION(steps)                                    \
  template __global__ void attention_kernel<steps>(AttentionArgs); \
  template __global__ void attention_join_kernel<steps>(AttentionArgs)
REDACT_ATTENTION(1);
REDACT_ATTENTION(2);
REDACT_ATTENTION(3);
REDACT_ATTENTION(4);
REDACT_ATTENTION(5);
REDACT_ATTENTION(6);
REDACT_ATTENTION(7);
REDACT_ATTENTION(8);

}  // namespace redact::simt
