// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/secret.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace redact {
namespace {

namespace fs = std::filesystem;

TEST(Secret, AKeyFileThatOthersCanUseIsRefused) {
  const std::string path = ::testing::TempDir() + "/secret_test.key";
  std::ofstream(path) << "0123456789abcdef";
  for (const auto& [mode, good] :
       {std::pair(0600u, true), std::pair(0400u, true), std::pair(0640u, false),
        std::pair(0620u, false), std::pair(0604u, false), std::pair(0644u, false)}) {
    fs::permissions(path, static_cast<fs::perms>(mode));
    const auto key = Secret::read(path);
    EXPECT_EQ(key.ok(), good) << std::oct << mode;
    if (!good) {
      EXPECT_NE(key.error().message().find("chmod 600"), std::string::npos);
      EXPECT_EQ(key.error().message().find("secret_test"), std::string::npos);
    }
  }
}

TEST(Secret, AFileAndItsBytesAreOneKey) {
  const std::string path = ::testing::TempDir() + "/secret_test_bytes.key";
  std::ofstream(path) << "0123456789abcdef";
  fs::permissions(path, fs::perms::owner_read);
  EXPECT_EQ(*Secret::read(path)->draw("a", "b"),
            *Secret::of_bytes("0123456789abcdef")->draw("a", "b"));
  EXPECT_FALSE(Secret::of_bytes("0123456789abcde").ok());
}

TEST(Secret, PurposesMessagesAndDerivedSecretsDrawApart) {
  const Secret key = Secret::of_bytes("0123456789abcdef").value();
  const Digest drawn = key.draw("a", "b").value();
  EXPECT_NE(*key.draw("a", "c"), drawn);
  EXPECT_NE(*key.draw("ab", ""), drawn);
  EXPECT_NE(*key.derive("patient", "7")->draw("a", "b"), drawn);
  EXPECT_NE(*key.derive("patient", "7")->draw("a", "b"),
            *key.derive("patient", "8")->draw("a", "b"));
  EXPECT_NE(*Secret::random()->draw("a", "b"), *Secret::random()->draw("a", "b"));
}

}  // namespace
}  // namespace redact
