// SPDX-License-Identifier: Apache-2.0
// Compares the attention kernel of every instruction set with the formula in double precision:
// scale and windows. Also tests that it does not read what it must not.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "kernels/cpu/level_kernels.h"
#include "kernels/formats/half.h"
#include "tests/support/random_weight.h"

namespace redact::attend_test {

using testing::Random;

// One key head with n_entries entries, in pages of descending numbers.
struct Cache {
  Cache(size_t n_entries, size_t dim, Random& random) : head_dim(dim) {
    for (size_t page = pages_for(n_entries); page-- > 0;) {
      pages.push_back(static_cast<uint32_t>(page));
    }
    for (std::vector<uint16_t>* halves : {&k, &v}) {
      for (const float x : random.values(pages.size() * page_size())) {
        halves->push_back(float_to_half(x));
      }
    }
  }

  size_t page_size() const { return kPageEntries * head_dim; }
  uint16_t& key(size_t entry, size_t c) {
    return k[pages[entry / kPageEntries] * page_size() + c * kPageEntries + entry % kPageEntries];
  }
  uint16_t& value(size_t entry, size_t c) {
    return v[pages[entry / kPageEntries] * page_size() + entry % kPageEntries * head_dim + c];
  }
  HeadPages<uint16_t> view() const { return {k.data(), v.data(), pages.data(), page_size()}; }

  size_t head_dim;
  std::vector<uint32_t> pages;
  std::vector<uint16_t> k, v;
};

using Visible = Segment::Visible;

// What the last n rows of a causal segment of n_entries see under a window, the last row first.
std::vector<Visible> windows(size_t n, size_t n_entries, size_t window) {
  std::vector<Visible> seen;
  for (size_t end = n_entries; end > n_entries - n; --end) {
    seen.push_back({Segment::first_visible(end, window), end});
  }
  return seen;
}

// Runs one query for each of `seen`. Returns one row for each.
std::vector<float> attend(const RowKernels& rows, const Cache& cache, const AttendParams& params,
                          const std::vector<float>& q, const std::vector<Visible>& seen) {
  const size_t n = q.size() / params.head_dim, stride = cache.pages.size() * kPageEntries;
  std::vector<float> out(q.size()), scores(n * stride);
  std::vector<AttendQuery> queries;
  for (size_t i = 0; i < n; ++i) {
    queries.push_back({&q[i * params.head_dim], &out[i * params.head_dim], seen[i]});
  }
  rows.attend(queries.data(), n, cache.view(), params, scores.data(), stride);
  return out;
}

std::vector<double> expected(Cache& cache, const AttendParams& params, const float* q,
                             Visible seen) {
  std::vector<double> out(params.head_dim, 0.0);
  double total = 0;
  for (size_t j = seen.first; j < seen.end; ++j) {
    double logit = 0;
    for (size_t c = 0; c < params.head_dim; ++c) {
      logit += static_cast<double>(q[c]) * half_to_float(cache.key(j, c));
    }
    logit *= params.scale;
    const double weight = std::exp(logit);
    total += weight;
    for (size_t c = 0; c < params.head_dim; ++c) {
      out[c] += weight * half_to_float(cache.value(j, c));
    }
  }
  for (double& x : out) x /= total;
  return out;
}

TEST(Segment, ARadiusReachesBothWaysAndEndsWithTheSegment) {
  const auto seen = [](bool bidirectional, size_t n_past, size_t row, size_t radius) {
    Attention attention{{}, 1};
    attention.radius = radius;
    const auto [first, end] =
        Segment{0, 10, n_past, nullptr, bidirectional}.visible(row, attention);
    return std::pair(first, end);
  };
  EXPECT_EQ(seen(true, 0, 0, 3), std::pair(size_t{0}, size_t{4}));
  EXPECT_EQ(seen(true, 0, 3, 3), std::pair(size_t{0}, size_t{7}));
  EXPECT_EQ(seen(true, 0, 5, 3), std::pair(size_t{2}, size_t{9}));
  EXPECT_EQ(seen(true, 0, 9, 3), std::pair(size_t{6}, size_t{10}));
  EXPECT_EQ(seen(true, 20, 5, 3), std::pair(size_t{22}, size_t{29}));
  EXPECT_EQ(seen(false, 20, 5, 3), std::pair(size_t{22}, size_t{26}));
  EXPECT_EQ(seen(true, 0, 5, 0), std::pair(size_t{0}, size_t{10}));
}

class Attend : public ::testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (!cpu_has(GetParam())) GTEST_SKIP() << "this machine lacks " << cpu_level_name(GetParam());
  }
  const RowKernels& rows_ = kernels_of(GetParam()).rows;
};

TEST_P(Attend, AgreesWithTheFormula) {
  Random random(1);
  for (const size_t head_dim : {18, 64}) {
    for (const size_t n_entries : {9, 16, 100}) {
      Cache cache(n_entries, head_dim, random);
      const auto q = random.values(kMaxQueries * head_dim);
      const AttendParams params{head_dim, 0.2f};
      for (const size_t window : {0, 1, 3, 16, 50, 1000}) {
        const auto seen = windows(kMaxQueries, n_entries, window);
        const auto got = attend(rows_, cache, params, q, seen);
        for (size_t i = 0; i < kMaxQueries; ++i) {
          const auto want = expected(cache, params, &q[i * head_dim], seen[i]);
          for (size_t c = 0; c < head_dim; ++c) {
            // Logits below 20 have an error of at most 20 * 64 * 2^-24, which is also the relative
            // error of the weights.
            ASSERT_NEAR(got[i * head_dim + c], want[c], 4e-4)
                << n_entries << " " << window << " " << i;
          }
        }
      }
    }
  }
}

// P4 with windows and bands: the entries that are seen differ from query to query.
TEST_P(Attend, TheSameBitsQueryByQuery) {
  Random random(2);
  const size_t head_dim = 32;
  const Cache cache(90, head_dim, random);
  const auto q = random.values(7 * head_dim);
  std::vector<std::vector<Visible>> bands;
  for (const size_t window : {1, 2, 17, 40}) bands.push_back(windows(7, 90, window));
  for (const size_t begin : {0, 10, 16}) {
    bands.emplace_back();
    for (size_t i = 0; i < 7; ++i) bands.back().push_back({begin + i, begin + i * i + 9});
  }
  for (const auto& seen : bands) {
    const AttendParams params{head_dim, 0.2f};
    const auto together = attend(rows_, cache, params, q, seen);
    for (size_t i = 0; i < 7; ++i) {
      const std::vector<float> one(q.begin() + i * head_dim, q.begin() + (i + 1) * head_dim);
      const auto alone = attend(rows_, cache, params, one, {seen[i]});
      ASSERT_EQ(std::memcmp(&together[i * head_dim], alone.data(), head_dim * sizeof(float)), 0);
    }
  }
}

// Neither entries behind the window nor later ones count, whether they have pages of their own or
// share a page with visible entries. Pages outside the window are not even looked up: their page
// numbers are invalid here.
TEST_P(Attend, IsBlindToWhatIsOutsideTheWindow) {
  Random random(3);
  const size_t head_dim = 48;
  Cache cache(100, head_dim, random);
  const auto q = random.values(2 * head_dim);
  const AttendParams params{head_dim, 0.2f};
  const std::vector<Visible> seen = {{54, 75}, {53, 74}};
  const auto before = attend(rows_, cache, params, q, seen);
  for (size_t entry = 0; entry < 100; ++entry) {
    if (entry >= 53 && entry < 75) continue;
    for (size_t c = 0; c < head_dim; ++c) cache.key(entry, c) = cache.value(entry, c) = 0x7e00;
  }
  for (const size_t page : {0, 1, 2, 5, 6}) cache.pages[page] = 0xffffffff;
  EXPECT_EQ(attend(rows_, cache, params, q, seen), before);
}

// A key that overflowed makes a logit of plus or minus infinity. Neither may become a weight.
TEST_P(Attend, WhatIsNotFiniteStaysSo) {
  Random random(4);
  const size_t head_dim = 32;
  for (const uint16_t bad : {0x7c00, 0xfc00, 0x7e00}) {
    for (const bool in_key : {true, false}) {
      Cache cache(40, head_dim, random);
      const auto q = random.values(head_dim);
      (in_key ? cache.key(21, 5) : cache.value(21, 5)) = bad;
      const auto out = attend(rows_, cache, {head_dim, 0.2f}, q, {{0, 40}});
      EXPECT_FALSE(std::isfinite(out[5])) << bad << " " << in_key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Attend, ::testing::ValuesIn(kCpuLevels), [](const auto& param) {
  return std::string(cpu_level_name(param.param));
});

}  // namespace redact::attend_test
