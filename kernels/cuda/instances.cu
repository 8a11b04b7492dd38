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
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/rounded_rows.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

#define REDACT_GEMM_Q(format)                                                      \
  template __global__ void gemm_q_kernel<WeightFormat::format, GemvShape>(         \
      const REDACT_CONSTANT GemmQArgs);                                            \
  template __global__ void gemm_q_kernel<WeightFormat::format, VerifyShape>(       \
      const REDACT_CONSTANT GemmQArgs);                                            \
  template __global__ void gemm_q_kernel<WeightFormat::format, WideVerifyShape>(   \
      const REDACT_CONSTANT GemmQArgs);                                            \
  template __global__ void gemm_q_kernel<WeightFormat::format, SpreadVerifyShape>( \
      const REDACT_CONSTANT GemmQArgs);                                            \
  template __global__ void gemm_q_kernel<WeightFormat::format, SpreadWideShape>(   \
      const REDACT_CONSTANT GemmQArgs);                                            \
  template __global__ void gemm_q_kernel<WeightFormat::format, PromptShape>(       \
      const REDACT_CONSTANT GemmQArgs)
REDACT_GEMM_Q(kQ8_0);
REDACT_GEMM_Q(kQ4_0);
REDACT_GEMM_Q(kQ4_1);
REDACT_GEMM_Q(kQ5_1);
REDACT_GEMM_Q(kQ4_K);
REDACT_GEMM_Q(kQ5_K);
REDACT_GEMM_Q(kQ6_K);
REDACT_GEMM_Q(kIQ4_XS);

#define REDACT_GEMM_F16(format)                                                    \
  template __global__ void gemm_f16_kernel<WeightFormat::format, HalfGemvShape>(   \
      const REDACT_CONSTANT GemmF16Args);                                          \
  template __global__ void gemm_f16_kernel<WeightFormat::format, HalfVerifyShape>( \
      const REDACT_CONSTANT GemmF16Args);                                          \
  template __global__ void gemm_f16_kernel<WeightFormat::format, HalfWideShape>(   \
      const REDACT_CONSTANT GemmF16Args)
REDACT_GEMM_F16(kF16);
REDACT_GEMM_F16(kBf16);

template __global__ void candidate_logits_kernel<OneRow>(CandidateArgs);
template __global__ void candidate_logits_kernel<ManyRows>(CandidateArgs);

template __global__ void split_kernel<WeightFormat::kF16>(SplitArgs);
template __global__ void split_kernel<WeightFormat::kBf16>(SplitArgs);
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

#define REDACT_EXPERTS_Q(format)                                                    \
  template __global__ void experts_q_kernel<WeightFormat::format, GemvShape>(       \
      const REDACT_CONSTANT WithExperts<GemmQArgs>);                                \
  template __global__ void experts_q_kernel<WeightFormat::format, VerifyShape>(     \
      const REDACT_CONSTANT WithExperts<GemmQArgs>);                                \
  template __global__ void experts_q_kernel<WeightFormat::format, WideVerifyShape>( \
      const REDACT_CONSTANT WithExperts<GemmQArgs>)
REDACT_EXPERTS_Q(kQ8_0);
REDACT_EXPERTS_Q(kQ4_0);
REDACT_EXPERTS_Q(kQ4_1);
REDACT_EXPERTS_Q(kQ5_1);
REDACT_EXPERTS_Q(kQ4_K);
REDACT_EXPERTS_Q(kQ5_K);
REDACT_EXPERTS_Q(kQ6_K);
REDACT_EXPERTS_Q(kIQ4_XS);

#define REDACT_EXPERTS_F16(format)                                                    \
  template __global__ void experts_f16_kernel<WeightFormat::format, HalfGemvShape>(   \
      const REDACT_CONSTANT WithExperts<GemmF16Args>);                                \
  template __global__ void experts_f16_kernel<WeightFormat::format, HalfVerifyShape>( \
      const REDACT_CONSTANT WithExperts<GemmF16Args>);                                \
  template __global__ void experts_f16_kernel<WeightFormat::format, HalfWideShape>(   \
      const REDACT_CONSTANT WithExperts<GemmF16Args>)
REDACT_EXPERTS_F16(kF16);
REDACT_EXPERTS_F16(kBf16);

}  // namespace redact::simt
