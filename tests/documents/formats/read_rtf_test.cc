// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"

namespace redact::read_rtf_test {

using testing::read;
using testing::without;

std::string rtf(const std::string& body) {
  return R"({\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset238 Arial CE;})"
         R"({\f2\fcharset204 Arial Cyr;}}{\colortbl;\red0\green0\blue0;})" +
         body + "}";
}

std::string text_of(const std::string& body) {
  return std::string(read(rtf(body), Format::kRtf).text.text());
}

// The body with these words hidden.
std::string hidden(const std::string& body, const std::vector<std::string>& words = {"Quill"}) {
  const std::string out = without(rtf(body), Format::kRtf, words);
  const std::string head = rtf("");
  const size_t n_head = head.size() - 1;
  EXPECT_EQ(out.substr(0, n_head), head.substr(0, n_head));  // fonts and colours stay
  return out.size() > n_head ? out.substr(n_head, out.size() - n_head - 1) : out;
}

TEST(ReadRtf, TheRunsOfAParagraphAreOneText) {
  EXPECT_EQ(text_of(R"(\pard\b Mr Qu\b0\i ill\i0\par went {\b home}\par)"), "Mr Quill\nwent home");
  EXPECT_EQ(hidden(R"(\pard\b Mr Qu\b0\i ill\i0  went\par)"),
            R"(\pard\b Mr [PATIENT]\b0\i \i0  went\par)");
}

TEST(ReadRtf, WordsOfTheSourceJoinTheTextsBesideThem) {
  EXPECT_EQ(text_of(R"(a\line b\tab c\cell d\row e\sect f)"), "a\nb c\td\ne\nf");
  EXPECT_EQ(text_of("a\\\nb"), "a\nb");  // a backslash before a line end is \par
  EXPECT_EQ(text_of(R"(Kr\'fcckl \u322?\'f3d\f1\'b3)"), "Krückl łódł");
}

TEST(ReadRtf, AVariableIsANameAndAValue) {
  EXPECT_EQ(text_of(R"(a{\*\docvar {var1}{Qu{\b ill}}}b)"), "ab\n\nvar1\nQuill");
}

TEST(ReadRtf, OldCodePagesAreRead) {
  const auto text_in = [](const std::string& head, const std::string& body) {
    return std::string(read("{\\rtf1" + head + " " + body + "}", Format::kRtf).text.text());
  };
  EXPECT_EQ(text_in("\\pc", R"(Kr\'81ckl)"), "Krückl");
  EXPECT_EQ(text_in("\\pca", R"(\'b7)"), "À");
  EXPECT_EQ(text_in("\\mac", R"(Kr\'9fckl)"), "Krückl");
  EXPECT_EQ(text_in("\\mac\\ansicpg10010", R"(\'af)"), "Ș");
  EXPECT_EQ(text_in("\\ansi\\ansicpg857", R"(\'98pek)"), "İpek");
  EXPECT_EQ(text_in("\\ansi{\\fonttbl{\\f0\\fcharset77 Geneva;}}\\f0", R"(Kr\'9fckl)"), "Krückl");
  EXPECT_EQ(without(R"({\rtf1\mac Kr\'9fckl, \'9f})", Format::kRtf, {"Krückl"}),
            R"({\rtf1\mac [PATIENT], \'9f})");
}

TEST(ReadRtf, HeadersFootnotesAndPropertiesFollowTheText) {
  EXPECT_EQ(
      text_of(
          R"({\info{\title Letter}}{\header Dr {\b Vane}\par}seen{\footnote by Quill} today\par)"),
      "seen today\n\nLetter\n\nDr Vane\n\nby Quill");
}

TEST(ReadRtf, AuthorsAreHiddenByTheirPlace) {
  EXPECT_EQ(hidden(R"({\info{\author Hal Vane}{\operator hv}{\company Quill Ltd}}x)"),
            R"({\info{\author [NAME]}{\operator [NAME]}{\company [PATIENT] Ltd}}x)");
  EXPECT_EQ(hidden(R"({\*\revtbl{Unknown;}{Hal Vane;}}x)"), R"({\*\revtbl{Unknown;}{[NAME];}}x)");
  EXPECT_EQ(
      hidden(R"(a{\*\atnid HV}{\*\atnauthor Hal Vane}{\*\annotation{\*\atndate -17}ask Quill})"),
      R"(a{\*\atnid [NAME]}{\*\atnauthor [NAME]}{\*\annotation{\*\atndate }ask [PATIENT]})");
}

TEST(ReadRtf, TimesOfEditsBecomeFixedOnes) {
  EXPECT_EQ(hidden(R"({\info{\creatim\yr2024\mo11\dy4\hr8\min30}}\revdttm-1735484831 x)"),
            R"({\info{\creatim\yr2000\mo1\dy1\hr0\min0}}\revdttm0 x)");
}

TEST(ReadRtf, APictureBecomesAPixelOfItsSize) {
  const FormattedText before =
      read(rtf(R"({\pict\jpegblip\picw9\picwgoal240\pichgoal120 ffd8ff}x)"), Format::kRtf);
  EXPECT_EQ(before.n_unread, 1u);
  const std::string out = hidden(R"({\pict\jpegblip\picw9\picwgoal240\pichgoal120 ffd8ff}x)");
  EXPECT_TRUE(
      out.starts_with(R"({\pict\pngblip\picw1\pich1\picwgoal240\pichgoal120 89504e470d0a1a0a)"))
      << out;
  EXPECT_EQ(out.find("ffd8ff"), out.npos);
  EXPECT_EQ(read(rtf(out), Format::kRtf).n_unread, 0u);
}

TEST(ReadRtf, ObjectsAreEmptiedAndTheirDisplaysRead) {
  const std::string body =
      R"({\object\objemb{\*\objclass Word.Document.8}{\*\objdata 0105}{\result{\b Quill}}})";
  EXPECT_EQ(hidden(body),
            R"({\object\objemb{\*\objclass Word.Document.8}{\*\objdata }{\result{\b [PATIENT]}}})");
  EXPECT_EQ(read(rtf(body), Format::kRtf).n_unread, 1u);
  EXPECT_EQ(hidden("a\\bin5 {Ana}b"), "a\\bin0 b");
}

TEST(ReadRtf, FieldCodesKeepTheirSwitches) {
  EXPECT_EQ(hidden(R"({\field{\*\fldinst HYPERLINK "mailto:Quill" \\o "x"}{\fldrslt Quill}})"),
            R"({\field{\*\fldinst HYPERLINK "mailto:[PATIENT]" \\o "x"}{\fldrslt [PATIENT]}})");
  // A code and its result are two passages.
  EXPECT_EQ(hidden(R"({\field{\*\fldinst HYPERLINK "https://a.example"}{\fldrslt Quill}})",
                   {"https://a.example\tQuill"}),
            R"({\field{\*\fldinst HYPERLINK "[PATIENT]"}{\fldrslt [PATIENT]}})");
}

TEST(ReadRtf, UnknownGroupsAndHiddenTextsAreRead) {
  EXPECT_EQ(hidden(R"({\*\nosuch Quill}{\v Quill}\par{\deleted Quill})"),
            R"({\*\nosuch [PATIENT]}{\v [PATIENT]}\par{\deleted [PATIENT]})");
  EXPECT_EQ(hidden(R"({\shp{\*\shpinst{\sp{\sn wzName}{\sv Quill}}{\sp{\sn x}{\sv 20241104}}}})"),
            R"({\shp{\*\shpinst{\sp{\sn wzName}{\sv [PATIENT]}}{\sp{\sn x}{\sv 20241104}}}})");
  // Programs stop at the end of the first group.
  EXPECT_TRUE(without(rtf("x") + "Quill", Format::kRtf, {"Quill"}).ends_with("x}[PATIENT]"));
}

TEST(ReadRtf, NamesOfStylesAreTextsUnlessWordChoseThem) {
  EXPECT_EQ(hidden(R"({\stylesheet{\s0 Normal;}{\s1\sbasedon0 Quill;}{\*\cs10 heading 1;}}x)"),
            R"({\stylesheet{\s0 Normal;}{\s1\sbasedon0 [PATIENT];}{\*\cs10 heading 1;}}x)");
}

TEST(ReadRtf, AFontAndAProgramThatRepeatAHiddenNameAreRenamed) {
  EXPECT_EQ(
      without(
          R"({\rtf1{\fonttbl{\f0\fcharset134 \'cb\'ce;}{\f1 Quill Sans{\*\falt Quill};}{\f2 Arial;}})"
          R"({\*\generator Quill;}Tom Quill})",
          Format::kRtf, {"Tom Quill"}),
      R"({\rtf1{\fonttbl{\f0\fcharset134 \'cb\'ce;}{\f1 hidden1{\*\falt hidden2};}{\f2 Arial;}})"
      R"({\*\generator hidden2;}[PATIENT]})");
}

TEST(ReadRtf, ACharacterInAnUnsupportedCodePageWithholdsTheFile) {
  EXPECT_FALSE(read_document(rtf("\\f2\\'cf"), Format::kRtf).ok());
  EXPECT_EQ(text_of("\\f2 \\u1055\\'cf"), "П");  // the fallback is not read
}

TEST(ReadRtf, AnUnclosedGroupEndsWithTheFile) {
  EXPECT_EQ(without(R"({\rtf1 Mr Quill {\b went)", Format::kRtf, {"Quill"}),
            R"({\rtf1 Mr [PATIENT] {\b went)");
  EXPECT_FALSE(read_document("{\\rt", Format::kRtf).ok());
}

TEST(ReadRtf, RtfInsideOtherFilesIsRead) {
  EXPECT_EQ(without("MSH|^~\\&|LAB\rOBX|1|TX|1||{\\rtf1 Mr Quill\\par}\r", Format::kHl7, {"Quill"}),
            "MSH|^~\\&|LAB\rOBX|1|TX|1||{\\rtf1 Mr [PATIENT]\\par}\r");
  EXPECT_EQ(without(R"({"note":"{\\rtf1 Mr Quill\\par}"})", Format::kJson, {"Quill"}),
            R"({"note":"{\\rtf1 Mr [PATIENT]\\par}"})");
}

TEST(ReadRtf, IsRecognised) {
  EXPECT_EQ(find_format("\xef\xbb\xbf {\\rtf1 x}", {}), Format::kRtf);
  EXPECT_EQ(find_format("note: {\\rtf1 x}", {}), Format::kText);
}

}  // namespace redact::read_rtf_test
