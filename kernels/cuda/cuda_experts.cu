// SPDX-License-Identifier: Apache-2.0
// Experts: their matrices on the device, and the launches of an expert layer.
#include <algorithm>

#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/gemm_experts.cuh"
#include "kernels/cuda/launch_blocks.h"

namespace redact {

namespace {

using simt::GemmMatrix, simt::WithExperts;

template <WeightFormat kFormat>
void launch_q(simt::Stream& stream, WithExperts<simt::GemmQArgs> of, size_t tokens) {
  simt::ExpertShapesOf<kFormat>::with_shape(tokens, [&]<typename Shape>() {
    launch_blocks<Shape>(stream, simt::experts_q_kernel<kFormat, Shape>, of, of.args.call,
                         simt::Stage<kFormat, Shape>::kShared);
  });
}

// Tokens of a block, for the mean number of rows per expert.
size_t block_tokens(size_t n_rows, size_t n_used, size_t n_experts) {
  return simt::AnyExpertShapes::block_tokens(n_rows * n_used / n_experts);
}
// The maximum number of blocks of tokens that rows may need: each expert may leave one block
// partly full.
size_t most_blocks(size_t n_rows, size_t n_used, size_t n_experts, size_t tokens) {
  const size_t n_pairs = n_rows * n_used;
  return n_pairs / tokens + std::min(n_experts, n_pairs);
}

}  // namespace

size_t CudaOps::most_slots(const StepBounds& bounds) {
  if (bounds.n_experts == 0) return 0;
  size_t most = 0;
  simt::AnyExpertShapes::for_each([&]<typename Shape>() {  // over all steps that choose this size
    constexpr size_t kTokens = simt::BlockOf<Shape>::kTokens;
    constexpr bool kLargest = simt::AnyExpertShapes::block_tokens(kTokens + 1) == kTokens;
    const size_t n_rows =
        kLargest ? bounds.n_rows : std::min(bounds.n_rows, (kTokens + 1) * bounds.n_experts);
    most = std::max(
        most, kTokens * most_blocks(n_rows, bounds.n_experts_used, bounds.n_experts, kTokens));
  });
  return most;
}

// As add_experts lays them out. Where blocks have 8 tokens, there are the most of them for a slot.
size_t CudaOps::add_expert_needs(const StepBounds& bounds, std::vector<Need>& needs) {
  const size_t n_rows = bounds.n_rows, n_slots = most_slots(bounds);
  if (n_slots == 0) return n_rows;
  const size_t numbers = 3 * n_rows * bounds.n_experts_used + n_slots + n_slots / 8 +
                         simt::blocks_for(n_rows, simt::kRouteRows) * bounds.n_experts;
  const size_t rows = n_rows * (bounds.widest_row + bounds.n_experts) + n_slots * bounds.widest_row;
  needs.push_back({&route_, numbers * sizeof(uint32_t)});
  needs.push_back({&expert_rows_, rows * sizeof(float)});
  needs.push_back({&expert_hidden_, 2 * n_slots * bounds.widest_row * sizeof(float)});
  return std::max(n_rows, n_slots);
}

const GemmMatrix* CudaOps::expert_matrices(std::span<const std::span<const Weight>> lists) {
  const auto of = [](const Weight& w) -> const Matrix& { return *w.prepared_as<Matrix>(); };
  const Matrix& owner = of(lists[0][0]);
  if (owner.experts == nullptr) {
    std::vector<GemmMatrix> all(lists[0].size() * simt::kMostMatrices);
    for (size_t i = 0; i < lists.size(); ++i) {
      for (size_t e = 0; e < lists[i].size(); ++e) {
        all[e * simt::kMostMatrices + i] = of(lists[i][e]).gemm;
      }
    }
    owner.experts = put_for_good(all.data(), all.size() * sizeof(GemmMatrix));
  }
  return reinterpret_cast<const GemmMatrix*>(owner.experts.get());
}

void CudaOps::multiply_experts(std::span<const Product> products, const ExpertRoute& route,
                               const float* x, size_t n_slots) {
  const Weight& first = products[0].w;
  const float* rows = ready(first.format, nullptr, x, n_slots, first.cols);
  const size_t padded = simt::padded_tokens(n_slots);
  simt::GemmCall call{{}, static_cast<uint32_t>(n_slots), static_cast<uint32_t>(padded), 0, false};
  for (size_t i = 0; i < products.size(); ++i) {
    const auto& matrix = *products[i].w.prepared_as<Matrix>();
    call.matrices[i].rows = matrix.gemm.rows;
    call.matrices[i].out = products[i].out;
    call.column_tiles = static_cast<uint32_t>(matrix.column_tiles);
  }
  const simt::ExpertTable table{route.matrices, route.expert_of_block};
  const WithExperts<simt::GemmQArgs> of{
      {call, codes_.at<std::byte>(), scales_.at<float>(), sums_.at<float>()}, table};
  const WeightFormat format = product_format(first.format);
  const bool launched = with_packed_format(
      format, [&]<WeightFormat kFormat>() { launch_q<kFormat>(stream_, of, route.tokens); });
  if (launched) return;
  for (size_t i = 0; i < products.size(); ++i) {
    const Weight& w = products[i].w;
    const simt::ExpertsDenseArgs dense{{nullptr, w.rows, w.cols, rows, products[i].out, false},
                                       table,
                                       static_cast<uint32_t>(i),
                                       static_cast<uint32_t>(route.tokens)};
    stream_.launch(simt::experts_dense_kernel,
                   {{simt::blocks_for(w.rows, simt::kDenseThreads / simt::kWarp),
                     static_cast<unsigned>(n_slots)},
                    simt::kDenseThreads},
                   dense);
  }
}

void CudaOps::add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) {
  const size_t n_experts = experts.router.rows, n_used = experts.n_used, d = experts.router.cols;
  const Weight &gate = experts.gate[0], &up = experts.up[0], &down = experts.down[0];
  if (gate.prepared == nullptr || up.prepared == nullptr || down.prepared == nullptr) return;
  const size_t tokens = block_tokens(n_rows, n_used, n_experts);
  const size_t n_blocks = most_blocks(n_rows, n_used, n_experts, tokens);
  const size_t n_slots = n_blocks * tokens, n_pairs = n_rows * n_used, d_ff = up.rows;

  // Holds the normed rows, the logits and, per slot, the gathered row, later replaced by its
  // output.
  auto* normed = static_cast<float*>(
      expert_rows_.room((n_rows * (d + n_experts) + n_slots * d) * sizeof(float)));
  float *logits = normed + n_rows * d, *gathered = logits + n_rows * n_experts;
  rms_norm(norm, x, n_rows, d, normed);
  const Product routing{experts.router, logits};
  matmul({&routing, 1}, normed, n_rows);

  const unsigned n_row_blocks = simt::blocks_for(n_rows, simt::kRouteRows);
  const size_t n_numbers = 3 * n_pairs + n_slots + n_blocks + n_row_blocks * n_experts;
  auto* numbers = static_cast<uint32_t*>(route_.room(n_numbers * sizeof(uint32_t)));
  simt::RouteArgs route{logits,
                        static_cast<uint32_t>(n_rows),
                        static_cast<uint32_t>(n_experts),
                        static_cast<uint32_t>(n_used),
                        static_cast<uint32_t>(tokens),
                        static_cast<uint32_t>(n_blocks),
                        numbers,
                        reinterpret_cast<float*>(numbers + n_pairs),
                        numbers + 2 * n_pairs,
                        numbers + 3 * n_pairs,
                        numbers + 3 * n_pairs + n_slots,
                        numbers + 3 * n_pairs + n_slots + n_blocks};
  const simt::Shape blocks{
      {n_row_blocks, 1}, simt::kRouteThreads, simt::route_shared(n_experts)};
  if (n_row_blocks == 1) {
    stream_.launch(simt::route_kernel, blocks, route);
  } else {
    stream_.launch(simt::choose_kernel, {blocks.grid, blocks.threads}, route);
    stream_.launch(simt::place_kernel, blocks, route);
  }
  const simt::GatherArgs gather{normed, route.row_of, d, gathered};
  stream_.launch(simt::gather_kernel, {{static_cast<unsigned>(n_slots), 1}, simt::kGatherThreads},
                 gather);

  auto* gated = static_cast<float*>(expert_hidden_.room(2 * n_slots * d_ff * sizeof(float)));
  const Product gate_up[] = {{gate, gated}, {up, gated + n_slots * d_ff}};
  ExpertRoute route_to{nullptr, route.expert_of_block, tokens};
  if (product_format(gate.format) == product_format(up.format)) {
    const std::span<const Weight> both[] = {experts.gate, experts.up};
    route_to.matrices = expert_matrices(both);
    multiply_experts(gate_up, route_to, gathered, n_slots);
  } else {
    for (const auto& [list, product] :
         {std::pair(experts.gate, gate_up[0]), std::pair(experts.up, gate_up[1])}) {
      route_to.matrices = expert_matrices({&list, 1});
      multiply_experts({&product, 1}, route_to, gathered, n_slots);
    }
  }
  silu_gate(gated, gated + n_slots * d_ff, n_slots * d_ff);
  const Product mixed{down, gathered};
  route_to.matrices = expert_matrices({&experts.down, 1});
  multiply_experts({&mixed, 1}, route_to, gated, n_slots);
  const simt::MixArgs mix{gathered, route.slot_of, route.shares, route.n_used, d, x};
  stream_.launch(simt::mix_kernel, {{static_cast<unsigned>(n_rows), 1}, simt::kGatherThreads}, mix);
}

}  // namespace redact
