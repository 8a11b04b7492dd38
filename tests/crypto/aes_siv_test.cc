// SPDX-License-Identifier: Apache-2.0
#include "crypto/aes_siv.h"

#include <gtest/gtest.h>

#include <random>

#include "crypto/digest.h"

namespace redact::aes_siv_test {

std::string bytes(std::string_view spaced_hex) {
  std::string hex;
  for (const char c : spaced_hex) {
    if (c != ' ') hex += c;
  }
  return from_hex(hex);
}

// RFC 5297, A.1 and A.2; in A.2 the nonce is the last string of associated data.
TEST(AesSiv, GivesTheTestVectorsOfRfc5297) {
  const std::string key =
      bytes("fffefdfc fbfaf9f8 f7f6f5f4 f3f2f1f0 f0f1f2f3 f4f5f6f7 f8f9fafb fcfdfeff");
  const std::string associated = bytes("10111213 14151617 18191a1b 1c1d1e1f 20212223 24252627");
  const std::string plain = bytes("11223344 55667788 99aabbcc ddee");
  const std::string sealed =
      bytes("85632d07 c6e8f37f 950acd32 0a2ecc93 40c02b96 90c4dc04 daef7f6a fe5c");
  EXPECT_EQ(*siv_seal(key, {associated}, plain), sealed);
  EXPECT_EQ(*siv_open(key, {associated}, sealed), plain);

  const std::string key2 =
      bytes("7f7e7d7c 7b7a7978 77767574 73727170 40414243 44454647 48494a4b 4c4d4e4f");
  const std::string first = bytes(
      "00112233 44556677 8899aabb ccddeeff deaddada deaddada ffeeddcc bbaa9988 77665544 33221100");
  const std::string second = bytes("10203040 50607080 90a0");
  const std::string nonce = bytes("09f91102 9d74e35b d84156c5 635688c0");
  const std::string plain2 = bytes(
      "74686973 20697320 736f6d65 20706c61 696e7465 78742074 6f20656e 63727970 74207573 696e6720 "
      "5349562d 414553");
  const std::string sealed2 = bytes(
      "7bdb6e3b 432667eb 06f4d14b ff2fbd0f cb900f2f ddbe4043 26601965 c889bf17 dba77ceb 094fa663 "
      "b7a3f748 ba8af829 ea64ad54 4a272e9c 485b62a3 fd5c0d");
  EXPECT_EQ(*siv_seal(key2, {first, second, nonce}, plain2), sealed2);
  EXPECT_EQ(*siv_open(key2, {first, second, nonce}, sealed2), plain2);
}

// The expected value is Python's, from the package cryptography: AESSIV(bytes(range(64))).encrypt(
// b"plain", [b"associated"]). tests/crypto/sealing_oracle_test.py compares more.
TEST(AesSiv, TakesKeysOf64Bytes) {
  std::string key;
  for (int i = 0; i < 64; ++i) key += static_cast<char>(i);
  EXPECT_EQ(to_hex(*siv_seal(key, {"associated"}, "plain")),
            "d73d8bfa10feebf50901b3898189f12e343eeb94ac");
}

TEST(AesSiv, OpensOnlyWhatWasSealed) {
  std::mt19937 random(7);
  const auto drawn = [&](size_t size) {
    std::string text(size, '\0');
    for (char& c : text) c = static_cast<char>(random());
    return text;
  };
  for (int round = 0; round < 200; ++round) {
    const std::string key = drawn(round % 2 == 0 ? 32 : 64), associated = drawn(1 + random() % 40),
                      plain = drawn(1 + random() % 100);
    const std::string sealed = siv_seal(key, {associated}, plain).value();
    ASSERT_EQ(sealed.size(), plain.size() + 16);
    EXPECT_EQ(*siv_open(key, {associated}, sealed), plain);
    const auto opens = [&](std::string key_, std::string associated_, std::string sealed_) {
      std::string* changed[] = {&key_, &associated_, &sealed_};
      std::string& one = *changed[random() % 3];
      one[random() % one.size()] ^= static_cast<char>(1 << random() % 8);
      return siv_open(key_, {associated_}, sealed_).ok();
    };
    EXPECT_FALSE(opens(key, associated, sealed));
    EXPECT_FALSE(siv_open(key, {associated}, sealed.substr(0, sealed.size() - 1)).ok());
    EXPECT_FALSE(siv_open(key, {associated}, sealed + '\0').ok());
    EXPECT_FALSE(siv_open(key, {associated, associated}, sealed).ok());
  }
}

// OpenSSL before 3.0.10 authenticates no empty string (CVE-2023-2975), and seals no empty text.
TEST(AesSiv, RefusesEmptyStringsAndOtherKeys) {
  const std::string key(64, 'k');
  EXPECT_FALSE(siv_seal(key, {""}, "plain").ok());
  EXPECT_FALSE(siv_seal(key, {"a", ""}, "plain").ok());
  EXPECT_FALSE(siv_seal(key, {"a"}, "").ok());
  EXPECT_FALSE(siv_seal(key.substr(1), {"a"}, "plain").ok());
  EXPECT_FALSE(siv_open(key, {""}, std::string(20, 's')).ok());
  EXPECT_FALSE(siv_open(key, {"a"}, std::string(16, 's')).ok());
}

}  // namespace redact::aes_siv_test
