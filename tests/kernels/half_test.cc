// SPDX-License-Identifier: Apache-2.0
// Decoding and encoding of IEEE halves.
#include "kernels/formats/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "tests/support/reference_ops.h"

namespace redact::half_test {

using testing::ReferenceOps;

TEST(Half, All65536ValuesDecodeExactly) {
  std::vector<uint8_t> bytes(2);
  const Weight w{WeightFormat::kF16, 1, 1, bytes.data()};
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const uint16_t half = static_cast<uint16_t>(bits);
    std::memcpy(bytes.data(), &half, 2);
    const double want = ReferenceOps::element(w, 0, 0);
    const float got = half_to_float(half);
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(got)) << bits;
    } else {
      ASSERT_EQ(got, want) << bits;
      ASSERT_EQ(std::signbit(got), std::signbit(want)) << bits;
    }
  }
}

// Every half, and the midpoint of every two neighbours with the floats on both sides of it.
TEST(Half, EncodesTheNearestHalfTiesToEven) {
  const auto encoded = [](double x) { return float_to_half(static_cast<float>(x)); };
  for (uint16_t half = 0; half < 0x7c00; ++half) {
    const float low = half_to_float(half);
    // The next step after the largest half would be 65,536; from their midpoint on, the result is
    // infinite.
    const float high = half == 0x7bff ? 65536.0f : half_to_float(half + 1);
    const float middle = (low + high) / 2;  // exact
    const auto above = static_cast<uint16_t>(half + 1);
    ASSERT_EQ(float_to_half(low), half);
    ASSERT_EQ(float_to_half(middle), half % 2 == 0 ? half : above) << half;
    ASSERT_EQ(float_to_half(std::nextafter(middle, 0.0f)), half) << half;
    ASSERT_EQ(float_to_half(std::nextafter(middle, 1e9f)), above) << half;
    ASSERT_EQ(float_to_half(-low), half | 0x8000);
  }
  EXPECT_EQ(encoded(INFINITY), 0x7c00);
  EXPECT_EQ(encoded(-INFINITY), 0xfc00);
  EXPECT_EQ(encoded(-3e38), 0xfc00);
  EXPECT_EQ(float_to_half(1e-45f), 0);
  EXPECT_TRUE(std::isnan(half_to_float(encoded(NAN))));
}

}  // namespace redact::half_test
