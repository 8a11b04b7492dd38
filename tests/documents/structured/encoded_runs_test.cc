// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/encoded_runs.h"

#include <gtest/gtest.h>

#include <string>

#include "documents/structured/codec.h"

namespace redact::encoded_runs_test {

std::string encoded(std::string_view text) { return *encode(text, {.codec = Codec::kBase64}); }

// The text with its runs in brackets: <Base64> or {unknown}.
std::string marked(std::string_view text) {
  std::string out;
  size_t at = 0;
  for (const auto& [begin, end, is_base64, has_least, words] : find_encoded_runs(text)) {
    EXPECT_LE(at, words);
    EXPECT_LE(words, begin);
    EXPECT_LT(begin, end);
    out.append(text.substr(at, begin - at)).append(is_base64 ? "<" : "{");
    out.append(text.substr(begin, end - begin)).append(is_base64 ? ">" : "}");
    at = end;
  }
  return out.append(text.substr(at));
}

// `text` with a line end every `width` characters.
std::string wrapped(std::string text, size_t width, const std::string& line_end) {
  for (size_t at = width; at < text.size(); at += width + line_end.size()) {
    text.insert(at, line_end);
  }
  return text;
}

const std::string kNote =
    "Mrs Ellison, born 14/03/1948, has no fever. Potassium is 5.1 mmol/l, and she can go home.";
const std::string kBase64 = encoded(kNote + kNote);

TEST(EncodedRuns, ALongRunOfBase64IsOne) {
  EXPECT_GT(kBase64.size(), kLeastBase64);
  EXPECT_EQ(marked(kBase64), "<" + kBase64 + ">");
  EXPECT_EQ(marked("see " + kBase64 + ", and"), "see <" + kBase64 + ">, and");
  EXPECT_EQ(marked(encoded(std::string(kLeastEncoded - 2, 'x') + "7")).substr(0, 1), "e");
  const std::string least = encoded(std::string(kLeastEncoded, '7').replace(0, 9, "Mrs Quill"));
  EXPECT_EQ(least.size(), kLeastBase64);
  EXPECT_EQ(marked(least), "<" + least + ">");
}

TEST(EncodedRuns, ItsLinesGoOn) {
  for (const std::string line_end : {"\n", "\r\n", "\n    "}) {
    const std::string lines = wrapped(kBase64, 76, line_end);
    EXPECT_EQ(marked("see\n" + lines + ")"), "see\n<" + lines + ">)");
    EXPECT_EQ(marked("x:\n" + lines + "\nEnd"), "x:\n<" + lines + ">\nEnd");
    EXPECT_EQ(marked("x: " + lines + "\nAspirin"), "x: <" + lines + ">\nAspirin");
  }
}

TEST(EncodedRuns, WordsDigestsAndSequencesAreNone) {
  std::string words, bases, hex;
  for (int i = 0; i < 200; ++i) {
    words += "Amoxicillin500\n";
    bases += "GATTACA";
    hex += "9f86d0";
  }
  for (const std::string& text : {words, bases, wrapped(bases, 60, "\n"), hex,
                                  std::string(500, '/'), encoded("Mrs Ellison"), kNote}) {
    EXPECT_EQ(marked(text), text);
  }
}

TEST(EncodedRuns, AFileThatBeginsLikeOneMayBeShort) {
  const std::string pdf = encoded("%PDF-1.4 (Mrs Margaret Ellison) Tj %%EOF");
  EXPECT_LT(pdf.size(), kLeastBase64);
  EXPECT_EQ(marked("report " + pdf), "report <" + pdf + ">");
  EXPECT_EQ(marked("JVBERi0xLjQ"), "JVBERi0xLjQ");
}

TEST(EncodedRuns, DataOfUrls) {
  EXPECT_EQ(marked("a DATA:image/png;base64,iVBORw0= b"), "a DATA:image/png;base64,<iVBORw0=> b");
  EXPECT_EQ(marked("(data:text/plain,Mrs%20Ellison)"), "(data:text/plain,{Mrs%20Ellison})");
  for (const std::string_view text :
       {"Lab data: 5,3", "data:5,3", "data:image/png;base64,[REMOVED]", "metadata:text/plain,x"}) {
    EXPECT_EQ(marked(text), text);
  }
}

TEST(EncodedRuns, LinesOfUuencode) {
  const std::string head = "Report\nbegin 644 ellison.txt\n";
  const std::string lines = "#0V%T\n`";  // "Cat"
  EXPECT_EQ(marked(head + lines + "\nend\n"), head + "{" + lines + "}\nend\n");
  EXPECT_EQ(marked(head + "[REMOVED]\nend\n"), head + "[REMOVED]\nend\n");
  EXPECT_EQ(marked("begin 500 mg daily\nuntil Monday"), "begin 500 mg daily\nuntil Monday");
}

}  // namespace redact::encoded_runs_test
