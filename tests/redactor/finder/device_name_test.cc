// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/device_name.h"

#include <gtest/gtest.h>

namespace redact::device_name_test {

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

TEST(DeviceName, ADriverThatCannotBeUsedIsNoMissingGpu) {
  const Error too_old{ErrorKind::kUnsupported, "device", "the driver is too old"};
  for (const char* name : {"auto", "cuda", "cuda:1"}) {
    const auto device = device_name(name, true, too_old);
    ASSERT_FALSE(device.ok()) << name;
    EXPECT_TRUE(device.error().what.starts_with(too_old.what)) << device.error().what;
  }
  EXPECT_EQ(device_name("cpu", true, too_old).value(), "cpu");
}

TEST(DeviceName, CublasIsAskedForByName) {
  EXPECT_EQ(device_name("cuda:cublas", true, 1).value(), "cuda:cublas");
  EXPECT_FALSE(device_name("cuda:cublas", true, 0).ok());
  EXPECT_EQ(without_cublas("cuda:cublas"), "cuda");
  EXPECT_EQ(without_cublas("cuda:1:cublas"), "cuda:1");
  EXPECT_EQ(without_cublas("cpu"), "cpu");
}

}  // namespace redact::device_name_test
