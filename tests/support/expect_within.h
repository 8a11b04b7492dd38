// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <ctime>
#include <functional>

#include "tests/support/sanitized.h"

namespace redact::testing {

// Runs `work` and fails if it takes more than `seconds` of processor time, which the load of the
// machine hardly changes, or four times that with a sanitizer. For tests that work is linear: some
// ten times what it needs, and far less than quadratic work needs.
inline void expect_within(double seconds, const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC,
            kSanitized ? 4 * seconds : seconds);
}

}  // namespace redact::testing
