// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/codec.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "documents/structured/charsets.h"
#include "tests/documents/structured/random_text.h"

namespace redact::codec_test {

using namespace std::string_literals;

constexpr auto kCommentEnds = std::to_array<std::string_view>({"--"});

const Coding kJson{.codec = Codec::kJsonString};
const Coding kXml{.codec = Codec::kXmlText};
const Coding kXmlValue{.codec = Codec::kXmlAttribute, .quote = '"'};
const Coding kCdata{.codec = Codec::kXmlCdata};
const Coding kHtml{.codec = Codec::kHtmlText};
const Coding kHtmlValue{.codec = Codec::kHtmlAttribute, .quote = '"'};
const Coding kHl7{.codec = Codec::kHl7, .charset = Charset::kWindows1252};
const Coding kComment{.codec = Codec::kVerbatim, .refused = kCommentEnds};

std::string text_of(std::string_view source, const Coding& coding) {
  const auto decoded = decode(source, coding);
  return decoded.ok() ? decoded->text() : "refused: " + decoded.error().message();
}

std::string written(std::string_view text, const Coding& coding, const Seams& seams = {}) {
  const auto out = encode(text, coding, seams);
  return out.ok() ? *out : "refused: " + out.error().message();
}

TEST(Codec, JsonStringsAreDecoded) {
  EXPECT_EQ(text_of(R"(a\"\\\/\b\f\n\r\t\u00e9 \ud83d\ude00z)", kJson),
            "a\"\\/\b\f\n\r\t\u00e9 \U0001f600z");
  EXPECT_EQ(text_of(R"(\ud83d \ude00 \ud83dx\u12)", kJson), R"(\ud83d \ude00 \ud83dx\u12)");
  EXPECT_EQ(text_of(R"(\ud83d\u0041 \q \)", kJson), R"(\ud83dA \q \)");
  EXPECT_EQ(written("a\"\\/\n\x01\x7f\u00e9", kJson), "a\\\"\\\\/\\n\\u0001\x7f\u00e9");
}

TEST(Codec, AJsonNumberIsReplacedByAStringOrANumber) {
  const Coding token{.codec = Codec::kJsonToken};
  EXPECT_EQ(written("[AGE]", token), "\"[AGE]\"");
  EXPECT_EQ(written("-1.5e3", token), "-1.5e3");
  EXPECT_EQ(written("01", token), "\"01\"");
  EXPECT_EQ(written("", token), "\"\"");
  const auto decoded = decode("1985", token);
  EXPECT_EQ(decoded->source_of(2, 3).begin, 0u);  // whole, even if only a part is hidden
  EXPECT_EQ(decoded->source_of(2, 3).end, 4u);
}

TEST(Codec, XmlReferencesAreDecodedAndLineEndsNormalised) {
  EXPECT_EQ(text_of("a&amp;&lt;&gt;&quot;&apos;&#233;&#x1F600;", kXml), "a&<>\"'\u00e9\U0001f600");
  EXPECT_EQ(text_of("&nbsp; & &#0; &#xD800; &#x110000; &#; &#x; &#12", kXml),
            "&nbsp; & &#0; &#xD800; &#x110000; &#; &#x; &#12");
  EXPECT_EQ(text_of("a\r\nb\rc\nd&#13;\t", kXml), "a\nb\nc\nd\r\t");
  EXPECT_EQ(text_of("a\r\nb\rc\nd&#10;\te", kXmlValue), "a b c d\n e");
  EXPECT_EQ(text_of("a&amp;\r\n]]", kCdata), "a&amp;\n]]");
}

TEST(Codec, XmlIsWrittenForItsPlace) {
  EXPECT_EQ(written("<a> & \"b'\r\n\t\u00e9", kXml), "&lt;a&gt; &amp; \"b'&#xd;\n\t\u00e9");
  EXPECT_EQ(written("<a> & \"b'\n\t", kXmlValue), "&lt;a> &amp; &quot;b'&#xa;&#x9;");
  EXPECT_EQ(written("\"b'", {.codec = Codec::kXmlAttribute, .quote = '\''}), "\"b&apos;");
  EXPECT_EQ(written("\u00e9\U0001f600", {.codec = Codec::kXmlText, .ascii_only = true}),
            "&#xe9;&#x1f600;");
  EXPECT_EQ(written("a]]>b", kCdata), "a]]]]><![CDATA[>b");
  EXPECT_EQ(written("[NAME]", kCdata, {"", " x"}), "[NAME]");
  EXPECT_EQ(written("[NAME]", kCdata, {"", "]> x"}), "[NAME]]]><![CDATA[");
  EXPECT_EQ(written(">", kCdata, {"]]", ""}), "]]><![CDATA[>");
  EXPECT_EQ(written("ab\x01", kXml),
            "refused: byte 2 of a replacement: a control character, which XML cannot hold");
  EXPECT_EQ(written("\xef\xbf\xbf", kCdata).substr(0, 7), "refused");
}

TEST(Codec, HtmlReferencesAreDecoded) {
  EXPECT_EQ(text_of("&eacute;&eacute &amp;&ampx&#233;&#233 &#x1F600;&#x41g", kHtml),
            "\u00e9\u00e9 &&x\u00e9\u00e9 \U0001f600Ag");
  EXPECT_EQ(text_of("&notit; &notin; &NotEqualTilde; &CounterClockwiseContourIntegral;", kHtml),
            "\u00acit; \u2209 \u2242\u0338 \u2233");
  EXPECT_EQ(text_of("&#128;&#x92;&#0;&#xD800;&#99999999999;&#129;", kHtml),
            "\u20ac\u2019\ufffd\ufffd\ufffd\u0081");
  EXPECT_EQ(text_of("& &; &# &#x; &nosuch; &Ana", kHtml), "& &; &# &#x; &nosuch; &Ana");
  EXPECT_EQ(text_of("?a=1&copy=2&copyb&copy;&copy &lt", kHtmlValue),
            "?a=1&copy=2&copyb\u00a9\u00a9 <");
  EXPECT_EQ(text_of("Jo\0hn\r\n\r"s, kHtml), "John\n\n");
  EXPECT_EQ(text_of("Jo\0hn"s, kHtmlValue), "Jo\ufffdhn");
}

TEST(Codec, HtmlIsWrittenForItsPlace) {
  EXPECT_EQ(written("<b> & \"'\u00e9", kHtml), "&lt;b> &amp; \"'\u00e9");
  EXPECT_EQ(written("<b> & \"'", kHtmlValue), "<b> &amp; &quot;'");
  EXPECT_EQ(written("a b=<\"'>`\n", {.codec = Codec::kHtmlAttribute}),
            "a&#x20;b&#x3d;&lt;&quot;&#x27;&#x3e;&#x60;&#xa;");
  EXPECT_EQ(written("in;", kHtml, {"x&not", ""}), "&#x69;n;");
  EXPECT_EQ(written("1", kHtml, {"&#65", ""}), "&#x31;");
  EXPECT_EQ(written("1", kHtml, {"& 65", ""}), "1");
  EXPECT_EQ(written("Keller", kHtml, {"5 <", ""}), "&#x4b;eller");  // not a tag
  EXPECT_EQ(written("b", kHtml, {"</", ">"}), "&#x62;");
  EXPECT_EQ(written("[NAME]", kHtml, {"<", ""}), "[NAME]");
  EXPECT_EQ(written("b", kHtmlValue, {"<", ""}), "b");
}

TEST(Codec, Hl7EscapesAreDecoded) {
  EXPECT_EQ(text_of(R"(\F\\S\\T\\R\\E\ \H\Ana\N\ a\.br\b\.sp2\c\.sk3\d\.in+4\e\.fi\)", kHl7),
            "|^&~\\ Ana a\nb\n\nc   de");
  EXPECT_EQ(text_of(R"(\X0D0A\\X41c3A9\\XE9\\X4\\.sp100\\Z1\\Q\ C:\Ana\r)", kHl7),
            "\r\nA\u00e9\u00e9"
            R"(\X4\\.sp100\\Z1\\Q\ C:\Ana\r)");
  // A character of UTF-8 in two escapes, and half of one, which is a character of another set.
  EXPECT_EQ(text_of(R"(\Xc3\\Xa9\\Xc3\\X4\)", kHl7), "\u00e9\u00c3\\X4\\");
  EXPECT_EQ(text_of("/S/", {.codec = Codec::kHl7, .delimiters = {'*', '%', '~', '/', '&', 0}}),
            "%");
  EXPECT_EQ(text_of("\\S\\", {.codec = Codec::kHl7, .delimiters = {'|', '^', '~', 0, 0, 0}}),
            "\\S\\");
}

TEST(Codec, Hl7IsWrittenWithItsOwnDelimiters) {
  EXPECT_EQ(written("a|b^c&d~e\\f\r\n#\x1c", kHl7), R"(a\F\b\S\c\T\d\R\e\E\f\X0D\\.br\#\X1C\)");
  EXPECT_EQ(written("%|*", {.codec = Codec::kHl7, .delimiters = {'*', '%', '~', '/', '&', 0}}),
            "/S/|/F/");
  EXPECT_EQ(written("a^", {.codec = Codec::kHl7, .delimiters = {'|', '^', '~', 0, 0, 0}}),
            "refused: byte 1 of a replacement: a delimiter or control character, in a message "
            "without escapes");
}

TEST(Codec, TableFields) {
  const Coding field{.codec = Codec::kTableField, .separator = ';'};
  EXPECT_EQ(text_of("\"a \"\"b\"\"\"", field), "a \"b\"");
  EXPECT_EQ(text_of("\"\"", field), "");
  EXPECT_EQ(text_of("a \"\"b", field), "a \"\"b");
  // A whole field has quotes where it needs them.
  EXPECT_EQ(written("Roma, 3", field), "Roma, 3");
  EXPECT_EQ(written("Roma; \"3\"", field), "\"Roma; \"\"3\"\"\"");
  // A piece of one has those of its field.
  EXPECT_EQ(encode("a; \"b\"", field, {"\"x", "\""}).value(), "a; \"\"b\"\"");
  EXPECT_EQ(encode("a, b", field, {"x", ""}).value(), "a, b");
  EXPECT_FALSE(encode("a; b", field, {"x", ""}).ok());
}

TEST(Codec, CommentsRefuseTheirEnd) {
  EXPECT_EQ(written("[NAME]", kComment), "[NAME]");
  EXPECT_EQ(written("a-b", kComment), "a-b");
  EXPECT_EQ(written("a--b", kComment),
            "refused: byte 1 of a replacement: text that would end its surroundings, which have no "
            "escapes");
  EXPECT_EQ(written("-a", kComment, {"x-", "y"}).substr(0, 7), "refused");
  EXPECT_EQ(written("", kComment, {"x-", "-y"}).substr(0, 7), "refused");
  EXPECT_EQ(written("a-", kComment, {"x", ""}).substr(0, 7), "refused");  // would touch "-->"
  EXPECT_EQ(written("a", kComment, {"--", "--"}), "a");  // the source contained it before
}

TEST(Codec, Base64) {
  const Coding base64{.codec = Codec::kBase64};
  EXPECT_EQ(text_of("SGVsbG8=", base64), "Hello");
  EXPECT_EQ(text_of(" SGV\r\nsbG8", base64), "Hello");
  EXPECT_EQ(text_of("SGVsbG8h", base64), "Hello!");
  EXPECT_EQ(written("Hello", base64), "SGVsbG8=");
  EXPECT_EQ(written("\xff\x00\x80"s, base64), "/wCA");
  EXPECT_EQ(text_of("SGV*", base64), "refused: byte 3: not a character of Base64");
  EXPECT_EQ(text_of("SGVsb", base64), "refused: byte 5: Base64 ends inside a group");
  EXPECT_EQ(text_of("SG=s", base64), "refused: byte 3: Base64 goes on after its end");
  EXPECT_EQ(text_of("SGVs=", base64), "refused: byte 5: Base64 ends inside a group");
}

TEST(Codec, CharacterSets) {
  const Coding latin1{.codec = Codec::kCharset, .charset = Charset::kLatin1};
  EXPECT_EQ(text_of("Jos\xe9", latin1), "Jos\u00e9");
  EXPECT_EQ(written("Jos\u00e9", latin1), "Jos\xe9");
  EXPECT_EQ(written("\u20ac", latin1),
            "refused: byte 0 of a replacement: a character that the file's character set lacks");
  const auto in = [](Charset charset) {
    return Coding{.codec = Codec::kCharset, .charset = charset};
  };
  EXPECT_EQ(text_of("\x80 Wei\xdf", in(Charset::kWindows1252)), "\u20ac Wei\u00df");
  EXPECT_EQ(text_of("\xaa\xe3", in(Charset::kLatin2)), "\u015e\u0103");
  EXPECT_EQ(text_of("\xaa\xe3", in(Charset::kWindows1250)), "\u015e\u0103");
  EXPECT_EQ(text_of("\xdd\xfe", in(Charset::kWindows1254)), "\u0130\u015f");
  EXPECT_EQ(text_of("\xdd\xfe", in(Charset::kLatin5)), "\u0130\u015f");
  EXPECT_EQ(text_of("\xe3\xd1\xed", in(Charset::kWindows1256)), "\u0645\u0631\u064a");
  EXPECT_EQ(text_of("\xe5\xd1\xea", in(Charset::kArabic)), "\u0645\u0631\u064a");
  EXPECT_EQ(text_of("\xa4", in(Charset::kLatin9)), "\u20ac");
  EXPECT_EQ(text_of("\x94\xa4", in(Charset::kDos437)), "\u00f6\u00f1");
  EXPECT_EQ(text_of("\xb7", in(Charset::kDos850)), "\u00c0");
  EXPECT_EQ(text_of("\xad", in(Charset::kDos852)), "\u015f");
  EXPECT_EQ(text_of("\x98", in(Charset::kDos857)), "\u0130");
  EXPECT_EQ(text_of("\x98", in(Charset::kDos720)), "\u0621");
  EXPECT_EQ(text_of("\x9a\xae", in(Charset::kMacRoman)), "\u00f6\u00c6");
  EXPECT_EQ(text_of("\xaf", in(Charset::kMacRomanian)), "\u0218");
  EXPECT_EQ(text_of("\xdc", in(Charset::kMacTurkish)), "\u0130");
  EXPECT_EQ(text_of("A\0\xe9\0\x3d\xd8\0\xde"s, {.codec = Codec::kUtf16Le}), "A\u00e9\U0001f600");
  EXPECT_EQ(written("A\U0001f600", {.codec = Codec::kUtf16Be}), "\0A\xd8\x3d\xde\0"s);
  EXPECT_EQ(text_of("A\0\0\xde"s, {.codec = Codec::kUtf16Le}),
            "refused: byte 2: half a surrogate pair of UTF-16");
  EXPECT_EQ(text_of("A\0B"s, {.codec = Codec::kUtf16Le}), "refused: byte 2: half a unit of UTF-16");
}

TEST(Codec, NoReplacementIsWrittenThatIsNotUtf8) {
  EXPECT_EQ(written("a\xff", kJson), "refused: byte 1 of a replacement: a byte that is not UTF-8");
}

// All codings, with what a random text for them is made of.
struct World {
  Coding coding;
  std::vector<std::string_view> pieces;  // valid as source and as text
};

std::vector<World> worlds() {
  static constexpr std::string_view kNul("\0", 1);
  return {
      {kJson,
       {"\\", "\"", "n", "u", "d83d", "\\ud83d", "\\ude00", "\\u00e9", "\n", kNul, "\u00e9", "a"}},
      {{.codec = Codec::kJsonToken}, {"1", "-", ".", "e", "true", "null", "\"", "a"}},
      {kXml, {"&", "amp;", "#x41;", "#", "<", ">", "]", "\r", "\n", "\t", "\"", "a", "\U0001f600"}},
      {kXmlValue, {"&", "lt;", "#65;", "<", ">", "\r", "\n", "\t", "\"", "'", "a", "\u00e9"}},
      {{.codec = Codec::kXmlAttribute, .quote = '\'', .ascii_only = true},
       {"&", "quot;", "\"", "'", "\n", "a", "\u00e9"}},
      {{.codec = Codec::kXmlCdata}, {"]", "]]", ">", "<", "&amp;", "\r", "\n", "a", "\u00e9"}},
      {kHtml,
       {"&", "amp", "lt;", "not", "in;", "#", "x", "65", ";", "<", ">", "\r", "\n", "\u00e9"}},
      {kHtmlValue, {"&", "amp", "copy", "=", "not", "in", "#x", "6", ";", "\"", "'", "\r", " "}},
      {{.codec = Codec::kHtmlAttribute, .quote = '\''}, {"&", "lt", ";", "'", "\"", "a", "="}},
      {{.codec = Codec::kHtmlAttribute},
       {"&", "lt", ";", "'", "\"", "a", "=", "x", "`", ">", "\n"}},
      {kHl7,
       {"\\", "F", "S", "T", "E", "X", "4", "1", ".", "br", "sp", "|", "^", "\n", "\u00e9", "H"}},
      {{.codec = Codec::kTableField}, {"\"", "\"\"", ",", "\n", "a"}},
      {{.codec = Codec::kSheetName}, {"'", "''", "a", "[", "\u00e9"}},
      {{.codec = Codec::kColumnName}, {"'", "''", "'[", "']", "a", "#", "@"}},
      {{.codec = Codec::kMboxText}, {">", ">>", "From ", "From", "\n", "\r\n", " "}},
      {{.codec = Codec::kBase64}, {"QUJD", "SGVs", "\n", " "}},
      {{.codec = Codec::kUtf16Le}, {std::string_view("a\0", 2), "\u00e9"}},
      {{.codec = Codec::kCharset, .charset = Charset::kLatin1}, {"a", "\u00e9"}},
  };
}

TEST(Codec, NamesInFormulasHaveApostrophesBeforeTheirSigns) {
  const Coding sheet{.codec = Codec::kSheetName}, column{.codec = Codec::kColumnName};
  EXPECT_EQ(text_of("Quill''s 'ward", sheet), "Quill's 'ward");
  EXPECT_EQ(written("Quill's [ward]", sheet), "Quill''s [ward]");
  EXPECT_EQ(text_of("Na '[mg'] '# 'x", column), "Na [mg] # 'x");
  EXPECT_EQ(written("Quill's [mg]", column), "Quill''s '[mg']");
}

TEST(Codec, LinesOfAnMboxFileThatBeginWithFromHaveASign) {
  const Coding mbox{.codec = Codec::kMboxText};
  EXPECT_EQ(text_of(">From a\n>>From b\nFrom c\n> From d\n>Fromage\nx >From e", mbox),
            "From a\n>From b\nFrom c\n> From d\n>Fromage\nx >From e");
  EXPECT_EQ(written("From a\nx\n>From b\nFromage", mbox), ">From a\nx\n>>From b\nFromage");
  EXPECT_EQ(written("x", mbox, {"", "\nFrom "}), "x");
  EXPECT_EQ(written("", mbox, {"a\n", "From b"}), ">");
  EXPECT_EQ(written("x\n", mbox, {"a\n", ">From b"}), "x\n");
  EXPECT_EQ(written("Fr", mbox, {"a\n", "om b"}), ">Fr");
  EXPECT_EQ(written("From b", mbox, {"a", ""}), "From b");
  EXPECT_EQ(
      written("om b", mbox, {"a\nFr", ""}),
      "refused: byte 0 of a replacement: the rest of the word From, which would begin a mail");
}

// Also bytes that a character set does not define, so that what holds one can be written anew.
TEST(Codec, EveryByteOfACharacterSetIsWrittenBack) {
  std::string bytes;
  for (int byte = 0x80; byte < 0x100; ++byte) bytes += static_cast<char>(byte);
  for (int charset = 0; charset <= static_cast<int>(Charset::kMacTurkish); ++charset) {
    const Coding coding{.codec = Codec::kCharset, .charset = static_cast<Charset>(charset)};
    EXPECT_EQ(written(text_of(bytes, coding), coding), bytes) << charset;
  }
}

TEST(Codec, DeclaredCharacterSets) {
  for (const std::string_view name : {"ISO-8859-1", "iso_8859-1", "8859/1", "latin1"}) {
    EXPECT_EQ(declared_charset(name).charset, Charset::kLatin1) << name;
  }
  EXPECT_EQ(declared_charset("Windows-1256").charset, Charset::kWindows1256);
  EXPECT_EQ(declared_charset("x-cp1250").charset, Charset::kWindows1250);
  EXPECT_EQ(declared_charset("8859/15").charset, Charset::kLatin9);
  EXPECT_EQ(declared_charset("x-mac-roman").charset, Charset::kMacRoman);
  EXPECT_EQ(declared_charset("IBM850").charset, Charset::kDos850);
  for (const std::string_view name : {"", "UTF-8", "UNICODE UTF-8", "ASCII"}) {
    EXPECT_TRUE(declared_charset(name).is_known) << name;
    EXPECT_FALSE(declared_charset(name).charset) << name;
  }
  for (const std::string_view name : {"ISO IR87", "koi8-r", "gb18030", "utf-7", "8859/16"}) {
    EXPECT_FALSE(declared_charset(name).is_known) << name;
  }
}

TEST(Codec, WhatIsEncodedDecodesToItself) {
  std::mt19937 random(1);
  for (const World& world : worlds()) {
    for (int trial = 0; trial < 10000; ++trial) {
      const std::string text = draw_text(random, world.pieces, 12);
      const auto source = encode(text, world.coding);
      ASSERT_TRUE(source.ok()) << source.error().message();
      ASSERT_EQ(text_of(*source, world.coding), text) << *source;
      if (world.coding.codec == Codec::kJsonString) {
        ASSERT_EQ(nlohmann::json::parse('"' + *source + '"').get<std::string>(), text);
      }
    }
  }
}

TEST(Codec, PiecesTileTheSourceAndTheText) {
  std::mt19937 random(2);
  for (const World& world : worlds()) {
    for (int trial = 0; trial < 3000; ++trial) {
      const std::string source = draw_text(random, world.pieces, 12);
      const auto decoded = decode(source, world.coding);
      if (!decoded.ok()) continue;
      const std::string& text = decoded->text();
      ASSERT_EQ(decoded->n_source(), source.size());
      size_t begin = 0, end = 0;
      for (size_t at = 0; at < text.size(); ++at) {
        const ByteRange range = decoded->source_of(at, at + 1);
        const bool same = range.begin == begin && range.end == end && at > 0;
        ASSERT_TRUE(same || range.begin >= end) << source;
        ASSERT_LT(range.begin, range.end);
        ASSERT_LE(range.end, source.size());
        const ByteRange units = decoded->whole_units(at, at + 1);
        // The bytes of a unit decode to the unit alone; a copied byte is itself.
        if (units.end - units.begin == 1 && range.end - range.begin == 1 && !same &&
            world.coding.codec != Codec::kBase64 && source[range.begin] != '\r' &&
            source[range.begin] != '\n' && source[range.begin] != '\t') {
          ASSERT_EQ(source[range.begin], text[at]);
        }
        begin = range.begin;
        end = range.end;
      }
    }
  }
}

}  // namespace redact::codec_test
