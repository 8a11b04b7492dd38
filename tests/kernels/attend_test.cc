// SPDX-License-Identifier: Apache-2.0
// Compares the attention kernel of every instruction set with the formula in double precision:
// scale, soft caps, windows. Also tests that it does not read what it must not.
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

// Runs rows of queries, of which the i-th sees n_visible - i entries. Returns one row for each.
std::vector<float> attend(const RowKernels& rows, const Cache& cache, const AttendParams& params,
                          const std::vector<float>& q, size_t n_visible) {
  const size_t n = q.size() / params.head_dim, stride = cache.pages.size() * kPageEntries;
  std::vector<float> out(q.size()), scores(n * stride);
  std::vector<AttendQuery> queries;
  for (size_t i = 0; i < n; ++i) {
    queries.push_back({&q[i * params.head_dim], &out[i * params.head_dim], n_visible - i});
  }
  rows.attend(queries.data(), n, cache.view(), params, scores.data(), stride);
  return out;
}

std::vector<double> expected(Cache& cache, const AttendParams& params, const float* q,
                             size_t n_visible) {
  const size_t first =
      params.window > 0 && n_visible > params.window ? n_visible - params.window : 0;
  std::vector<double> out(params.head_dim, 0.0);
  double total = 0;
  for (size_t j = first; j < n_visible; ++j) {
    double logit = 0;
    for (size_t c = 0; c < params.head_dim; ++c) {
      logit += static_cast<double>(q[c]) * half_to_float(cache.key(j, c));
    }
    logit *= params.scale;
    if (params.softcap > 0) logit = params.softcap * std::tanh(logit / params.softcap);
    const double weight = std::exp(logit);
    total += weight;
    for (size_t c = 0; c < params.head_dim; ++c) {
      out[c] += weight * half_to_float(cache.value(j, c));
    }
  }
  for (double& x : out) x /= total;
  return out;
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
      for (const float softcap : {0.0f, 0.5f, 20.0f}) {
        for (const size_t window : {0, 1, 3, 16, 50, 1000}) {
          const AttendParams params{head_dim, 0.2f, softcap, window};
          const auto got = attend(rows_, cache, params, q, n_entries);
          for (size_t i = 0; i < kMaxQueries; ++i) {
            const auto want = expected(cache, params, &q[i * head_dim], n_entries - i);
            for (size_t c = 0; c < head_dim; ++c) {
              // Logits below 20 have an error of at most 20 * 64 * 2^-24, which is also the
              // relative error of the weights.
              ASSERT_NEAR(got[i * head_dim + c], want[c], 4e-4)
                  << n_entries << " " << softcap << " " << window << " " << i;
            }
          }
        }
      }
    }
  }
}

// P4 with windows: the first visible entry differs from query to query.
TEST_P(Attend, WindowsGiveTheSameBitsQueryByQuery) {
  Random random(2);
  const size_t head_dim = 32;
  const Cache cache(90, head_dim, random);
  const auto q = random.values(7 * head_dim);
  for (const size_t window : {1, 2, 17, 40}) {
    const AttendParams params{head_dim, 0.2f, 5.0f, window};
    const auto together = attend(rows_, cache, params, q, 90);
    for (size_t i = 0; i < 7; ++i) {
      const std::vector<float> one(q.begin() + i * head_dim, q.begin() + (i + 1) * head_dim);
      const auto alone = attend(rows_, cache, params, one, 90 - i);
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
  const AttendParams params{head_dim, 0.2f, 0, 21};
  const auto before = attend(rows_, cache, params, q, 75);  // they see 53 .. 74
  for (size_t entry = 0; entry < 100; ++entry) {
    if (entry >= 53 && entry < 75) continue;
    for (size_t c = 0; c < head_dim; ++c) cache.key(entry, c) = cache.value(entry, c) = 0x7e00;
  }
  for (const size_t page : {0, 1, 2, 5, 6}) cache.pages[page] = 0xffffffff;
  EXPECT_EQ(attend(rows_, cache, params, q, 75), before);
}

// A key that overflowed makes a logit of plus or minus infinity. Neither may become a weight.
TEST_P(Attend, WhatIsNotFiniteStaysSo) {
  Random random(4);
  const size_t head_dim = 32;
  for (const uint16_t bad : {0x7c00, 0xfc00, 0x7e00}) {
    for (const float softcap : {0.0f, 30.0f}) {
      for (const bool in_key : {true, false}) {
        Cache cache(40, head_dim, random);
        const auto q = random.values(head_dim);
        (in_key ? cache.key(21, 5) : cache.value(21, 5)) = bad;
        const auto out = attend(rows_, cache, {head_dim, 0.2f, softcap}, q, 40);
        EXPECT_FALSE(std::isfinite(out[5])) << bad << " " << softcap << " " << in_key;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Attend, ::testing::ValuesIn(kCpuLevels), [](const auto& param) {
  return std::string(cpu_level_name(param.param));
});

}  // namespace redact::attend_test
