// SPDX-License-Identifier: Apache-2.0
// Experts: routes rows to experts, gathers them expert by expert, and mixes the results (ops.h:
// add_experts).
//
// The device computes the routing itself and never waits for the host: a launch chooses the experts
// of blocks of rows and counts them, and a second one gives out slots. A *pair* is a row and one of
// its experts; pair r * n_used + k is row r with the k-th of its experts, in the order of their
// numbers. Each pair gets a *slot*, which is a row of the products. The slots of an expert are
// contiguous and begin at a multiple of the products' block of tokens, so that every block of
// tokens has one expert. Unused slots in between are zero rows.
#pragma once

#include "kernels/cuda/gemm.cuh"

namespace redact::simt {

constexpr uint32_t kNone = ~uint32_t{0};  // no expert, no row
constexpr unsigned kRouteWarps = 8, kRouteThreads = kRouteWarps * kWarp;
// Rows of a block that routes. 4,096 rows make 128 blocks, about one for each multiprocessor of an
// H200, and each block reads the counts of all: 64 KB for 128 experts, from the L2 cache.
constexpr uint32_t kRouteRows = 32;

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
  uint32_t* counts;           // [blocks of rows, n_experts]: pairs

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

// The rows of a block, and their pairs.
struct RouteRows {
  uint32_t begin, end, first_pair, end_pair;
};
REDACT_DEVICE RouteRows rows_of_block(const RouteArgs& args) {
  const uint32_t begin = block_index().x * kRouteRows;
  const uint32_t end = begin + kRouteRows < args.n_rows ? begin + kRouteRows : args.n_rows;
  return {begin, end, begin * args.n_used, end * args.n_used};
}

// Chooses the experts of a block's rows, a warp for a row. A thread for an expert then counts the
// block's pairs with it and leaves in slot_of how many come before each.
REDACT_DEVICE void choose(const RouteArgs& args) {
  const uint32_t thread = thread_index().x;
  const RouteRows rows = rows_of_block(args);
  for (uint32_t r = rows.begin + thread / kWarp; r < rows.end; r += kRouteWarps) {
    choose_experts(args, r);
  }
  barrier();
  for (uint32_t e = thread; e < args.n_experts; e += kRouteThreads) {
    uint32_t n = 0;
    for (uint32_t p = rows.first_pair; p < rows.end_pair; ++p) {
      if (args.chosen[p] == e) args.slot_of[p] = n++;
    }
    args.counts[block_index().x * args.n_experts + e] = n;
  }
}

// In shared memory, of each expert: its pairs in all rows, those of the rows before the block's, and
// its first block of tokens; behind those of all experts, the end of the last.
struct ExpertPlaces {
  uint32_t *pairs, *before, *first_block;
};
constexpr size_t route_shared(size_t n_experts) { return (3 * n_experts + 1) * sizeof(uint32_t); }

// Every block adds up the counts of all, so that no third launch need do so.
REDACT_DEVICE ExpertPlaces places_of_experts(const RouteArgs& args) {
  auto* shared = reinterpret_cast<uint32_t*>(shared_memory());
  const ExpertPlaces of{shared, shared + args.n_experts, shared + 2 * args.n_experts};
  for (uint32_t e = thread_index().x; e < args.n_experts; e += kRouteThreads) {
    uint32_t all = 0, before = 0;
    for (uint32_t block = 0; block * kRouteRows < args.n_rows; ++block) {
      if (block == block_index().x) before = all;
      all += args.counts[block * args.n_experts + e];
    }
    of.pairs[e] = all, of.before[e] = before;
  }
  barrier();
  if (thread_index().x < kWarp) {
    uint32_t end = 0;
    for (uint32_t first = 0; first < args.n_experts; first += kWarp) {
      const uint32_t e = first + lane();
      const uint32_t own = e < args.n_experts ? (of.pairs[e] + args.tokens - 1) / args.tokens : 0;
      const OfLanes blocks = of_lanes(own);
      if (e < args.n_experts) of.first_block[e] = end + blocks.before;
      end += blocks.all;
    }
    if (lane() == 0) of.first_block[args.n_experts] = end;
  }
  barrier();
  return of;
}

// Gives a block's pairs their slots, in the order of rows. The warps of all blocks take turns at the
// experts, to note their blocks of tokens and the slots that stay unused.
REDACT_DEVICE void place(const RouteArgs& args) {
  const ExpertPlaces of = places_of_experts(args);
  const RouteRows rows = rows_of_block(args);
  for (uint32_t p = rows.first_pair + thread_index().x; p < rows.end_pair; p += kRouteThreads) {
    const uint32_t e = args.chosen[p];
    const uint32_t slot = of.first_block[e] * args.tokens + of.before[e] + args.slot_of[p];
    args.slot_of[p] = slot;
    args.row_of[slot] = p / args.n_used;
  }
  const uint32_t n_warps = (args.n_rows + kRouteRows - 1) / kRouteRows * kRouteWarps;
  const uint32_t warp = block_index().x * kRouteWarps + thread_index().x / kWarp;
  for (uint32_t e = warp; e <= args.n_experts; e += n_warps) {
    const bool is_one = e < args.n_experts;  // behind the last, the blocks that nobody needs
    const uint32_t begin = of.first_block[e], end = is_one ? of.first_block[e + 1] : args.n_blocks;
    for (uint32_t b = begin + lane(); b < end; b += kWarp) {
      args.expert_of_block[b] = is_one ? e : kNone;
    }
    const uint32_t used = begin * args.tokens + (is_one ? of.pairs[e] : 0);
    for (uint32_t slot = used + lane(); slot < end * args.tokens; slot += kWarp) {
      args.row_of[slot] = kNone;
    }
  }
}

// Grid of all three: blocks of kRouteRows rows. Shared memory of the last two: route_shared.
REDACT_KERNEL void choose_kernel(RouteArgs args) { choose(args); }
REDACT_KERNEL void place_kernel(RouteArgs args) { place(args); }
// Both in one launch, for a single block. A thread adds up only its own counts; place() reads the
// other threads' results behind a barrier.
REDACT_KERNEL void route_kernel(RouteArgs args) {
  choose(args);
  place(args);
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
