// SPDX-License-Identifier: Apache-2.0
// Experts: routes rows to experts, gathers them expert by expert, and mixes the results (ops.h:
// add_experts).
//
// The device computes the routing itself and never waits for the host. A *pair* is a row and one of
// its experts; pair r * n_used + k is row r with the k-th of its experts, in the order of their
// numbers. Each pair gets a *slot*, which is a row of the products. The slots of an expert are
// contiguous and begin at a multiple of the products' block of tokens, so that every block of
// tokens has one expert. Unused slots in between are zero rows.
#pragma once

#include "kernels/cuda/gemm.cuh"

namespace redact::simt {

constexpr uint32_t kNone = ~uint32_t{0};  // no expert, no row
constexpr unsigned kRouteWarps = 8, kRouteThreads = kRouteWarps * kWarp;

struct RouteArgs {
  const float* logits;  // [n_rows, n_experts]
  uint32_t n_rows, n_experts, n_used;
  uint32_t tokens;            // of a block
  uint32_t n_blocks;          // the maximum that may be needed
  uint32_t* chosen;           // [pairs]: experts
  float* shares;              // [pairs]
  uint32_t* slot_of;          // [pairs]
  uint32_t* row_of;           // [slots], kNone for an unused slot
  uint32_t* expert_of_block;  // [n_blocks], kNone for an unused block

  bool operator==(const RouteArgs&) const = default;
};

// The sum of a per-lane number over the lanes before this one, and over all lanes.
struct OfLanes {
  uint32_t before, all;
};
REDACT_DEVICE OfLanes of_lanes(uint32_t own) {
  // `all` covers the lanes whose numbers differ from this lane's only in bits below the mask.
  OfLanes of{0, own};
  for (unsigned mask = 1; mask < kWarp; mask *= 2) {
    const uint32_t others = shuffle_xor(of.all, mask);
    if ((lane() & mask) != 0) of.before += others;
    of.all += others;
  }
  return of;
}

struct Candidate {
  uint32_t expert;  // kNone: there is none
  float logit;
};
// Whether `a` is chosen before `b`: by the larger logit, among equal ones by the lower number. NaN
// counts as larger than any number, so that it shows in the result.
REDACT_DEVICE bool comes_before(const Candidate& a, const Candidate& b) {
  if (a.expert == kNone || b.expert == kNone) return a.expert < b.expert;
  const bool a_is_nan = a.logit != a.logit, b_is_nan = b.logit != b.logit;
  if (a_is_nan != b_is_nan) return a_is_nan;
  if (a.logit != b.logit && !a_is_nan) return a.logit > b.logit;
  return a.expert < b.expert;
}

// Chooses the experts of a row, those with the largest logits; a lane of the warp has every 32nd
// expert. A model has at most 1,024 (runtime/model/config.cc), so 32 bits suffice for a lane.
REDACT_DEVICE void choose_experts(const RouteArgs& args, uint32_t row) {
  const float* logits = args.logits + size_t{row} * args.n_experts;
  uint32_t chosen = 0;  // bit i: expert lane() + 32 i
  float most = 0;
  for (uint32_t k = 0; k < args.n_used; ++k) {
    Candidate best{kNone, 0};
    for (uint32_t i = 0, e = lane(); e < args.n_experts; ++i, e += kWarp) {
      const Candidate next{e, logits[e]};
      if ((chosen >> i & 1) == 0 && comes_before(next, best)) best = next;
    }
    for (unsigned mask = 1; mask < kWarp; mask *= 2) {
      const Candidate other{shuffle_xor(best.expert, mask), shuffle_xor(best.logit, mask)};
      if (comes_before(other, best)) best = other;
    }
    if (k == 0) most = best.logit;
    if (best.expert % kWarp == lane()) chosen |= 1u << (best.expert / kWarp);
  }
  float sum = 0;
  for (uint32_t i = 0, e = lane(); e < args.n_experts; ++i, e += kWarp) {
    if ((chosen >> i & 1) != 0) sum = add(sum, exponential(logits[e] - most));
  }
  sum = warp_sum(sum);
  uint32_t* out = args.chosen + size_t{row} * args.n_used;  // in the order of their numbers
  float* shares = args.shares + size_t{row} * args.n_used;
  for (uint32_t i = 0, first = 0; first < args.n_experts; ++i, first += kWarp) {
    const bool is_chosen = (chosen >> i & 1) != 0;
    const OfLanes n = of_lanes(is_chosen ? 1 : 0);
    if (is_chosen) {
      const uint32_t e = first + lane();
      out[n.before] = e;
      // A NaN logit must show in the result.
      shares[n.before] = add(divide(exponential(logits[e] - most), sum), logits[e] - logits[e]);
    }
    out += n.all, shares += n.all;
  }
}

// The pairs [begin, end) that a lane of an expert's warp examines; `before` counts the expert's
// earlier pairs, `n` all of its pairs.
struct LanePairs {
  uint32_t begin, end, before, n;
};
REDACT_DEVICE LanePairs lane_pairs(const RouteArgs& args, uint32_t expert) {
  const uint32_t n_pairs = args.n_rows * args.n_used;
  LanePairs of{n_pairs * lane() / kWarp, n_pairs * (lane() + 1) / kWarp, 0, 0};
  uint32_t own = 0;
  for (uint32_t p = of.begin; p < of.end; ++p) own += args.chosen[p] == expert ? 1 : 0;
  const OfLanes pairs = of_lanes(own);
  of.before = pairs.before, of.n = pairs.all;
  return of;
}

// Chooses the experts of all rows and assigns slots to their pairs. One block, a warp for a row and
// then for an expert. Shared memory: [n_experts, in whole fours] 32-bit numbers.
REDACT_KERNEL void route_kernel(RouteArgs args) {
  const uint32_t thread = thread_index().x, warp = thread / kWarp;
  uint32_t* blocks_of = reinterpret_cast<uint32_t*>(shared_memory());
  for (uint32_t row = warp; row < args.n_rows; row += kRouteWarps) choose_experts(args, row);
  barrier();
  for (uint32_t e = warp; e < args.n_experts; e += kRouteWarps) {
    const LanePairs of = lane_pairs(args, e);
    if (lane() == 0) blocks_of[e] = (of.n + args.tokens - 1) / args.tokens;
  }
  barrier();
  for (uint32_t e = warp; e < args.n_experts; e += kRouteWarps) {
    uint32_t first_block = 0;
    for (uint32_t before = 0; before < e; ++before) first_block += blocks_of[before];
    const LanePairs of = lane_pairs(args, e);
    uint32_t slot = first_block * args.tokens + of.before;
    for (uint32_t p = of.begin; p < of.end; ++p) {
      if (args.chosen[p] != e) continue;
      args.slot_of[p] = slot;
      args.row_of[slot++] = p / args.n_used;
    }
    for (uint32_t i = lane(); i < blocks_of[e]; i += kWarp) {
      args.expert_of_block[first_block + i] = e;
    }
    for (uint32_t i = of.n + lane(); i < blocks_of[e] * args.tokens; i += kWarp) {
      args.row_of[first_block * args.tokens + i] = kNone;
    }
  }
  uint32_t used = 0;
  for (uint32_t e = 0; e < args.n_experts; ++e) used += blocks_of[e];
  for (uint32_t b = used + thread; b < args.n_blocks; b += kRouteThreads) {
    args.expert_of_block[b] = kNone;
    for (uint32_t i = 0; i < args.tokens; ++i) args.row_of[b * args.tokens + i] = kNone;
  }
}

constexpr unsigned kGatherThreads = 128;

// out[slot] = x[row of the slot], or zeros for an unused slot. Grid: slots.
struct GatherArgs {
  const float* x;  // [n_rows, d]
  const uint32_t* row_of;
  size_t d;
  float* out;  // [slots, d]

  bool operator==(const GatherArgs&) const = default;
};
REDACT_KERNEL void gather_kernel(GatherArgs args) {
  const uint32_t row = args.row_of[block_index().x];
  float* out = args.out + block_index().x * args.d;
  for (size_t i = thread_index().x; i < args.d; i += kGatherThreads) {
    out[i] = row == kNone ? 0.0f : args.x[row * args.d + i];
  }
}

// x[row] += the sum of share * out[slot] over its pairs. Grid: rows.
struct MixArgs {
  const float* out;  // [slots, d]
  const uint32_t* slot_of;
  const float* shares;
  uint32_t n_used;
  size_t d;
  float* x;  // [n_rows, d]

  bool operator==(const MixArgs&) const = default;
};
REDACT_KERNEL void mix_kernel(MixArgs args) {
  const size_t pair = size_t{block_index().x} * args.n_used;
  float* x = args.x + block_index().x * args.d;
  for (size_t i = thread_index().x; i < args.d; i += kGatherThreads) {
    float sum = x[i];
    for (uint32_t k = 0; k < args.n_used; ++k) {
      sum = fused(args.shares[pair + k], args.out[args.slot_of[pair + k] * args.d + i], sum);
    }
    x[i] = sum;
  }
}

}  // namespace redact::simt
