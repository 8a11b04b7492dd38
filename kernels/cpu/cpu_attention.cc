// SPDX-License-Identifier: Apache-2.0
// Keys and values in pages, and attention over them. Each verb is one parallel loop, however many
// sequences the step has.
#include <algorithm>
#include <vector>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/int8_pages.h"

namespace redact {

namespace {

// A page of keys or of values holds kPageEntries * kv_dim halves, or floats:
//   keys    [n_kv_heads, head_dim, kPageEntries]   so that a dimension of all entries is one vector
//   values  [n_kv_heads, kPageEntries, head_dim]
// Returns where one key head's part of a page begins, in numbers.
size_t head_at(const AttentionShape& shape, size_t page, size_t head) {
  return (page * shape.n_kv_heads + head) * shape.head_dim * kPageEntries;
}

template <typename T>
HeadPages<T> head_pages(const LayerCache& cache, const AttentionShape& shape,
                        const Segment& segment, size_t head) {
  const size_t at = head_at(shape, 0, head);
  return {reinterpret_cast<const T*>(cache.keys) + at,
          reinterpret_cast<const T*>(cache.values) + at, segment.pages_of(cache),
          shape.kv_dim() * kPageEntries};
}

// Whether a layer's entries are kept in int8.
bool in_int8(const LayerCache& cache, const AttentionShape& shape) {
  return cache.rounding == Rounding::kRows && !shape.floats && int8_pages_support(shape.head_dim);
}

uint8_t* bytes(std::byte* pages) { return reinterpret_cast<uint8_t*>(pages); }

// Where one key head's part of an int8 page begins, in bytes.
size_t int8_head_at(const AttentionShape& shape, size_t page, size_t head) {
  return (page * shape.n_kv_heads + head) * int8_part_bytes(shape.head_dim);
}

void store_int8_entry(const RowKernels& rows, const LayerCache& cache, const AttentionShape& shape,
                      const Segment& segment, size_t entry, size_t head, const float* key,
                      const float* value) {
  int8_t codes[kMostInt8HeadDim];
  float scale;
  int32_t sum;
  const size_t at = int8_head_at(shape, segment.pages_of(cache)[entry / kPageEntries], head);
  const size_t slot = entry % kPageEntries;
  rows.quantise_row(key, shape.head_dim, codes, &scale, &sum);
  store_int8_key(codes, scale, shape.head_dim, slot, bytes(cache.keys) + at);
  rows.quantise_row(value, shape.head_dim, codes, &scale, &sum);
  store_int8_value(codes, scale, shape.head_dim, slot, bytes(cache.values) + at);
}

void round(const RowKernels& rows, const float* x, size_t n, uint16_t* out) {
  rows.to_half(x, n, out);
}
void round(const RowKernels&, const float* x, size_t n, float* out) { std::copy_n(x, n, out); }

template <typename T>
void store_entry(const RowKernels& rows, const LayerCache& cache, const AttentionShape& shape,
                 const Segment& segment, size_t entry, size_t head, const float* key,
                 const float* value) {
  thread_local std::vector<T> row;  // grows to the longest head
  if (row.size() < shape.head_dim) row.resize(shape.head_dim);
  round(rows, key, shape.head_dim, row.data());
  const size_t at = head_at(shape, segment.pages_of(cache)[entry / kPageEntries], head);
  const size_t slot = entry % kPageEntries;
  T* column = reinterpret_cast<T*>(cache.keys) + at + slot;
  for (size_t c = 0; c < shape.head_dim; ++c) column[c * kPageEntries] = row[c];
  round(rows, value, shape.head_dim,
        reinterpret_cast<T*>(cache.values) + at + slot * shape.head_dim);
}

// One thread's share of n tasks: [begin(n), end(n)).
struct Share {
  size_t index, of;

  size_t begin(size_t n) const { return n * index / of; }
  size_t end(size_t n) const { return n * (index + 1) / of; }
};

}  // namespace

// Calls take(segment, share) so that the shares together cover each segment once. Each thread has a
// share of every segment, so shares are equal even if segments differ in length, and threads
// synchronise once.
template <typename Take>
void CpuOps::share_segments(size_t n_shares, const Take& take) {
  pool_.parallel_for(n_shares, 1, [&](size_t begin, size_t end) {
    for (size_t index = begin; index < end; ++index) {
      for (const Segment& segment : step().segments) take(segment, Share{index, n_shares});
    }
  });
}

void CpuOps::rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope,
                        float* q, float* k, const float* v) {
  // The minimum rows of a thread; for fewer, waking a worker costs more than the work.
  constexpr size_t kGrain = 16;
  const auto store = in_int8(cache, shape) ? store_int8_entry
                     : shape.floats        ? store_entry<float>
                                           : store_entry<uint16_t>;
  const size_t n_rows = step().n_rows(), n_shares = (n_rows + kGrain - 1) / kGrain;
  share_segments(std::min(n_threads(), n_shares), [&](const Segment& segment, const Share& share) {
    for (size_t i = share.begin(segment.n_rows); i < share.end(segment.n_rows); ++i) {
      const size_t r = segment.first_row + i;
      const float* cos_sin = rope.cos_sin + static_cast<size_t>(step().positions[r]) * rope.n_dims;
      for (size_t h = 0; h < shape.n_heads; ++h) {
        rows_.rotate(q + r * shape.q_dim() + h * shape.head_dim, rope, cos_sin);
      }
      for (size_t h = 0; h < shape.n_kv_heads; ++h) {
        float* key = k + r * shape.kv_dim() + h * shape.head_dim;
        rows_.rotate(key, rope, cos_sin);
        store(rows_, cache, shape, segment, segment.n_past + i, h, key,
              v + r * shape.kv_dim() + h * shape.head_dim);
      }
    }
  });
}

void CpuOps::attention(const LayerCache& cache, const Attention& attention, const float* q,
                       float* out) {
  const AttentionShape& shape = attention.shape;
  const size_t group = shape.n_heads / shape.n_kv_heads;
  share_segments(n_threads(), [&](const Segment& segment, const Share& share) {
    // The queries of a key head are its query heads in every row. A task is a key head and a run of
    // its queries. Key heads are outermost: that makes shares equal, since later rows of a causal
    // segment see more entries.
    const size_t n_queries = segment.n_rows * group;
    const size_t n_runs = (n_queries + kMaxQueries - 1) / kMaxQueries;
    const size_t n_tasks = shape.n_kv_heads * n_runs;
    for (size_t task = share.begin(n_tasks); task < share.end(n_tasks); ++task) {
      const size_t first = task % n_runs * kMaxQueries;
      attend_run(cache, attention, segment, task / n_runs, first,
                 std::min(first + kMaxQueries, n_queries), q, out);
    }
  });
}

// Queries [begin, end) of key head `head`; query i is head i % group of row i / group.
void CpuOps::attend_run(const LayerCache& cache, const Attention& attention, const Segment& segment,
                        size_t head, size_t begin, size_t end, const float* q, float* out) {
  thread_local Scratch<float> scratch;
  const AttentionShape& shape = attention.shape;
  const size_t group = shape.n_heads / shape.n_kv_heads;
  const size_t n_entries = segment.n_past + segment.n_rows;
  const size_t stride = pages_for(n_entries) * kPageEntries;
  float* const scores = scratch.room(kMaxQueries * stride);
  AttendQuery queries[kMaxQueries];
  for (size_t i = begin; i < end; ++i) {
    const size_t row = i / group;
    const size_t query_head = head * group + i % group;
    const size_t at = (segment.first_row + row) * shape.q_dim() + query_head * shape.head_dim;
    const float sink =
        attention.sinks == nullptr ? AttendQuery::kNoSink : attention.sinks[query_head];
    queries[i - begin] = {q + at, out + at, segment.visible(row, attention), sink};
  }
  const AttendParams params{shape.head_dim, attention.scale};
  if (in_int8(cache, shape)) {
    const size_t at = int8_head_at(shape, 0, head);
    const Int8HeadPages pages{bytes(cache.keys) + at, bytes(cache.values) + at,
                              segment.pages_of(cache), int8_head_at(shape, 1, 0)};
    return rows_.attend_int8(queries, end - begin, pages, params, scores, stride);
  }
  if (shape.floats) {
    const auto pages = head_pages<float>(cache, shape, segment, head);
    return rows_.attend_floats(queries, end - begin, pages, params, scores, stride);
  }
  const auto pages = head_pages<uint16_t>(cache, shape, segment, head);
  rows_.attend(queries, end - begin, pages, params, scores, stride);
}

}  // namespace redact
