// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/hl7_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "documents/structured/hl7_segments.h"
#include "tests/documents/structured/random_text.h"
#include "tests/documents/structured/scanned.h"
#include "tests/support/expect_within.h"
#include "tests/support/place_path.h"

namespace redact::hl7_scan_test {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

// "path=text" for each segment, with a sign for its join.
Lines scanned(std::string_view hl7) {
  const auto texts = scan_hl7(hl7);
  if (!texts.ok()) return {"refused: " + texts.error().message()};
  Lines lines;
  for (const TextSegment& s : texts->segments) {
    lines.push_back("+ ,p|/*"[static_cast<int>(s.join)] + testing::path_of(texts->places, s.place) +
                    '=' + SegmentText::read(hl7, s)->text());
  }
  return lines;
}

TEST(Hl7Scan, PartsHaveTheirPlacesAndJoins) {
  EXPECT_EQ(
      scanned("MSH|^~\\&|LAB||x\rPID|1||7^^^A&B~8||ROSSI^ANA|\rNTE|a\\T\\b\rNTE||c\r"),
      (Lines{"*1/MSH[1]-3.1=LAB", "/1/MSH[1]-5.1=x", "*1/PID[1]-1.1=1", "/1/PID[1]-3[1].1=7",
             " 1/PID[1]-3[1].4.1=A", " 1/PID[1]-3[1].4.2=B", " 1/PID[1]-3[2].1=8",
             "/1/PID[1]-5.1=ROSSI", " 1/PID[1]-5.2=ANA", "*1/NTE[1]-1.1=a&b", "*1/NTE[2]-2.1=c"}));
}

TEST(Hl7Scan, AnyDelimitersAndLineEnds) {
  EXPECT_EQ(scanned("MSH*%$/@*LAB\nPID*a%b@c$d\r\nPV1*e/S/f"),
            (Lines{"*1/MSH[1]-3.1=LAB", "*1/PID[1]-1[1].1=a", " 1/PID[1]-1[1].2.1=b",
                   " 1/PID[1]-1[1].2.2=c", " 1/PID[1]-1[2].1=d", "*1/PV1[1]-1.1=e%f"}));
  EXPECT_EQ(scanned("MSH|^|a\rPID|b^c~d"),
            (Lines{"*1/MSH[1]-3.1=a", "*1/PID[1]-1.1=b", " 1/PID[1]-1.2=c~d"}));
  EXPECT_EQ(scanned("MSH|^~\\&#|a#b"), Lines{"*1/MSH[1]-3.1=a#b"});
  EXPECT_EQ(scanned("MSH|^~\\\\&|a&b\\T\\"), (Lines{"*1/MSH[1]-3.1.1=a", " 1/MSH[1]-3.1.2=b&"}));
  EXPECT_EQ(scanned("MSH|\rPID|a^b"), (Lines{"*1/PID[1]-1.1=a^b"}));
}

TEST(Hl7Scan, BatchesAndFrames) {
  EXPECT_EQ(scanned("FHS|^~\\&|f\rBHS|^~\\&|b\rMSH|^~\\&|x\rPID|1\rMSH#^~\\&#y\rPID#2\rBTS#2\r"),
            (Lines{"*FHS[1]-3.1=f", "*BHS[1]-3.1=b", "*1/MSH[1]-3.1=x", "*1/PID[1]-1.1=1",
                   "*2/MSH[1]-3.1=y", "*2/PID[1]-1.1=2", "*2/BTS[1]-1.1=2"}));
  EXPECT_EQ(scanned("\x0bMSH|^~\\&|x\rPID|1\r\x1c\r\x0bMSH|^~\\&|y\r\x1c\r"),
            (Lines{"*1/MSH[1]-3.1=x", "*1/PID[1]-1.1=1", "*2/MSH[1]-3.1=y"}));
}

// A header with its type, and what the scan makes of its fields.
const std::string kHeader = "MSH|^~\\&|L||||2024||ORU|1|P|2.5";
const Lines kOfHeader = {"*1/MSH[1]-3.1=L",  "/1/MSH[1]-7.1=2024", "/1/MSH[1]-9.1=ORU",
                         "/1/MSH[1]-10.1=1", "/1/MSH[1]-11.1=P",   "/1/MSH[1]-12.1=2.5"};

Lines behind_header(const Lines& lines) {
  Lines all = kOfHeader;
  all.insert(all.end(), lines.begin(), lines.end());
  return all;
}

TEST(Hl7Scan, SegmentsMayBeIndentedOrFollowWhatStandsBeforeTheHeader) {
  const Lines pid = {"*1/PID[1]-1.1=1", "/1/PID[1]-5.1=ROSSI"};
  for (const std::string indent : {"  ", "\t", "  \t"}) {
    EXPECT_EQ(scanned(kHeader + "\n" + indent + "PID|1||||ROSSI"), behind_header(pid));
    EXPECT_EQ(scanned(indent + kHeader + "\n" + indent + "PID|1||||ROSSI"), behind_header(pid));
  }
  EXPECT_EQ(scanned(kHeader + "\n> PID|1||||ROSSI"),
            behind_header({"*=> ", "*1/PID[1]-1.1=1", "/1/PID[1]-5.1=ROSSI"}));
  EXPECT_EQ(scanned(kHeader + "\nat 10:01 | PID|1||||ROSSI"),
            behind_header({"*=at 10:01 | ", "*1/PID[1]-1.1=1", "/1/PID[1]-5.1=ROSSI"}));
  const Lines log = scanned("10:00 " + kHeader + "\n10:01 OBX|1|a\n10:02 PID|7\n10:03 OBXX|7");
  EXPECT_EQ(Lines(log.begin() + 7, log.end()),
            (Lines{"*=10:01 ", "*1/OBX[1]-1.1=1", "/1/OBX[1]-2.1=a", "*=10:02 ", "*1/PID[1]-1.1=7",
                   ",1/PID[1]-1.1=10:03 OBXX", "/1/PID[1]-2.1=7"}));
  // A line of a note, which no text stands before.
  EXPECT_EQ(scanned(kHeader + "\nOBX|1|seen\nby PCR|x"),
            behind_header({"*1/OBX[1]-1.1=1", "/1/OBX[1]-2.1=seen", ",1/OBX[1]-2.1=by PCR",
                           "/1/OBX[1]-3.1=x"}));
}

TEST(Hl7Scan, SegmentsMayStandInOneLine) {
  const Lines segments = {"*1/PID[1]-1.1=1", "/1/PID[1]-5.1=ROSSI", "*1/OBX[1]-1.1=1"};
  for (const std::string joint :
       {"\\r", "\\r\\n", "<CR>", "<CR><LF>", "  ", " ", "\t", ";", "\x1e", "\f"}) {
    EXPECT_EQ(scanned(kHeader + joint + "PID|1||||ROSSI" + joint + "OBX|1"),
              behind_header(segments))
        << joint;
  }
  EXPECT_EQ(scanned(kHeader + "\nPID|1||||ROSSI\\rOBX|1"), behind_header(segments));
  EXPECT_EQ(scanned(kHeader + "\\.br\\PID|7").back(), "*1/PID[1]-1.1=7");
  EXPECT_EQ(scanned(kHeader + "\rNTE|by\\.br\\PCR|7").back(), "/1/NTE[1]-2.1=7");
  EXPECT_EQ(scanned(kHeader + "  MSH|^~\\&|x"), behind_header({"*2/MSH[1]-3.1=x"}));
  // The last word of a text, of a name or of a component.
  EXPECT_EQ(scanned(kHeader + "\nOBX|1|by PCR|x"),
            behind_header({"*1/OBX[1]-1.1=1", "/1/OBX[1]-2.1=by PCR", "/1/OBX[1]-3.1=x"}));
  EXPECT_EQ(scanned("MSH|^~\\&|the LAN|x^PID|LAB_PID|7"),
            (Lines{"*1/MSH[1]-3.1=the LAN", "/1/MSH[1]-4.1=x", " 1/MSH[1]-4.2=PID",
                   "/1/MSH[1]-5.1=LAB_PID", "/1/MSH[1]-6.1=7"}));
}

TEST(Hl7Scan, ALineThatIsNoSegmentContinuesTheField) {
  EXPECT_EQ(
      scanned("MSH|^~\\&|x\nOBX|1|a\nRossi, Ana|b\nBOB|c\nANA"),
      (Lines{"*1/MSH[1]-3.1=x", "*1/OBX[1]-1.1=1", "/1/OBX[1]-2.1=a", ",1/OBX[1]-2.1=Rossi, Ana",
             "/1/OBX[1]-3.1=b", "*1/BOB[1]=BOB", "*1/BOB[1]-1.1=c", "*1/ANA[1]=ANA"}));
}

TEST(Hl7Scan, TextMayPrecedeAHeader) {
  const std::string header = "MSH|^~\\&||||||||T";
  EXPECT_EQ(scanned("Ana\n" + header + "\n8:15 " + header + "\n"),
            (Lines{"*=Ana", "*1/MSH[1]-10.1=T", "*=8:15 ", "*2/MSH[1]-10.1=T"}));
}

TEST(Hl7Scan, WhatIsNotHl7IsRefusedWithItsPlace) {
  EXPECT_EQ(scanned("PID|1"), Lines{"refused: byte 0: no HL7 v2 message"});
  EXPECT_EQ(scanned("\r\n"), Lines{"refused: byte 0: no HL7 v2 message"});
  EXPECT_EQ(scanned("MSH"),
            Lines{"refused: the header at byte 0: byte 3: a header without delimiters"});
  EXPECT_EQ(scanned("MSH|^~\\A|"),
            Lines{"refused: the header at byte 0: byte 7: a delimiter that is not punctuation"});
  EXPECT_EQ(scanned("MSH|^^\\&|"),
            Lines{"refused: the header at byte 0: byte 5: a delimiter with two meanings"});
  EXPECT_EQ(
      scanned("MSH|^~\\&#%|"),
      Lines{"refused: the header at byte 0: byte 4: more than five delimiters after the first"});
}

// Every byte that is in no segment is a delimiter, a line end or what takes its place, a segment's
// name or a header's first two fields.
constexpr std::string_view kLineEnds = "\r\n\x0b\f\x1c\x1d\x1e";
void expect_covered(std::string_view hl7, const std::vector<TextSegment>& segments) {
  std::string rest(hl7);
  for (const TextSegment& s : segments)
    rest.replace(s.begin, s.end - s.begin, s.end - s.begin, '.');
  for (size_t at = 0; at < rest.size();) {
    at = std::min(rest.find_first_not_of(kLineEnds, at), rest.size());
    const size_t end = std::min(rest.find_first_of(kLineEnds, at), rest.size());
    std::string line = rest.substr(at, end - at);
    if (line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    line.erase(0, std::min(line.find_first_not_of('.'), line.size()));
    const bool header =
        line.starts_with("MSH") || line.starts_with("BHS") || line.starts_with("FHS");
    if (header) line.erase(0, std::min(line.find(line[3], 4), line.size()));
    if (!header && line.size() >= 3 && line.substr(0, 3).find('.') == std::string::npos)
      line.erase(0, 3);
    // The names of segments that follow another one, with the sign before them.
    for (size_t sep = line.find('|', 4); sep != line.npos; sep = line.find('|', sep + 1)) {
      if (is_hl7_segment(std::string_view(line).substr(sep - 3, 3)))
        line.replace(sep - 4, 4, 4, '.');
    }
    ASSERT_EQ(line.find_first_not_of("|^~\\&#*%$/@."), std::string::npos) << hl7;
    at = end;
  }
}

TEST(Hl7Scan, PublishedFiles) {
  const auto files = published_files("hl7v2", {".hl7"});
  if (files.empty()) GTEST_SKIP() << "needs ../shared/documents";
  for (const auto& [name, file] : files) {
    const auto texts = scan_hl7(file);
    ASSERT_TRUE(texts.ok()) << name << ' ' << texts.error().message();
    expect_sound(file, texts->segments);
    expect_covered(file, texts->segments);
    const auto marker = [](size_t i) { return "|^" + std::to_string(i) + "\\&~\n"; };
    const std::string result = marked(file, texts->segments, marker);
    const auto again = scan_hl7(result);
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(again->segments.size(), texts->segments.size()) << name;
    for (size_t i = 0; i < again->segments.size(); ++i) {
      ASSERT_EQ(SegmentText::read(result, again->segments[i])->text(), marker(i)) << name;
      ASSERT_EQ(testing::path_of(again->places, again->segments[i].place),
                testing::path_of(texts->places, texts->segments[i].place));
    }
  }
}

constexpr auto kPieces = std::to_array<std::string_view>(
    {"|",    "^",          "~",    "\\",    "&",       "\r",      "\n",
     "\r\n", "MSH|^~\\&|", "PID|", "\\F\\", "\\.br\\", "\\X41\\", "Ana",
     "\x0b", "\x1c\r",     "ANA",  "ZZ1|",  "BHS",     "MSH",     "\u00e9"});

TEST(Hl7Scan, MutatedMessagesAreCovered) {
  std::mt19937 random(9);
  const std::string seed =
      "MSH|^~\\&|LAB|A^B|||2020||ORU^R01|1|T|2.6\rPID|1||7^^^MRN~8&9||ROSSI^ANA\\T\\B||1963\r"
      "NTE|1||Seen by \\H\\Dr\\N\\\\.br\\C:\\Ana\rOBX|1|TX|x\n";
  int accepted = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const std::string hl7 = mutate(random, seed, kPieces);
    const auto texts = scan_hl7(hl7);
    if (!texts.ok()) continue;
    ++accepted;
    expect_sound(hl7, texts->segments);
    // A flipped byte of a header may define other delimiters.
    if (std::ranges::all_of(texts->segments, [](const TextSegment& s) {
          return s.codings.empty() || (s.codings[0].delimiters.field == '|' &&
                                       s.codings[0].delimiters.subcomponent == '&');
        })) {
      ASSERT_NO_FATAL_FAILURE(expect_covered(hl7, texts->segments));
    }
  }
  EXPECT_GT(accepted, 10000);
}

TEST(Hl7Scan, TimeIsLinear) {
  constexpr size_t kBytes = 1 << 20;
  for (const std::string_view piece :
       {"|", "^", "~", "&", "\\", "a|", "a^", "\r", "x\r", "PID|1\r", "\\X4", "MSH|^~\\&\r"}) {
    const std::string hl7 = "MSH|^~\\&|" + repeated(piece, kBytes / piece.size());
    testing::expect_within(2, [&] {
      const auto texts = scan_hl7(hl7);
      ASSERT_TRUE(texts.ok());
      if (texts->segments.size() == 1) (void)SegmentText::read(hl7, texts->segments[0]);
    });
  }
}

}  // namespace redact::hl7_scan_test
