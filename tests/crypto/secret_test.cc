// SPDX-License-Identifier: Apache-2.0
#include "crypto/secret.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

namespace redact::secret_test {

namespace fs = std::filesystem;

using TextKeys = Secret::TextKeys;

// 16 bytes, the first of which is not a character.
constexpr std::string_view kBytes =
    "\x01"
    "123456789abcdef";

std::string path_of(const std::string& name) {
  const std::string path = ::testing::TempDir() + "/" + name;
  fs::remove(path);
  return path;
}

TEST(Secret, AKeyFileThatOthersCanUseIsRefused) {
  const std::string path = path_of("secret_test.key");
  std::ofstream(path) << kBytes;
  for (const auto& [mode, good] :
       {std::pair(0600u, true), std::pair(0400u, true), std::pair(0640u, false),
        std::pair(0620u, false), std::pair(0604u, false), std::pair(0644u, false)}) {
    fs::permissions(path, static_cast<fs::perms>(mode));
    const auto key = Secret::read(path, TextKeys::kRefused);
    EXPECT_EQ(key.ok(), good) << std::oct << mode;
    if (!good) {
      EXPECT_NE(key.error().message().find("chmod 600"), std::string::npos);
      EXPECT_EQ(key.error().message().find("secret_test"), std::string::npos);
    }
  }
}

TEST(Secret, AFileAndItsBytesAreOneKey) {
  const std::string path = path_of("secret_test_bytes.key");
  std::ofstream(path) << kBytes;
  fs::permissions(path, fs::perms::owner_read);
  EXPECT_EQ(*Secret::read(path, TextKeys::kRefused)->draw("a", "b"),
            *Secret::of_bytes(kBytes)->draw("a", "b"));
  EXPECT_EQ(*Secret::given(kBytes, TextKeys::kTaken)->draw("a", "b"),
            *Secret::of_bytes(kBytes)->draw("a", "b"));
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

TEST(Secret, TextIsNoKeyUnlessItIsAskedFor) {
  using namespace std::string_literals;
  const std::string texts[] = {
      "Doctor1948Doctor",
      "correct horse battery staple\n",
      "\tpass phrase\r\nof two lines\f",
      "Schlüsselwort für Station 7",        // UTF-8
      "Schl\xfcsselwort-Station-7",         // Windows-1252
      "p\0a\0s\0s\0w\0o\0r\0d\0"s,          // UTF-16
      "\xff\xfep\0a\0s\0s\0w\0o\0r\0d\0"s,  // with a byte order mark
      "\xfe\xff\0p\0a\0s\0s\0w\0o\0r\0d"s,
      "密码密码密码密码",
      "6f2b9d0c8a417e35f1d2c3b4a5968778",  // digits that another program has written
      std::string(16, '\0'),
  };
  for (const std::string& text : texts) {
    const auto refused = Secret::given(text, TextKeys::kRefused);
    ASSERT_FALSE(refused.ok()) << text;
    EXPECT_EQ(refused.error().kind, ErrorKind::kBadInput);
    EXPECT_NE(refused.error().message().find("--make-key"), std::string::npos);
    EXPECT_EQ(refused.error().message().find(text), std::string::npos);
    const auto taken = Secret::given(text, TextKeys::kTaken);
    ASSERT_TRUE(taken.ok());
    EXPECT_EQ(*taken->draw("a", "b"), *Secret::of_bytes(text)->draw("a", "b"));
  }
}

TEST(Secret, RandomBytesAreAKeyAsTheyAlwaysWere) {
  std::mt19937 random(7);
  size_t n_refused = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string key(round % 2 == 0 ? 32 : 16, '\0');
    for (char& c : key) c = static_cast<char>(random());
    const auto given = Secret::given(key, TextKeys::kRefused);
    if (!given.ok()) {
      EXPECT_EQ(key.size(), 16u);
      ++n_refused;
    } else if (round % 100 == 0) {
      EXPECT_EQ(*given->draw("a", "b"), *Secret::of_bytes(key)->draw("a", "b"));
    }
  }
  EXPECT_LE(n_refused, 2u);
}

TEST(Secret, AMadeKeyIsRandomPrivateAndNeverOverwritten) {
  const std::string path = path_of("made.key"), other = path_of("other.key");
  ASSERT_TRUE(Secret::make_file(path).ok());
  ASSERT_TRUE(Secret::make_file(other).ok());
  EXPECT_EQ(fs::file_size(path), 32u);
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const Digest drawn = *Secret::read(path, TextKeys::kRefused)->draw("a", "b");
  EXPECT_NE(*Secret::read(other, TextKeys::kRefused)->draw("a", "b"), drawn);
  const auto again = Secret::make_file(path);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::kMisuse);
  EXPECT_EQ(*Secret::read(path, TextKeys::kRefused)->draw("a", "b"), drawn);
  EXPECT_EQ(Secret::make_file("/nonexistent/key").error().kind, ErrorKind::kIo);
}

}  // namespace redact::secret_test
