// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/segment_text.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "documents/structured/codec.h"
#include "tests/documents/structured/random_text.h"

namespace redact::segment_text_test {

// The file after one edit of the text of its bytes [begin, end).
std::string replaced(std::string_view file, TextSegment segment, std::string_view hidden,
                     std::string replacement) {
  const auto text = SegmentText::read(file, segment);
  if (!text.ok()) return "refused: " + text.error().message();
  const size_t at = text->text().find(hidden);
  const Edit edit{at, at + hidden.size(), std::move(replacement)};
  const auto edits = text->write({&edit, 1});
  return edits.ok() ? with_edits(file, *edits) : "refused: " + edits.error().message();
}

TEST(SegmentText, OnlyTheHiddenBytesChange) {
  const std::string_view file = R"({"n": "Jos\u00e9 \"Pepe\" P\u00e9rez"})";
  EXPECT_EQ(replaced(file, {7, 35, {{.codec = Codec::kJsonString}}}, "\u00e9 \"Pepe\"", "\"\n"),
            R"({"n": "Jos\"\n P\u00e9rez"})");
}

TEST(SegmentText, ThroughTwoCodings) {
  const std::string_view file = R"(["<p>Ana &amp; Jos\u0026eacute;\n</p>"])";
  const TextSegment segment{5, 33, {{.codec = Codec::kJsonString}, {.codec = Codec::kHtmlText}}};
  EXPECT_EQ(replaced(file, segment, "Jos\u00e9", "\"<X>\""),
            R"(["<p>Ana &amp; \"&lt;X>\"\n</p>"])");
  const auto text = SegmentText::read(file, segment);
  ASSERT_EQ(text->text(), "Ana & Jos\u00e9\n");
  EXPECT_EQ(text->source_of(9, 11).begin, 18u);
  EXPECT_EQ(text->source_of(9, 11).end, 31u);
}

// "Mrs Ana Rossi, 1 May" from the group of the name on, in the lines of the source.
TEST(SegmentText, Base64KeepsItsLinesAndPaddingAndTheBytesBeforeTheFirstChange) {
  const auto written = [](std::string_view file, std::string replacement) {
    return replaced(file, {0, file.size(), {{.codec = Codec::kAscii}, {.codec = Codec::kBase64}}},
                    "Ana", std::move(replacement));
  };
  EXPECT_EQ(written("TXJzIEFu\r\nYSBSb3Nz\r\naSwgMSBN\r\nYXk=\r\n", "[X]"),
            "TXJzIFtY\r\nXSBSb3Nz\r\naSwgMSBN\r\nYXk=\r\n");
  EXPECT_EQ(written("TXJzIEFu\r\nYSBSb3Nz\r\naSwgMSBN\r\nYXk=\r\n", "[NAME]"),
            "TXJzIFtO\r\nQU1FXSBS\r\nb3NzaSwg\r\nMSBNYXk=\r\n");
  EXPECT_EQ(written("TXJzIEFuYSBSb3NzaSwgMSBNYXk", "[NAME]"), "TXJzIFtOQU1FXSBSb3NzaSwgMSBNYXk");
  EXPECT_EQ(written("  TXJz\n  IEFu\n  YQ==\n", "[NAME]"), "  TXJz\n  IFtO\n  QU1F\n  XQ==\n");
  EXPECT_EQ(written("TXJz\nIEFu\nYQ==", ""), "TXJz\nIA==");
}

TEST(SegmentText, ARangeInBase64IsThatOfItsGroups) {
  const std::string_view file = "TXJzIEFu\r\nYSBSb3Nz\r\naQ==\r\n";
  const auto text = SegmentText::read(file, {0, file.size(), {{.codec = Codec::kBase64}}});
  EXPECT_EQ(text->source_of(0, 1).end, 4u);
  EXPECT_EQ(text->source_of(4, 7).begin, 4u);
  EXPECT_EQ(text->source_of(4, 7).end, 14u);
  EXPECT_EQ(text->source_of(12, 13).begin, 20u);
  EXPECT_EQ(text->source_of(12, 13).end, 24u);
}

TEST(SegmentText, SeveralEditsOfOneUnitAreOne) {
  const TextSegment segment{1, 9, {{.codec = Codec::kJsonToken}}};
  const auto text = SegmentText::read("[19850412]", segment);
  const std::vector<Edit> edits = {{0, 4, "Y"}, {4, 6, "M"}};
  EXPECT_EQ(with_edits("[19850412]", *text->write(edits)), R"(["YM12"])");
}

TEST(SegmentText, AnEscapeThatWouldFormAcrossAnEdgeIsAvoided) {
  const Codings hl7 = {{.codec = Codec::kHl7}};
  EXPECT_EQ(replaced(R"(\Ana\ x)", {0, 7, hl7}, "Ana", "F"), R"(\E\F\ x)");
  EXPECT_EQ(replaced(R"(C:\Tom\x)", {0, 8, hl7}, "om", "[NAME]"), R"(C:\E\T[NAME]\x)");
  EXPECT_EQ(replaced("&ampAna;", {0, 8, {{.codec = Codec::kHtmlText}}}, "Ana", "x"), "&amp&#x78;;");
  EXPECT_EQ(replaced("&amAnap;", {0, 8, {{.codec = Codec::kHtmlText}}}, "Ana", "").substr(0, 7),
            "refused");
}

TEST(SegmentText, WhatCannotBeDecodedIsRefusedWithItsPlace) {
  EXPECT_EQ(replaced("[\"QQ*\"]",
                     {2, 5, {{.codec = Codec::kJsonString}, {.codec = Codec::kBase64}}}, "", ""),
            "refused: the segment at byte 2: byte 2: not a character of Base64");
}

// Random texts with random edits: write() decodes its result by itself; here, that it rarely has to
// refuse, that nothing outside the edits changes, and that the hidden bytes are inside them.
TEST(SegmentText, RandomEdits) {
  struct World {
    Codings codings;
    std::vector<std::string_view> pieces;
  };
  const std::vector<World> worlds = {
      {{{.codec = Codec::kJsonString}}, {"\\n", "\\u00e9", "\\ud83d\\ude00", "ab", "c", " "}},
      {{{.codec = Codec::kXmlText}}, {"&amp;", "&#65;", "\r\n", "ab", "c", "]]"}},
      {{{.codec = Codec::kXmlCdata}}, {"&amp;", "]", "]]", "\r\n", "> ", "ab"}},
      {{{.codec = Codec::kHtmlText}}, {"&", "amp", ";", "not", "in", "#", "6", "x", "a", "="}},
      {{{.codec = Codec::kHtmlAttribute, .quote = '"'}},
       {"&", "amp", ";", "not", "in", "#x", "6", "a", "="}},
      {{{.codec = Codec::kHl7}}, {"\\", "F", "X", "4", "1", ".br", "a", " ", "\\T\\", "\\E\\"}},
      {{{.codec = Codec::kJsonString}, {.codec = Codec::kHtmlText}},
       {"&", "amp;", "\\n", "\\u0026", "lt", "a"}},
      {{{.codec = Codec::kTableField}, {.codec = Codec::kHl7}}, {"\"\"", "\\", "F", "a", "E"}},
      {{{.codec = Codec::kMboxText}}, {">", "From ", "\n", "\n>From ", "a", " "}},
  };
  constexpr auto kTexts = std::to_array<std::string_view>(
      {"[NAME]", "]", ">", "F", "\\", "1", "amp;", "n;", "\u00e9", "|", "\""});
  std::mt19937 random(3);
  for (const World& world : worlds) {
    int refused = 0, tried = 0;
    for (int trial = 0; trial < 10000; ++trial) {
      const std::string source = "<" + draw_text(random, world.pieces, 10) + ">";
      const TextSegment segment{1, source.size() - 1, world.codings};
      const auto text = SegmentText::read(source, segment);
      ASSERT_TRUE(text.ok());
      std::vector<Edit> edits;
      const auto is_inside = [&](size_t at) {
        return (static_cast<unsigned char>(text->text()[at]) & 0xc0) == 0x80;
      };
      for (size_t at = 0; at < text->text().size(); ++at) {
        if (is_inside(at) || random() % 4) continue;
        size_t end = at + 1 + random() % 3;
        while (end < text->text().size() && is_inside(end)) ++end;
        end = std::min(end, text->text().size());
        edits.push_back({at, end, draw_text(random, kTexts, 2)});
        at = end - 1;
      }
      if (edits.empty()) continue;
      if (source.find("]]>") < source.size() - 3) continue;  // would end a CDATA section
      ++tried;
      const auto out = text->write(edits);
      refused += !out.ok();
      if (!out.ok()) continue;
      for (const Edit& edit : edits) {
        const ByteRange hidden = text->source_of(edit.begin, edit.end);
        bool inside = false;
        for (const Edit& e : *out) inside |= e.begin <= hidden.begin && hidden.end <= e.end;
        ASSERT_TRUE(inside) << source;
      }
      const std::string result = with_edits(source, *out);
      ASSERT_EQ(result.front(), '<');
      ASSERT_EQ(result.back(), '>');
      const auto again = SegmentText::read(result, {1, result.size() - 1, world.codings});
      ASSERT_TRUE(again.ok());
      ASSERT_EQ(again->text(), with_edits(text->text(), edits)) << source << '\n' << result;
    }
    EXPECT_LE(refused, tried / 20) << "codec " << static_cast<int>(world.codings.back().codec);
  }
}

}  // namespace redact::segment_text_test
