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

// The entries that row r of a segment sees; `window` 0: there is no window.
REDACT_DEVICE Entries visible_entries(const SegmentArgs& segment, uint32_t r, uint32_t window) {
  const uint32_t end = segment.n_past + (segment.bidirectional ? segment.n_rows : r + 1);
  return {window > 0 && end > window ? end - window : 0, end};
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

// A block has one row, a thread a pair of dimensions of q, then of k and v. Grid: rows. Traffic: q
// is read and written, k and v are read once; of a page's sectors, two for 16 dimensions of a key,
// and one for each dimension of a value.
REDACT_KERNEL void rope_store_kernel(RopeStoreArgs args) {
  const CacheArgs& cache = args.cache;
  const uint32_t row = block_index().x, half_dim = cache.head_dim / 2;
  const SegmentArgs segment = args.segments[args.segment_of[row]];
  const uint32_t entry = segment.n_past + row - segment.first_row;
  const uint32_t page = pages_of(cache, segment)[entry / kEntries];
  const float* angle = args.cos_sin + static_cast<size_t>(args.positions[row]) * args.n_dims;
  for (uint32_t i = thread_index().x; i < cache.n_heads * half_dim; i += kRopeThreads) {
    const uint32_t pair = i % half_dim;
    if (pair >= args.n_dims / 2) continue;
    const Index dim = rope_pair(args, pair);
    float* head = args.q + (size_t{row} * cache.n_heads + i / half_dim) * cache.head_dim;
    const float a = head[dim.x], b = head[dim.y];
    const float cosine = angle[2 * pair], sine = angle[2 * pair + 1];
    head[dim.x] = a * cosine - b * sine;
    head[dim.y] = a * sine + b * cosine;
  }
  for (uint32_t i = thread_index().x; i < cache.n_kv_heads * half_dim; i += kRopeThreads) {
    const uint32_t head = i / half_dim, pair = i % half_dim;
    const Index dim = rope_pair(args, pair);
    const size_t from = (size_t{row} * cache.n_kv_heads + head) * cache.head_dim;
    const bool turns = pair < args.n_dims / 2;
    const float a = args.k[from + dim.x], b = args.k[from + dim.y];
    const float cosine = turns ? angle[2 * pair] : 1.0f, sine = turns ? angle[2 * pair + 1] : 0.0f;
    const size_t at = page_at(cache, page, head);
    store_entry(cache, at, entry % kEntries, dim.x, a * cosine - b * sine, args.v[from + dim.x]);
    store_entry(cache, at, entry % kEntries, dim.y, a * sine + b * cosine, args.v[from + dim.y]);
  }
}

}  // namespace redact::simt
