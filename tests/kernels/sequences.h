// SPDX-License-Identifier: Apache-2.0
// Two sequences in pages, for tests of attention on every instruction set of the CPU device.
#pragma once

#include <cmath>

#include "kernels/formats/half.h"
#include "tests/kernels/ops_agree.h"

namespace redact {

// The device keeps keys and values as halves unless the shape says floats; the reference gets the
// same numbers as floats.
inline std::vector<float> halves(std::vector<float> values) {
  for (float& x : values) x = half_to_float(float_to_half(x));
  return values;
}

// Two sequences of a step, with pasts of different lengths and pages in no particular order, and
// their cache in one layer of a device. Every device gets the same keys and values, at the angle 0.
class Sequences {
 public:
  Sequences(const AttentionShape& shape, Random& random) : shape_(shape) {
    for (size_t e = 0; e < kEntries; ++e) {
      for (auto* entries : {&keys_, &values_}) {
        const auto entry = random.values(shape.kv_dim());
        entries->push_back(shape.floats ? entry : halves(entry));
      }
    }
  }

  // A cache of `ops` that holds the pasts of both sequences.
  LayerCache cache(Ops& ops, Rounding rounding = Rounding::kBlocks) {
    const size_t n_bytes = kPages * ops.page_bytes(shape_);
    memory_.push_back(ops.allocate(n_bytes)), memory_.push_back(ops.allocate(n_bytes));
    const LayerCache cache{memory_[memory_.size() - 2].get(), memory_.back().get(), PageTable::kAll,
                           rounding};
    store(ops, cache, 0, 5, pages1_), store(ops, cache, 5, 26, pages2_);
    // Also the rows of the step itself: they are entries once they are stored.
    store(ops, cache, 26, 29, pages1_, 5), store(ops, cache, 29, 44, pages2_, 21);
    return cache;
  }

  // Begins a step of the given segments.
  void begin(Ops& ops, std::span<const Segment> segments) const {
    static const std::vector<int32_t> zeros(kRows);
    ops.begin({zeros, zeros, segments});
  }

  // Stores keys and values [begin, end) as entries from `entry` on.
  void store(Ops& ops, const LayerCache& cache, size_t begin, size_t end,
             const std::vector<uint32_t>& pages, size_t entry = 0) const {
    static const std::vector<float> angle_0 = {1, 0};
    std::vector<float> q(shape_.q_dim() * (end - begin)), k, v;
    for (size_t e = begin; e < end; ++e) {
      k.insert(k.end(), keys_[e].begin(), keys_[e].end());
      v.insert(v.end(), values_[e].begin(), values_[e].end());
    }
    const std::vector<int32_t> zeros(end - begin);
    const Segment segment{0, end - begin, entry, pages.data()};
    ops.begin({zeros, zeros, {&segment, 1}});
    ops.rope_store(cache, shape_, {2, RopePairs::kAdjacent, angle_0.data()}, q.data(), k.data(),
                   v.data());
  }

  void fill(float value) {
    for (auto* entries : {&keys_, &values_}) {
      for (auto& entry : *entries) std::fill(entry.begin(), entry.end(), value);
    }
  }

  static constexpr size_t kPages = 6, kRows = 18, kEntries = 44;
  const std::vector<uint32_t> pages1_{4, 1}, pages2_{0, 5, 2};
  const std::vector<Segment> segments_{{0, 3, 5, pages1_.data()}, {3, 15, 21, pages2_.data()}};

 private:
  AttentionShape shape_;
  std::vector<std::vector<float>> keys_, values_;  // per entry, [kv_dim]
  std::vector<std::shared_ptr<std::byte[]>> memory_;
};

inline Attention plain(const AttentionShape& shape) {
  return {shape, 1.0f / std::sqrt(static_cast<float>(shape.head_dim))};
}

}  // namespace redact
