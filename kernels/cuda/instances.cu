// SPDX-License-Identifier: Apache-2.0
// Every kernel in every shape that is launched, for the compiler to see.
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/quantise.cuh"

namespace redact::simt {

template __global__ void gemm_q_kernel<true, 1>(GemmArgs);
template __global__ void gemm_q_kernel<true, 4>(GemmArgs);
template __global__ void gemm_q_kernel<true, 16>(GemmArgs);
template __global__ void gemm_q_kernel<false, 1>(GemmArgs);
template __global__ void gemm_q_kernel<false, 4>(GemmArgs);
template __global__ void gemm_q_kernel<false, 16>(GemmArgs);

}  // namespace redact::simt
