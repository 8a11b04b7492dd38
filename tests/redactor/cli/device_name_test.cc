// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/device_name.h"

#include <gtest/gtest.h>

namespace redact {
namespace {

TEST(DeviceName, AutoTakesAGpuIfThereIsOne) {
  EXPECT_EQ(device_name("auto", true, 2).value(), "cuda");
  EXPECT_EQ(device_name("auto", true, 0).value(), "cpu");
  EXPECT_EQ(device_name("auto", false, 0).value(), "cpu");
}

TEST(DeviceName, WhoAsksForAGpuGetsNoCpu) {
  for (const char* name : {"cuda", "cuda:0"}) {
    EXPECT_EQ(device_name(name, true, 1).value(), name);
    EXPECT_FALSE(device_name(name, true, 0).ok());
  }
  EXPECT_EQ(device_name("cpu:avx2", true, 0).value(), "cpu:avx2");
}

}  // namespace
}  // namespace redact
