// SPDX-License-Identifier: Apache-2.0
// Products in which each block of tokens uses the matrices of its expert (experts.cuh). The blocks,
// the arithmetic and the order of sums are the same as in products with one matrix, so a row gives
// the same bits whatever rows share its expert (P4).
#pragma once

#include "kernels/cuda/dense.cuh"
#include "kernels/cuda/experts.cuh"
#include "kernels/cuda/gemm_q.cuh"

namespace redact::simt {

constexpr unsigned kMostMatrices = 3;  // of a call

// The matrices of each expert, [n_experts, kMostMatrices], in the order of the call's; `out` is not
// set.
struct ExpertTable {
  const GemmMatrix* matrices;
  const uint32_t* expert_of_block;  // of tokens

  bool operator==(const ExpertTable&) const = default;
};

template <typename Args>
struct WithExperts {
  Args args;
  ExpertTable table;

  bool operator==(const WithExperts&) const = default;
};

// The expert's counterpart of a matrix of the call; nullptr if the block of tokens has no expert.
REDACT_DEVICE const GemmMatrix* of_expert(const GemmCall& call, const ExpertTable& table,
                                          const GemmMatrix& matrix) {
  const uint32_t expert = table.expert_of_block[block_index().x];
  if (expert == kNone) return nullptr;
  const auto number = static_cast<uint32_t>(&matrix - call.matrices);
  return &table.matrices[expert * kMostMatrices + number];
}

template <WeightFormat kFormat, typename Shape>
REDACT_KERNEL void REDACT_BOUNDS(BlockOf<Shape>::kThreads, Shape::kBlocks)
    experts_q_kernel(const REDACT_CONSTANT WithExperts<GemmQArgs> of) {
  const GemmMatrix& matrix = matrix_of(of.args.call, block_index().y);
  const GemmMatrix* weights = of_expert(of.args.call, of.table, matrix);
  if (weights == nullptr) return;  // the whole block leaves
  gemm_q_block<kFormat, Shape>(of.args, matrix, *weights);
}

// `number`: the index of the matrix among an expert's; `tokens`: tokens of a block.
struct ExpertsDenseArgs {
  DenseArgs args;  // its weights are the expert's
  ExpertTable table;
  uint32_t number, tokens;

  bool operator==(const ExpertsDenseArgs&) const = default;
};
REDACT_KERNEL void experts_dense_kernel(ExpertsDenseArgs of) {
  const uint32_t expert = of.table.expert_of_block[block_index().y / of.tokens];
  if (expert == kNone) return;
  const GemmMatrix& matrix = of.table.matrices[expert * kMostMatrices + of.number];
  of.args.weights = reinterpret_cast<const float*>(matrix.codes);
  dense_block(of.args);
}

}  // namespace redact::simt
