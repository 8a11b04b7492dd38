// SPDX-License-Identifier: Apache-2.0
// Rotation, the cache and attention of the CUDA backend against the reference; and P4.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "tests/kernels/on_cuda.h"

namespace redact {
namespace {

class CudaAttention : public CudaTest {};

struct Rows {
  std::vector<float> q, k, v;
  std::vector<int32_t> positions;
};

// Entries of two sequences in a layer of a device, whose pages lie in no order; the second grows
// over three runs of pages.
class Sequences {
 public:
  // `angles`: [kPositions, head_dim]
  Sequences(Ops& ops, const AttentionShape& shape, const float* angles)
      : ops_(ops), shape_(shape), angles_(angles) {
    // NaN, as floats and as halves: nothing may count on what a page holds at first.
    const size_t n_bytes = kPages * ops.page_bytes(shape);
    const auto nothing =
        ops.constants(n_bytes / sizeof(float), [&](float* to) { std::memset(to, 0xff, n_bytes); });
    for (auto& memory : memory_) {
      memory = ops.allocate(n_bytes);
      ops.copy(reinterpret_cast<const std::byte*>(nothing.get()), memory.get(), n_bytes);
    }
    ops.finish();
    for (uint32_t i = 0; i < kPages - 3; ++i) {  // from both ends in turn, past the first's
      pages_[1].push_back(i % 2 == 0 ? i / 2 + 3 : kPages - 1 - i / 2);
    }
  }

  struct Part {
    size_t sequence, n_rows, n_past;
  };
  // Stores the rows and attends to what they see; q, k, v and out are the device's memory.
  void run(const std::vector<Part>& parts, const std::vector<int32_t>& positions,
           const Attention& attention, bool bidirectional, float* q, float* k, const float* v,
           float* out) {
    std::vector<Segment> segments;
    size_t first = 0;
    for (const auto& [sequence, n_rows, n_past] : parts) {
      segments.push_back({first, n_rows, n_past, pages_[sequence].data(), bidirectional});
      first += n_rows;
    }
    ops_.begin({positions, positions, segments});
    const LayerCache cache{memory_[0].get(), memory_[1].get()};
    // Some shapes turn in halves, and not wholly.
    const bool halves = shape_.head_dim % 32 == 0;
    const Rope rope{halves ? shape_.head_dim / 2 : shape_.head_dim,
                    halves ? RopePairs::kHalves : RopePairs::kAdjacent, angles_};
    ops_.rope_store(cache, shape_, rope, q, k, v);
    ops_.attention(cache, attention, q, out);
    ops_.finish();  // what the step points to goes
  }

  static constexpr size_t kPositions = 50;

 private:
  static constexpr uint32_t kPages = 40;
  Ops& ops_;
  AttentionShape shape_;
  const float* angles_;
  std::shared_ptr<std::byte[]> memory_[2];
  std::vector<uint32_t> pages_[2] = {{1, 0, 2}, {}};
};

// The same cache on the GPU and of the reference.
class Both {
 public:
  Both(const AttentionShape& shape, Random& random)
      : shape_(shape),
        angles_(random.values(Sequences::kPositions * shape.head_dim)),
        device_angles_(upload(ops_, angles_)),
        mine_(ops_, shape, device_angles_.get()),
        theirs_(reference_, shape, angles_.data()) {}

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
                               const Attention& attention, bool bidirectional = false) {
    const auto q = upload(ops_, rows.q), k = upload(ops_, rows.k), v = upload(ops_, rows.v);
    const auto out = ops_.allocate_floats(rows.q.size());
    mine_.run(parts, rows.positions, attention, bidirectional, q.get(), k.get(), v.get(),
              out.get());
    return ops_.read(out.get(), rows.q.size());
  }
  std::vector<float> by_reference(Rows rows, const std::vector<Sequences::Part>& parts,
                                  const Attention& attention, bool bidirectional = false) {
    std::vector<float> out(rows.q.size());
    theirs_.run(parts, rows.positions, attention, bidirectional, rows.q.data(), rows.k.data(),
                rows.v.data(), out.data());
    return out;
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

// Halves round by 2^-11 of their size: scores, sums of head_dim products over its root, move by
// some 2^-10 * 0.64 * sqrt(head_dim) <= 0.01, their weights by as much of themselves, the output
// by that much of values up to 4.
constexpr double kBound = 0.03;

constexpr AttentionShape kShapes[] = {{4, 4, 32}, {8, 2, 64}, {8, 1, 80},  {2, 1, 16},
                                      {2, 2, 48}, {2, 1, 96}, {2, 1, 112}, {3, 1, 128}};

TEST_F(CudaAttention, OverPagesWithGroupedHeadsAndTwoSequences) {
  Random random(9);
  const std::vector<std::vector<Sequences::Part>> steps = {
      {{0, 5, 0}, {1, 21, 0}},   {{1, 15, 21}, {0, 3, 5}}, {{1, 33, 36}}, {{1, 180, 69}},
      {{0, 2, 8}, {1, 13, 249}}, {{1, 250, 262}},          {{1, 1, 512}}};
  for (const AttentionShape& shape : kShapes) {
    Both both(shape, random);
    for (const auto& parts : steps) {
      size_t n = 0;
      for (const auto& part : parts) n += part.n_rows;
      for (const bool bidirectional : {false, true}) {
        if (bidirectional && shape.head_dim > 64) continue;  // the mask knows no head's size
        const Rows rows = both.random_rows(n, random);
        const auto got = both.on_device(rows, parts, both.plain(), bidirectional);
        const auto want = both.by_reference(rows, parts, both.plain(), bidirectional);
        for (size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], kBound) << i;
      }
    }
  }
}

TEST_F(CudaAttention, GivesTheSameBitsRowByRow) {
  const AttentionShape shape{8, 2, 64};
  // Rows on both sides of where a run of pages ends, too.
  for (const size_t n_past : {21, 246}) {
    Random random(10), again(10);
    Both together(shape, random), alone(shape, again);
    const Rows past = together.random_rows(n_past, random), rows = together.random_rows(18, random);
    together.on_device(past, {{1, n_past, 0}}, together.plain());
    alone.on_device(past, {{1, n_past, 0}}, alone.plain());
    const auto batch = together.on_device(rows, {{1, 18, n_past}}, together.plain());
    for (size_t r = 0; r < 18; ++r) {
      const Rows row{rows_of(rows.q, shape.q_dim(), r, 1),
                     rows_of(rows.k, shape.kv_dim(), r, 1),
                     rows_of(rows.v, shape.kv_dim(), r, 1),
                     {rows.positions[r]}};
      const auto one = alone.on_device(row, {{1, 1, n_past + r}}, alone.plain());
      ASSERT_EQ(std::memcmp(one.data(), &batch[r * shape.q_dim()], one.size() * sizeof(float)), 0)
          << r;
    }
  }
}

}  // namespace
}  // namespace redact
