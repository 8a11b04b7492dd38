// SPDX-License-Identifier: Apache-2.0
// Sequences for tests of attention on the CUDA backend: the same entries there and in the
// reference.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/on_cuda.h"

namespace redact {

struct Rows {
  std::vector<float> q, k, v;
  std::vector<int32_t> positions;
};

// Rows [begin, begin + n) of some.
inline Rows part_of(const Rows& rows, const AttentionShape& shape, size_t begin, size_t n) {
  const auto first = rows.positions.begin() + static_cast<ptrdiff_t>(begin);
  return {rows_of(rows.q, shape.q_dim(), begin, n),
          rows_of(rows.k, shape.kv_dim(), begin, n),
          rows_of(rows.v, shape.kv_dim(), begin, n),
          {first, first + static_cast<ptrdiff_t>(n)}};
}

// The entries of two sequences in one layer of a device. Their pages are in no particular order,
// and the second sequence grows over three runs of pages.
class Sequences {
 public:
  // `angles`: [kPositions, head_dim]
  Sequences(Ops& ops, const AttentionShape& shape, const float* angles)
      : ops_(ops), shape_(shape), angles_(angles) {
    // NaN, both as floats and as halves: no result may depend on the initial contents of a page.
    const size_t n_bytes = kPages * ops.page_bytes(shape);
    const auto nothing =
        ops.constants(n_bytes / sizeof(float), [&](float* to) { std::memset(to, 0xff, n_bytes); });
    for (auto& memory : memory_) {
      memory = ops.allocate(n_bytes);
      ops.copy(reinterpret_cast<const std::byte*>(nothing.get()), memory.get(), n_bytes);
    }
    ops.finish();
    for (uint32_t i = 0; i < kPages - 3; ++i) {  // from both ends in turn, behind the first's pages
      pages_[1].push_back(i % 2 == 0 ? i / 2 + 3 : kPages - 1 - i / 2);
    }
  }

  struct Part {
    size_t sequence, n_rows, n_past;
    bool bidirectional = false;
  };
  // Stores the rows, then runs attention. q, k, v and out point to the device's memory.
  void run(const std::vector<Part>& parts, const std::vector<int32_t>& positions,
           const Attention& attention, float* q, float* k, const float* v, float* out) {
    std::vector<Segment> segments;
    std::vector<std::vector<uint32_t>> behind;  // page tables of a window
    size_t first = 0;
    for (const auto& [sequence, n_rows, n_past, bidirectional] : parts) {
      segments.push_back({first, n_rows, n_past, pages_[sequence].data(), bidirectional});
      behind.push_back(pages_behind(segments.back(), attention.window));
      first += n_rows;
    }
    for (size_t s = 0; attention.window > 0 && s < segments.size(); ++s) {
      segments[s].pages = kNowhere.data(), segments[s].window_pages = behind[s].data();
    }
    ops_.begin({positions, positions, segments});
    const LayerCache cache{memory_[0].get(), memory_[1].get(),
                           attention.window > 0 ? PageTable::kWindow : PageTable::kAll};
    // Some shapes rotate the two halves of a head as pairs, and only part of the head.
    const bool halves = shape_.head_dim % 32 == 0;
    const Rope rope{halves ? shape_.head_dim / 2 : shape_.head_dim,
                    halves ? RopePairs::kHalves : RopePairs::kAdjacent, angles_};
    ops_.rope_store(cache, shape_, rope, q, k, v);
    ops_.attention(cache, attention, q, out);
    ops_.finish();  // the vectors that the step points to are destroyed on return
  }

  static constexpr size_t kPositions = 50;

 private:
  static constexpr uint32_t kPages = 40;
  // Page numbers that must not be looked up.
  inline static const std::vector<uint32_t> kNowhere = std::vector<uint32_t>(kPages, ~uint32_t{0});

  // A segment's pages, without those behind the window of every row: these belong to others by now.
  static std::vector<uint32_t> pages_behind(const Segment& segment, size_t window) {
    std::vector<uint32_t> pages(kNowhere);
    const size_t seen = Segment::first_visible(segment.n_visible(0), window);
    for (size_t p = std::min(seen, segment.n_past) / kPageEntries;
         p < pages_for(segment.n_past + segment.n_rows); ++p) {
      pages[p] = segment.pages[p];
    }
    return pages;
  }

  Ops& ops_;
  AttentionShape shape_;
  const float* angles_;
  std::shared_ptr<std::byte[]> memory_[2];
  std::vector<uint32_t> pages_[2] = {{1, 0, 2}, {}};
};

// The same cache on the GPU and in the reference.
class Both {
 public:
  Both(const AttentionShape& shape, Random& random, size_t processors = 1)
      : shape_(shape),
        angles_(random.values(Sequences::kPositions * shape.head_dim)),
        device_angles_(upload(ops_, angles_)),
        mine_(ops_, shape, device_angles_.get()),
        theirs_(reference_, shape, angles_.data()) {
    ops_.use_processors(processors);
  }

  Rows random_rows(size_t n, Random& random) const {
    Rows rows{random.values(n * shape_.q_dim()),
              random.values(n * shape_.kv_dim()),
              random.values(n * shape_.kv_dim()),
              {}};
    for (size_t i = 0; i < n; ++i) {
      rows.positions.push_back(static_cast<int32_t>(random.bits() % Sequences::kPositions));
    }
    return rows;
  }
  std::vector<float> on_device(const Rows& rows, const std::vector<Sequences::Part>& parts,
                               const Attention& attention) {
    const auto q = upload(ops_, rows.q), k = upload(ops_, rows.k), v = upload(ops_, rows.v);
    const auto out = ops_.allocate_floats(rows.q.size());
    mine_.run(parts, rows.positions, attention, q.get(), k.get(), v.get(), out.get());
    return ops_.read(out.get(), rows.q.size());
  }
  std::vector<float> by_reference(Rows rows, const std::vector<Sequences::Part>& parts,
                                  const Attention& attention) {
    std::vector<float> out(rows.q.size());
    theirs_.run(parts, rows.positions, attention, rows.q.data(), rows.k.data(), rows.v.data(),
                out.data());
    return out;
  }
  // Runs rows whose results are ignored: they may see entries that were never written.
  void run(const std::vector<Sequences::Part>& parts, const Attention& attention, Random& random) {
    const Rows rows = random_rows(parts[0].n_rows, random);
    on_device(rows, parts, attention), by_reference(rows, parts, attention);
  }
  Attention plain() const {
    return {shape_, 1.0f / std::sqrt(static_cast<float>(shape_.head_dim))};
  }

 private:
  AttentionShape shape_;
  CudaOps ops_;
  ReferenceOps reference_;
  std::vector<float> angles_;
  std::shared_ptr<float[]> device_angles_;
  Sequences mine_, theirs_;
};

// Halves have a relative rounding error of 2^-11. Scores, which are sums of head_dim products
// divided by its root, are off by some 2^-10 * 0.64 * sqrt(head_dim) <= 0.01. Weights have the same
// relative error, and the output is off by as much, relative to values of up to 4.
constexpr double kBound = 0.03;

using Parts = std::vector<Sequences::Part>;

inline Parts in_both_directions(Parts parts) {
  for (auto& part : parts) part.bidirectional = true;
  return parts;
}

// Runs rows on both sides and expects that they agree.
inline void expect_agreement(Both& both, const Parts& parts, const Attention& attention,
                             Random& random) {
  size_t n = 0;
  for (const auto& part : parts) n += part.n_rows;
  const Rows rows = both.random_rows(n, random);
  const auto got = both.on_device(rows, parts, attention);
  const auto want = both.by_reference(rows, parts, attention);
  for (size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], kBound) << i;
}

}  // namespace redact
