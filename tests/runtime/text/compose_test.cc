// SPDX-License-Identifier: Apache-2.0
// Compares composition with utf8proc's composition of whole texts, and tests the mapping back to
// the source.
#include "runtime/text/compose.h"

#include <gtest/gtest.h>
#include <utf8proc.h>

#include <cstdlib>
#include <random>

namespace redact::compose_test {

std::string encoded(int32_t point) {
  utf8proc_uint8_t bytes[4];
  return {reinterpret_cast<char*>(bytes), static_cast<size_t>(utf8proc_encode_char(point, bytes))};
}

std::string nfc(const std::string& text) {
  utf8proc_uint8_t* out = nullptr;
  const auto n = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                              static_cast<utf8proc_ssize_t>(text.size()), &out,
                              static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  std::string composed(reinterpret_cast<char*>(out), static_cast<size_t>(n));
  std::free(out);
  return composed;
}

TEST(Compose, EveryCharacterAloneAndBehindALetter) {
  for (int32_t point = 1; point < 0x110000; ++point) {
    if (!utf8proc_codepoint_valid(point)) continue;
    for (const std::string& text : {encoded(point), "a" + encoded(point) + "\u0323b"}) {
      ASSERT_EQ(compose(text).text, nfc(text)) << std::hex << point;
    }
  }
}

TEST(Compose, RandomTextsAreThoseOfTheLibrary) {
  const std::vector<std::string> pieces = {
      "e",      "o",      "\u0301", "\u0302", "\u0323", "\u0308", "K",
      "\u212b", "\u1112", "\u1161", "\u11ab", "\ud558", " ",      "\u0915",
      "\u093c", "\u0344", "\u0958", "\u09c7", "\u09be", "\u4e2d", "\U0001f600"};
  std::mt19937 random(8);
  for (int trial = 0; trial < 50000; ++trial) {
    std::string text;
    for (size_t i = random() % 10; i > 0; --i) text += pieces[random() % pieces.size()];
    const ComposedText composed = compose(text);
    ASSERT_EQ(composed.text, nfc(text));
    size_t at = 0, before = 0;
    for (size_t place = 0; place <= composed.text.size(); ++place) {
      const size_t source = composed.source_of(place, at);
      ASSERT_GE(source, before);
      ASSERT_LE(source, text.size());
      before = source;
    }
    ASSERT_EQ(before, text.size());
  }
}

TEST(Compose, BytesThatAreNoUtf8StayAsTheyAre) {
  const std::string text =
      std::string("a\xff\xcc") + "e\u0301" + std::string(1, '\0') + "\xed\xa0\x80";
  const ComposedText composed = compose(text);
  EXPECT_EQ(composed.text,
            std::string("a\xff\xcc") + "\u00e9" + std::string(1, '\0') + "\xed\xa0\x80");
  ASSERT_EQ(composed.changes.size(), 1u);
  size_t at = 0;
  EXPECT_EQ(composed.source_of(3, at), 3u);
  EXPECT_EQ(composed.source_of(4, at), 4u);  // inside
  EXPECT_EQ(composed.source_of(5, at), 6u);
  EXPECT_EQ(composed.source_of(6, at), 7u);
}

TEST(Compose, MarksThatStayKeepTheirBytes) {
  for (const std::string mark : {"\u11a8", "\u0302", "\u0302\u0302", "\u20d0"}) {
    const std::string text = "xe\u0301" + mark + "z";
    const ComposedText composed = compose(text);
    ASSERT_EQ(composed.text, "x\u00e9" + mark + "z");
    size_t at = 0;
    for (size_t place = 3; place <= composed.text.size(); ++place) {
      EXPECT_EQ(composed.source_of(place, at), place + 1) << mark;
    }
  }
}

TEST(Compose, ALongRunOfMarksTakesTimeInProportion) {
  std::string text = "a";
  while (text.size() < (1u << 20)) text += "\u0301";
  EXPECT_EQ(compose(text).text.substr(0, 2), "\u00e1");
}

}  // namespace redact::compose_test
