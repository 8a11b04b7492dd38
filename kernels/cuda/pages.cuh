// SPDX-License-Identifier: Apache-2.0
// Keys and values of sequences in pages of 16 entries; rotation, and storing in the pages.
//
// A page of a key head is stored as the B fragments of mma_f16 that attention multiplies with, each
// 8 columns by 16 rows. Lane (g, t) has four consecutive halves of a fragment: rows 2t, 2t + 1, 8 +
// 2t and 9 + 2t of column g.
//
//   keys    [n_kv_heads, head_dim / 16, 2, 32 lanes, 4]   columns are 8 entries, rows 16 dimensions
//   values  [n_kv_heads, head_dim / 8, 32 lanes, 4]       columns are 8 dimensions, rows 16 entries
//
// If a dimension of a key or of a value is not finite as a half, NaN is stored in the key and zero
// in the value. A row that sees the entry then gets NaN; for a row that does not, the entry's
// weight of zero times the value is still zero.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kEntries = 16;             // of a page
constexpr unsigned kFragmentHalves = 8 * 16;  // 256 bytes

// Consecutive rows of a batch that belong to one sequence.
struct SegmentArgs {
  uint32_t first_row, n_rows, n_past;
  const uint32_t* pages;         // of the sequence, in layers that see all entries
  const uint32_t* window_pages;  // of the sequence, in layers that see a window
  bool bidirectional;
};

// Entries [first, end) of a sequence.
struct Entries {
  uint32_t first, end;
};
REDACT_DEVICE bool contains(const Entries& entries, uint32_t entry) {
  return entry >= entries.first && entry < entries.end;
}

// How far the rows of a layer see (ops.h: Attention); 0: there is no limit.
struct Reach {
  uint32_t window, radius;

  bool operator==(const Reach&) const = default;
};

// The entries that row r of a segment sees. Neither end decreases from one row to the next.
REDACT_DEVICE Entries visible_entries(const SegmentArgs& segment, uint32_t r, const Reach& reach) {
  const uint32_t own = segment.n_past + r;
  const uint32_t end = segment.bidirectional ? segment.n_past + segment.n_rows : own + 1;
  Entries seen{reach.window > 0 && end > reach.window ? end - reach.window : 0, end};
  if (reach.radius == 0) return seen;
  if (own > seen.first + reach.radius) seen.first = own - reach.radius;
  if (end > own + reach.radius + 1) seen.end = own + reach.radius + 1;
  return seen;
}

struct CacheArgs {
  uint16_t* keys;  // [pages, page], halves
  uint16_t* values;
  uint32_t n_heads, n_kv_heads, head_dim;
  bool of_window;  // whether the pages are those of layers with a window

  bool operator==(const CacheArgs&) const = default;
};

REDACT_DEVICE const uint32_t* pages_of(const CacheArgs& cache, const SegmentArgs& segment) {
  return cache.of_window ? segment.window_pages : segment.pages;
}
REDACT_DEVICE size_t page_at(const CacheArgs& cache, uint32_t page, uint32_t kv_head) {
  const uint32_t of_head = kEntries * cache.head_dim;
  return size_t{page} * (cache.n_kv_heads * of_head) + kv_head * of_head;
}

// The offset of a row and column in a fragment.
REDACT_DEVICE uint32_t in_fragment(uint32_t row, uint32_t column) {
  return (column * 4 + row % 8 / 2) * 4 + row / 8 * 2 + row % 2;
}
// The offset in a page of a dimension of an entry's key or value.
REDACT_DEVICE uint32_t key_in_page(uint32_t entry, uint32_t dim) {
  return (dim / 16 * 2 + entry / 8) * kFragmentHalves + in_fragment(dim % 16, entry % 8);
}
REDACT_DEVICE uint32_t value_in_page(uint32_t entry, uint32_t dim) {
  return dim / 8 * kFragmentHalves + in_fragment(entry, dim % 8);
}

struct RopeStoreArgs {
  CacheArgs cache;
  const SegmentArgs* segments;
  const uint32_t* segment_of;  // [rows]
  const int32_t* positions;    // [rows]
  const float* cos_sin;        // [positions, n_dims]
  uint32_t n_dims;
  bool halves;     // pairs are (i, i + n_dims / 2), not (2i, 2i + 1)
  float* q;        // [rows, n_heads, head_dim], rotated in place
  const float* k;  // [rows, n_kv_heads, head_dim]
  const float* v;
  uint32_t parts;  // blocks that share a row

  bool operator==(const RopeStoreArgs&) const = default;
};

// The dimensions of pair `pair` of a head, pair < head_dim / 2. Pairs from n_dims / 2 on do not
// rotate and consist of adjacent dimensions.
REDACT_DEVICE Index rope_pair(const RopeStoreArgs& args, uint32_t pair) {
  const uint32_t n_turning = args.n_dims / 2;
  if (args.halves && pair < n_turning) return {pair, pair + n_turning};
  return {2 * pair, 2 * pair + 1};
}

// Writes dimension `dim` of an entry. `page`: the offset of the key head's page.
REDACT_DEVICE void store_entry(const CacheArgs& cache, size_t page, uint32_t entry, uint32_t dim,
                               float key, float value) {
  constexpr uint16_t kExponent = 0x7c00, kNoNumber = 0x7e00;  // of halves
  const uint16_t key_half = half_bits(key), value_half = half_bits(value);
  const bool finite = (key_half & kExponent) != kExponent && (value_half & kExponent) != kExponent;
  cache.keys[page + key_in_page(entry, dim)] = finite ? key_half : kNoNumber;
  cache.values[page + value_in_page(entry, dim)] = finite ? value_half : uint16_t{0};
}

constexpr unsigned kRopeThreads = 128;

// The angle of a pair of dimensions of a row that rotates.
struct Angle {
  float cosine, sine;
};
REDACT_DEVICE Angle angle_of(const RopeStoreArgs& args, uint32_t row, uint32_t pair) {
  const float* angles = args.cos_sin + static_cast<size_t>(args.positions[row]) * args.n_dims;
  return {angles[2 * pair], angles[2 * pair + 1]};
}

// Rotates pair `i` of a row's queries.
REDACT_DEVICE void rotate_query(const RopeStoreArgs& args, uint32_t row, uint32_t i) {
  const CacheArgs& cache = args.cache;
  const uint32_t half_dim = cache.head_dim / 2, pair = i % half_dim;
  if (pair >= args.n_dims / 2) return;
  const Index dim = rope_pair(args, pair);
  float* head = args.q + (size_t{row} * cache.n_heads + i / half_dim) * cache.head_dim;
  const float a = head[dim.x], b = head[dim.y];
  const Angle by = angle_of(args, row, pair);
  head[dim.x] = a * by.cosine - b * by.sine;
  head[dim.y] = a * by.sine + b * by.cosine;
}

// Rotates pair `i` of a row's keys and stores it with the pair of its values.
REDACT_DEVICE void store_pair(const RopeStoreArgs& args, uint32_t row, uint32_t i) {
  const CacheArgs& cache = args.cache;
  const uint32_t half_dim = cache.head_dim / 2, head = i / half_dim, pair = i % half_dim;
  const Index dim = rope_pair(args, pair);
  const size_t from = (size_t{row} * cache.n_kv_heads + head) * cache.head_dim;
  const float a = args.k[from + dim.x], b = args.k[from + dim.y];
  const float of_x = args.v[from + dim.x], of_y = args.v[from + dim.y];
  const Angle by = pair < args.n_dims / 2 ? angle_of(args, row, pair) : Angle{1, 0};
  const SegmentArgs& segment = args.segments[args.segment_of[row]];
  const uint32_t entry = segment.n_past + row - segment.first_row;
  const size_t page = page_at(cache, pages_of(cache, segment)[entry / kEntries], head);
  store_entry(cache, page, entry % kEntries, dim.x, a * by.cosine - b * by.sine, of_x);
  store_entry(cache, page, entry % kEntries, dim.y, a * by.sine + b * by.cosine, of_y);
}

// A thread has a pair of dimensions of q, or of k and v; the threads of a row's blocks take turns.
// Grid: (blocks of a row, rows). Traffic: q is read and written, k and v are read once; of a page's
// sectors, two for 16 dimensions of a key, and one for each dimension of a value.
REDACT_KERNEL void rope_store_kernel(RopeStoreArgs args) {
  const uint32_t row = block_index().y, half_dim = args.cache.head_dim / 2;
  const uint32_t n_queries = args.cache.n_heads * half_dim;
  const uint32_t n_pairs = n_queries + args.cache.n_kv_heads * half_dim;
  const uint32_t first = block_index().x * kRopeThreads + thread_index().x;
  for (uint32_t i = first; i < n_pairs; i += args.parts * kRopeThreads) {
    if (i < n_queries) {
      rotate_query(args, row, i);
    } else {
      store_pair(args, row, i - n_queries);
    }
  }
}

}  // namespace redact::simt
