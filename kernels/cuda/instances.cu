// SPDX-License-Identifier: Apache-2.0
// Instantiates every kernel in every shape that is launched.
#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/attention_bidirectional.cuh"
#include "kernels/cuda/bias.cuh"
#include "kernels/cuda/candidates.cuh"
#include "kernels/cuda/copy.cuh"
#include "kernels/cuda/gate_quantise.cuh"
#include "kernels/cuda/gemm_experts.cuh"
#include "kernels/cuda/join_quantise.cuh"
#include "kernels/cuda/layer_norm.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/rounded_rows.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

#define REDACT_PRODUCT(kernel, args, format, shape) \
  template __global__ void kernel<WeightFormat::format, shape>(const REDACT_CONSTANT args)

#define REDACT_FORMAT(format)                                                                     \
  REDACT_PRODUCT(gemm_q_kernel, GemmQArgs, format, GemvOf<WeightFormat::format>);                 \
  REDACT_PRODUCT(gemm_q_kernel, GemmQArgs, format, VerifyOf<WeightFormat::format>);               \
  REDACT_PRODUCT(gemm_q_kernel, GemmQArgs, format, WideVerifyShape);                              \
  REDACT_PRODUCT(gemm_q_kernel, GemmQArgs, format, SpreadVerifyShape);                            \
  REDACT_PRODUCT(gemm_q_kernel, GemmQArgs, format, SpreadWideShape);                              \
  REDACT_PRODUCT(gemm_q_kernel, GemmQArgs, format, PromptShape);                                  \
  REDACT_PRODUCT(experts_q_kernel, WithExperts<GemmQArgs>, format, GemvOf<WeightFormat::format>); \
  REDACT_PRODUCT(experts_q_kernel, WithExperts<GemmQArgs>, format,                                \
                 VerifyOf<WeightFormat::format>);                                                 \
  REDACT_PRODUCT(experts_q_kernel, WithExperts<GemmQArgs>, format, WideVerifyShape)
REDACT_FORMAT(kQ8_0);
REDACT_FORMAT(kQ4_0);
REDACT_FORMAT(kQ4_1);
REDACT_FORMAT(kQ5_1);
REDACT_FORMAT(kQ4_K);
REDACT_FORMAT(kQ5_K);
REDACT_FORMAT(kQ6_K);
REDACT_FORMAT(kIQ4_XS);
REDACT_FORMAT(kF16);
REDACT_FORMAT(kBf16);

template __global__ void candidate_logits_kernel<OneRow>(CandidateArgs);
template __global__ void candidate_logits_kernel<ManyRows>(CandidateArgs);

template __global__ void round_kernel<WeightFormat::kF16>(RoundArgs);
template __global__ void round_kernel<WeightFormat::kBf16>(RoundArgs);

#define REDACT_ATTENTION(steps)                                   \
  template __global__ void attention_kernel<steps, FewQueries>(   \
      const REDACT_CONSTANT AttentionArgs);                       \
  template __global__ void attention_kernel<steps, ManyQueries>(  \
      const REDACT_CONSTANT AttentionArgs);                       \
  template __global__ void bidirectional_attention_kernel<steps>( \
      const REDACT_CONSTANT AttentionArgs)
REDACT_ATTENTION(1);
REDACT_ATTENTION(2);
REDACT_ATTENTION(3);
REDACT_ATTENTION(4);
REDACT_ATTENTION(5);
REDACT_ATTENTION(6);
REDACT_ATTENTION(7);
REDACT_ATTENTION(8);
REDACT_ATTENTION(16);

}  // namespace redact::simt
