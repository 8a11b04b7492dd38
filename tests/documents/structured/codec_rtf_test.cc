// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "documents/structured/charsets.h"
#include "documents/structured/codec.h"
#include "tests/documents/structured/random_text.h"

namespace redact::codec_rtf_test {

Coding rtf(uint8_t n_fallback = 1) {
  return {.codec = Codec::kRtf, .charset = Charset::kWindows1252, .n_fallback = n_fallback};
}

std::string text_of(std::string_view source, const Coding& coding = rtf()) {
  return decode(source, coding)->text();
}

std::string written(std::string_view text, const Coding& coding = rtf(), const Seams& seams = {}) {
  const auto out = encode(text, coding, seams);
  return out.ok() ? *out : "refused: " + out.error().message();
}

TEST(CodecRtf, EscapesAreDecoded) {
  EXPECT_EQ(text_of(R"(a\\b\{c\}d)"), R"(a\b{c}d)");
  EXPECT_EQ(text_of("Kr\\'fcckl \\'80"), "Krückl €");
  EXPECT_EQ(text_of(R"(Mar\-garet\~Ellison x\_y)"), "Margaret\u00a0Ellison x\u2011y");
  EXPECT_EQ(text_of("Mar\r\ngaret"), "Margaret");  // line ends are no text
  EXPECT_EQ(text_of(R"(a\emdash b\lquote c\rquote)"), "a—b‘c’");
  Coding polish = rtf();
  polish.charset = Charset::kWindows1250;
  EXPECT_EQ(text_of("\\'b3", polish), "ł");
}

TEST(CodecRtf, UnicodeSkipsItsFallback) {
  EXPECT_EQ(text_of(R"(Kr\u252?ckl)"), "Krückl");
  EXPECT_EQ(text_of("Kr\\u252\\'fcckl"), "Krückl");
  EXPECT_EQ(text_of(R"(Kr\u252 ?ckl)"), "Krückl");
  EXPECT_EQ(text_of(R"(Kr\u252 ckl)", rtf(0)), "Krückl");
  EXPECT_EQ(text_of(R"(Kr\u252ueckl)", rtf(2)), "Krückl");
  EXPECT_EQ(text_of(R"(\u8217\rquote s)"), "’s");
  EXPECT_EQ(text_of(R"(\u-10179?\u-8704?!)"), "😀!");
  EXPECT_EQ(text_of(R"(\u-10179?!)"), "\ufffd!");  // half a pair
}

TEST(CodecRtf, ANumberThatIsTooLargeBelongsToItsWord) {
  EXPECT_EQ(text_of(R"(a\u9999999999 b)"), "ab");
  EXPECT_EQ(text_of(R"(a\fs9999999999 b)"), "ab");
}

TEST(CodecRtf, BytesBeyondAsciiAreUtf8OrOfTheCodePage) {
  EXPECT_EQ(text_of("Kr\xfc"), "Krü");
  EXPECT_EQ(text_of("Kr\u00fc"), "Krü");
}

TEST(CodecRtf, ReplacementsFitTheirPlace) {
  EXPECT_EQ(written("a{b}c\\"), R"(a\{b\}c\\)");
  EXPECT_EQ(written("Krückl"), "Kr\\'fcckl");
  EXPECT_EQ(written("łódź"), "\\u322?\\'f3d\\u378?");
  EXPECT_EQ(written("ł", rtf(0)), "\\u322 ");
  EXPECT_EQ(written("😀"), R"(\u-10179?\u-8704?)");
  Coding no_page = rtf();
  no_page.ascii_only = true;
  EXPECT_EQ(written("ü", no_page), "\\u252?");
  EXPECT_EQ(written("a\nb\tc"), R"(a\line b\tab c)");
  EXPECT_EQ(written("a\x01"), "refused: byte 1 of a replacement: a control character, in RTF");
}

TEST(CodecRtf, NothingJoinsTheControlWordBefore) {
  Coding after_word = rtf();
  after_word.follows_word = true;
  EXPECT_EQ(written("Ana", after_word), "\nAna");
  EXPECT_EQ(written(" Ana", after_word), "\n Ana");
  EXPECT_EQ(written("[PATIENT]", after_word), "[PATIENT]");
  EXPECT_EQ(written("", after_word), "\n");
  EXPECT_EQ(written("Ana", after_word, {.before = "x"}), "Ana");
  EXPECT_EQ(written("Ana", rtf(), {.before = R"(x\emdash)"}), "\nAna");
  EXPECT_EQ(written("4", rtf(), {.before = R"(x\u252)"}), "\n4");
}

TEST(CodecRtf, WhatIsWrittenIsReadAgain) {
  constexpr auto kPieces = std::to_array<std::string_view>(
      {"a", "4", " ", "-", "\\", "{", "}", "'", "ü", "ł", "😀", "\n", "\t", "u228", "\\par "});
  std::mt19937 random(58);
  for (int trial = 0; trial < 20000; ++trial) {
    Coding coding = rtf(static_cast<uint8_t>(random() % 3));
    coding.ascii_only = random() % 2 != 0;
    coding.follows_word = random() % 2 != 0;
    const std::string text = draw_text(random, kPieces, 8);
    const auto out = encode(text, coding);
    if (out.ok()) {
      EXPECT_EQ(text_of(*out, coding), text) << *out;
    }
  }
}

}  // namespace redact::codec_rtf_test
