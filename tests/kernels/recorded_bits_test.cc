// SPDX-License-Identifier: Apache-2.0
// Every level of every architecture gives the bits that are recorded here, so the spans of a
// document do not depend on the machine (P4). Inputs are drawn without the C library's mathematics,
// which differ between machines.
#include <gtest/gtest.h>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/int8_pages.h"
#include "kernels/cpu/level_kernels.h"
#include "tests/support/random_weight.h"

namespace redact::recorded_bits_test {

using testing::Random;

// Uniform in [-2, 2).
std::vector<float> uniform(size_t n, Random& random) {
  std::vector<float> out(n);
  for (float& x : out) x = static_cast<float>(static_cast<int32_t>(random.bits()) >> 8) * 0x1p-22f;
  return out;
}

// FNV-1a of the added bytes.
class Hash {
 public:
  template <typename T>
  void add(const std::vector<T>& values) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
    for (size_t i = 0; i < values.size() * sizeof(T); ++i) {
      value_ = (value_ ^ bytes[i]) * 0x100000001b3;
    }
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325;
};

class RecordedBits : public ::testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (!cpu_has(GetParam())) GTEST_SKIP() << "this machine lacks " << cpu_level_name(GetParam());
  }
  // The products of 7 rows with 21 rows of weights.
  void add_products(WeightFormat format, WeightUse use) {
    constexpr size_t kRows = 21, kCols = 768, kN = 7;
    CpuOps ops(pool_, GetParam());
    const testing::OwnedWeight w = testing::random_weight(format, kRows, kCols, random_);
    const auto x = uniform(kN * kCols, random_);
    std::vector<float> out(kN * kRows);
    const Product product{ops.prepare(w.weight, use), out.data()};
    ops.matmul({&product, 1}, x.data(), kN);
    hash_.add(out);
  }
  const RowKernels& rows_ = kernels_of(GetParam()).rows;
  ThreadPool pool_{1};
  Random random_{1};
  Hash hash_;
};

TEST_P(RecordedBits, ProductsByBlocks) {
  for (const QuantisedFormat& row : kQuantisedFormats) {
    add_products(row.format, WeightUse::kMultiplied);
  }
  EXPECT_EQ(hash_.value(), 0xf3a0b73dde8339a8);
}

TEST_P(RecordedBits, ProductsByRows) {
  add_products(WeightFormat::kQ8_0, WeightUse::kMultipliedByRows);
  EXPECT_EQ(hash_.value(), 0x3967d7f5e278afc9);
}

TEST_P(RecordedBits, ProductsOfFloats) {
  for (const WeightFormat format : {WeightFormat::kF16, WeightFormat::kBf16}) {
    add_products(format, WeightUse::kMultiplied);
  }
  EXPECT_EQ(hash_.value(), 0x781c0716feb3085d);
}

TEST_P(RecordedBits, NormsRotationsAndGates) {
  for (const size_t n : {2, 30, 64, 334}) {
    const auto x = uniform(n, random_), y = uniform(n, random_);
    std::vector<float> normed(n);
    rows_.rms_norm(x.data(), y.data(), 1e-5f, n, normed.data());
    hash_.add(normed);
    for (const RopePairs pairs : {RopePairs::kAdjacent, RopePairs::kHalves}) {
      auto head = x;
      rows_.rotate(head.data(), {n, pairs, nullptr}, y.data());
      hash_.add(head);
    }
    for (const auto gate_of : {&RowKernels::silu_gate, &RowKernels::gelu_gate}) {
      auto gate = x;
      (rows_.*gate_of)(gate.data(), y.data(), n);
      hash_.add(gate);
    }
  }
  EXPECT_EQ(hash_.value(), 0x0a0fdc60bda621fd);
}

// Three queries that see 37, 36 and 35 entries, of which a window of 30 is taken.
TEST_P(RecordedBits, Attention) {
  constexpr size_t kHeadDim = 48, kEntries = 37, kN = 3;
  const size_t n_pages = pages_for(kEntries), stride = n_pages * kPageEntries;
  const auto q = uniform(kN * kHeadDim, random_);
  std::vector<uint32_t> pages(n_pages);
  for (size_t p = 0; p < n_pages; ++p) pages[p] = static_cast<uint32_t>(p);
  std::vector<float> out(kN * kHeadDim), scores(kN * stride);
  std::vector<AttendQuery> queries;
  for (size_t i = 0; i < kN; ++i) {
    queries.push_back({&q[i * kHeadDim], &out[i * kHeadDim], {kEntries - i - 30, kEntries - i}});
  }
  const AttendParams params{kHeadDim, 0.2f};

  std::vector<uint16_t> k(stride * kHeadDim), v(k.size());
  rows_.to_half(uniform(k.size(), random_).data(), k.size(), k.data());
  rows_.to_half(uniform(v.size(), random_).data(), v.size(), v.data());
  rows_.attend(queries.data(), kN, {k.data(), v.data(), pages.data(), kPageEntries * kHeadDim},
               params, scores.data(), stride);
  hash_.add(out);

  const size_t part = int8_part_bytes(kHeadDim);
  std::vector<uint8_t> key_parts(n_pages * part), value_parts(n_pages * part);
  std::vector<int8_t> codes(kHeadDim);
  for (size_t entry = 0; entry < stride; ++entry) {
    for (const bool is_key : {true, false}) {
      float scale;
      int32_t sum;
      rows_.quantise_row(uniform(kHeadDim, random_).data(), kHeadDim, codes.data(), &scale, &sum);
      const auto store = is_key ? store_int8_key : store_int8_value;
      store(codes.data(), scale, kHeadDim, entry % kPageEntries,
            (is_key ? key_parts : value_parts).data() + entry / kPageEntries * part);
    }
  }
  rows_.attend_int8(queries.data(), kN, {key_parts.data(), value_parts.data(), pages.data(), part},
                    params, scores.data(), stride);
  hash_.add(out);
  EXPECT_EQ(hash_.value(), 0x15305b5489e5aedb);
}

INSTANTIATE_TEST_SUITE_P(Levels, RecordedBits, ::testing::ValuesIn(kCpuLevels),
                         [](const auto& param) {
                           return std::string(cpu_level_name(param.param));
                         });

}  // namespace redact::recorded_bits_test
