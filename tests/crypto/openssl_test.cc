// SPDX-License-Identifier: Apache-2.0
// The library neither reads nor obeys the file that OPENSSL_CONF names. This is a program of its
// own, since OpenSSL reads that file at most once.
#include "crypto/openssl.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "crypto/secret.h"

namespace redact::openssl_test {

TEST(Openssl, ConfigurationOfTheSystemIsNotRead) {
  const std::string path = ::testing::TempDir() + "/openssl_test.cnf";
  // With only this provider, OpenSSL has no algorithms at all.
  std::ofstream(path) << "openssl_conf = all\n[all]\nproviders = named\n[named]\nnull = on\n"
                         "[on]\nactivate = 1\n";
  ASSERT_EQ(::setenv("OPENSSL_CONF", path.c_str(), 1), 0);
  const int watch = ::inotify_init1(IN_NONBLOCK);
  ASSERT_GE(watch, 0);
  ASSERT_GE(::inotify_add_watch(watch, path.c_str(), IN_OPEN), 0);
  char event[1024];

  const auto digest = sha256("abc");
  ASSERT_TRUE(digest.ok());
  EXPECT_TRUE(to_hex(bytes_of(*digest)).starts_with("ba7816bf8f01cfea"));  // FIPS 180-4's example
  EXPECT_TRUE(Secret::of_bytes("0123456789abcdef")->draw("purpose", "message").ok());
  EXPECT_NE(openssl_aes_256_siv(), nullptr);
  EXPECT_NE(openssl_aes_256_gcm(), nullptr);
  EXPECT_EQ(::read(watch, event, sizeof event), -1) << "the file was opened";

  // Proves that the trap works: a reader of the file is noticed, and has no algorithms in the
  // default context.
  ASSERT_EQ(OSSL_LIB_CTX_load_config(nullptr, path.c_str()), 1);
  EXPECT_GT(::read(watch, event, sizeof event), 0);
  EXPECT_EQ(EVP_MD_fetch(nullptr, "SHA256", nullptr), nullptr);
  ::close(watch);
  // The library still works in a host program that has read the file.
  EXPECT_TRUE(sha256("abc").ok());
}

// The expected value is Python's: hmac.new(hashlib.sha256(b"0123456789abcdef").digest(),
// b"purpose\0message", "sha256").
TEST(Openssl, DrawsAreHmacsOfPurposeAndMessage) {
  const auto drawn = Secret::of_bytes("0123456789abcdef")->draw("purpose", "message");
  ASSERT_TRUE(drawn.ok());
  EXPECT_EQ(to_hex(bytes_of(*drawn)),
            "6d115e4bb3b65e642e8780242c605e956a8d4783b03b8bba83d15185f4ba5145");
}

}  // namespace redact::openssl_test
