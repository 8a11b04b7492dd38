// SPDX-License-Identifier: Apache-2.0
// Instantiates every kernel in every shape that is launched.
#include <vector>

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/attention_bidirectional.cuh"
#include "kernels/cuda/bias.cuh"
#include "kernels/cuda/candidates.cuh"
#include "kernels/cuda/copy.cuh"
#include "kernels/cuda/gate_quantise.cuh"
#include "kernels/cuda/gemm_experts.cuh"
#include "kernels/cuda/join_quantise.cuh"
#include "kernels/cuda/launch_blocks.h"
#include "kernels/cuda/layer_norm.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/rounded_rows.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

namespace {

// Products: what launch_blocks.h launches. A kernel whose address is taken is instantiated.
template <WeightFormat kFormat, typename Keep>
void products_of(const Keep& keep) {
  const auto plain = [&]<typename Shape>() { keep(gemm_q_kernel<kFormat, Shape>); };
  ShapesOf<kFormat>::for_each(plain);
  SpreadShapes::for_each(plain);
  ExpertShapesOf<kFormat>::for_each(
      [&]<typename Shape>() { keep(experts_q_kernel<kFormat, Shape>); });
}

}  // namespace

// Never called. It has external linkage, so that it is compiled, and with it the kernels that it names.
std::vector<const void*> instantiate_products();
std::vector<const void*> instantiate_products() {
  std::vector<const void*> kernels;
  const auto keep = [&](auto* kernel) { kernels.push_back(reinterpret_cast<const void*>(kernel)); };
  for (const WeightFormat format : kPackedFormats) {
    with_packed_format(format, [&]<WeightFormat kFormat>() { products_of<kFormat>(keep); });
  }
  return kernels;
}

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
