// SPDX-License-Identifier: Apache-2.0
// Disentangled attention as products of dense matrices. A task is a block of a segment's rows in
// one head: it copies the head's numbers together and takes the products of keys with positions
// only for the distances that occur in the block.
#include <algorithm>
#include <utility>

#include "kernels/cpu/cpu_ops.h"

namespace redact {

namespace {

constexpr size_t kBlockRows = 64;  // of queries

// to[i] = the head_dim numbers of one head in row i of n.
void gather(const float* from, size_t n, size_t stride, size_t head_dim, float* to) {
  for (size_t i = 0; i < n; ++i) std::copy_n(from + i * stride, head_dim, to + i * head_dim);
}

// scores[i] = e^(scores[i] - largest). Returns the sum.
float exponentials(const RowKernels& rows, float* scores, size_t n) {
  const float most = *std::max_element(scores, scores + n);
  float total = 0;
  for (size_t i = 0; i < n; ++i) {
    scores[i] -= most;
    total += scores[i] - scores[i];  // 0, or NaN if one is not finite, which exponentials hide
  }
  rows.exp_nonpositive(scores, n);
  for (size_t i = 0; i < n; ++i) total += scores[i];
  return total;
}

}  // namespace

size_t CpuOps::relative_floats(size_t n, size_t n_places, size_t head_dim) {
  return (2 * n + 2 * n_places + 2 * kBlockRows) * head_dim + (2 * n + n_places) * kBlockRows;
}

void CpuOps::relative_attention(const Attention& attention, const RelativeAttention& relative,
                                const float* q, const float* k, const float* v, float* out) {
  const size_t d = attention.shape.head_dim, stride = attention.shape.q_dim();
  const auto segments = step().segments;
  const auto n_blocks = [](const Segment& s) { return (s.n_rows + kBlockRows - 1) / kBlockRows; };
  size_t longest = 0, n_tasks = 0;
  for (const Segment& segment : segments) {
    longest = std::max(longest, segment.n_rows);
    n_tasks += n_blocks(segment) * attention.shape.n_heads;
  }
  const auto most = static_cast<ptrdiff_t>(longest);
  uint32_t* const places = place_of_distance_.room(2 * longest) + most;
  for (ptrdiff_t i = -most; i < most; ++i) {
    places[i] = static_cast<uint32_t>(relative.buckets.row(i));
  }
  const auto place_of = [places](size_t from, size_t to) -> size_t {
    return places[static_cast<ptrdiff_t>(from) - static_cast<ptrdiff_t>(to)];
  };
  const auto attend = [&](const Segment& segment, size_t head, size_t begin) {
    thread_local Scratch<float> scratch;
    const size_t n = segment.n_rows, end = std::min(begin + kBlockRows, n), n_queries = end - begin;
    const size_t lowest = place_of(0, n - 1), n_places = place_of(n - 1, 0) + 1 - lowest;
    float* room = scratch.room(relative_floats(n, n_places, d));
    const auto take = [&room](size_t size) { return std::exchange(room, room + size); };
    float *const queries = take(kBlockRows * d), *const mixed = take(kBlockRows * d);
    float *const keys = take(n * d), *const values = take(n * d);  // values[d, n]
    float *const place_keys = take(n_places * d), *const place_queries = take(n_places * d);
    const size_t at = segment.first_row * stride + head * d;
    const size_t place_at = lowest * stride + head * d;
    gather(q + at + begin * stride, n_queries, stride, d, queries);
    gather(k + at, n, stride, d, keys);
    gather(relative.keys + place_at, n_places, stride, d, place_keys);
    gather(relative.queries + place_at, n_places, stride, d, place_queries);
    for (size_t j = 0; j < n; ++j) {
      for (size_t c = 0; c < d; ++c) values[c * n + j] = v[at + j * stride + c];
    }
    float *const scores = take(kBlockRows * n), *const to_places = take(kBlockRows * n_places);
    float* const from_places = take(n * kBlockRows);  // of each key, from the block's first row on
    rows_.dot_rows(keys, n, queries, n_queries, d, scores, n, false);
    rows_.dot_rows(place_keys, n_places, queries, n_queries, d, to_places, n_places, false);
    for (size_t j = 0; j < n; ++j) {
      const size_t first = place_of(begin, j), last = place_of(end - 1, j);
      rows_.dot_rows(place_queries + (first - lowest) * d, last + 1 - first, keys + j * d, 1, d,
                     from_places + j * kBlockRows, kBlockRows, false);
    }
    float totals[kBlockRows];
    for (size_t i = 0; i < n_queries; ++i) {
      float* const row = scores + i * n;
      for (size_t j = 0; j < n; ++j) {
        const size_t place = place_of(begin + i, j);
        row[j] += to_places[i * n_places + place - lowest] +
                  from_places[j * kBlockRows + place - place_of(begin, j)];
        row[j] *= attention.scale;
      }
      totals[i] = exponentials(rows_, row, n);
    }
    rows_.dot_rows(values, d, scores, n_queries, n, mixed, d, false);
    for (size_t i = 0; i < n_queries; ++i) {
      float* const to = out + at + (begin + i) * stride;
      for (size_t c = 0; c < d; ++c) to[c] = mixed[i * d + c] / totals[i];
    }
  };
  pool_.parallel_for(n_tasks, 1, [&](size_t first, size_t last) {
    for (size_t task = first; task < last; ++task) {
      size_t at = task;  // heads and blocks of a segment follow each other
      const Segment* segment = segments.data();
      for (size_t n; at >= (n = n_blocks(*segment) * attention.shape.n_heads); ++segment) at -= n;
      attend(*segment, at / n_blocks(*segment), at % n_blocks(*segment) * kBlockRows);
    }
  });
}

}  // namespace redact
