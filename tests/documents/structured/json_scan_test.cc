// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/json_scan.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/documents/structured/random_text.h"
#include "tests/documents/structured/scanned.h"
#include "tests/support/expect_within.h"
#include "tests/support/place_path.h"

namespace redact::json_scan_test {

using nlohmann::json;
using namespace std::string_literals;

// "path=source" for each segment.
std::vector<std::string> scanned(std::string_view text, const JsonParts& parts = {}) {
  const auto texts = scan_json(text, parts);
  if (!texts.ok()) return {"refused: " + texts.error().message()};
  std::vector<std::string> lines;
  for (const TextSegment& s : texts->segments) {
    lines.push_back(testing::path_of(texts->places, s.place) + '=' +
                    std::string(text.substr(s.begin, s.end - s.begin)));
  }
  return lines;
}
using Lines = std::vector<std::string>;

TEST(JsonScan, StringsHaveTheirRangesAndPaths) {
  EXPECT_EQ(scanned(R"( {"name": [{"given":["Jos\u00e9","\"],"] , "use":"usual"}], "a": 1.50,
                        "b":"", "t": {"div":"<p>\\\"</p>"} } )"),
            (Lines{R"(name[0].given[0]=Jos\u00e9)", R"(name[0].given[1]=\"],)", "name[0].use=usual",
                   R"(t.div=<p>\\\"</p>)"}));
  EXPECT_EQ(scanned("\xef\xbb\xbf\"Ana\""), (Lines{"=Ana"}));
  EXPECT_EQ(scanned(R"([[["a"],[]],"b",{},"c"])"), (Lines{"[0][0][0]=a", "[1]=b", "[3]=c"}));
}

TEST(JsonScan, KeysNumbersAndLiteralsWhereAskedFor) {
  const std::string_view text = R"({"a":-1.50e3,"b":[true,null,0] ,"":{"c\n":false}})";
  EXPECT_EQ(scanned(text), Lines{});
  EXPECT_EQ(scanned(text, {.keys = true}), (Lines{"a=a", "b=b", ".c\n=c\\n"}));
  EXPECT_EQ(scanned(text, {.numbers = true}), (Lines{"a=-1.50e3", "b[2]=0"}));
  EXPECT_EQ(scanned(text, {.literals = true}), (Lines{"b[0]=true", "b[1]=null", ".c\n=false"}));
  EXPECT_EQ(scanned("12345678901234567890123", {.numbers = true}),
            (Lines{"=12345678901234567890123"}));
}

TEST(JsonScan, RepeatedKeysKeepTheirValues) {
  EXPECT_EQ(scanned(R"({"a":"1","\u0061":"2","b":{"a":"3"}})"), (Lines{"a=1", "a=2", "b.a=3"}));
}

TEST(JsonScan, WhatIsNotJsonIsRefusedWithItsPlace) {
  EXPECT_EQ(scanned(R"({"a":"Ana",})"), Lines{"refused: byte 11: not JSON"});
  EXPECT_EQ(scanned(R"(["Ana"] x)"), Lines{"refused: byte 8: not JSON"});
  EXPECT_EQ(scanned("[\"Ana\"]\0[\"Bob\"]"s), Lines{"refused: byte 7: a NUL"});
  EXPECT_EQ(scanned(R"(["\ud83d"])"), Lines{"refused: byte 8: not JSON"});
  EXPECT_EQ(scanned("[\"a\xff\"]"), Lines{"refused: byte 3: not JSON"});
  EXPECT_EQ(scanned(R"(["a" /* b */])"), Lines{"refused: byte 5: not JSON"});
  EXPECT_EQ(scanned(""), Lines{"refused: byte 0: not JSON"});
  EXPECT_EQ(scanned(R"(["a")"), Lines{"refused: byte 4: not JSON"});
  EXPECT_EQ(scanned(repeated("[", 513) + repeated("]", 513)),
            Lines{"refused: byte 512: nested deeper than 512 levels"});
  EXPECT_EQ(scanned(repeated("[", 512) + repeated("]", 512)), Lines{});
}

// All strings of a value, in its order.
void strings_of(const nlohmann::ordered_json& value, std::vector<std::string>& out) {
  if (value.is_string() && value != "") out.push_back(value);
  if (value.is_structured()) {
    for (const auto& child : value) strings_of(child, out);
  }
}

TEST(JsonScan, PublishedFiles) {
  const auto files = published_files("fhir", {".json"});
  if (files.empty()) GTEST_SKIP() << "needs ../shared/documents";
  for (const auto& [name, file] : files) {
    const auto texts = scan_json(file);
    ASSERT_TRUE(texts.ok()) << name << texts.error().message();
    expect_sound(file, texts->segments);
    std::vector<std::string> expected;
    strings_of(nlohmann::ordered_json::parse(file), expected);
    ASSERT_EQ(texts->segments.size(), expected.size()) << name;
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(SegmentText::read(file, texts->segments[i])->text(), expected[i]) << name;
    }
    const auto marker = [](size_t i) { return "\"<\\" + std::to_string(i) + "\n\u00e9"; };
    std::vector<std::string> marks;
    strings_of(nlohmann::ordered_json::parse(marked(file, texts->segments, marker)), marks);
    ASSERT_EQ(marks.size(), expected.size());
    for (size_t i = 0; i < marks.size(); ++i) ASSERT_EQ(marks[i], marker(i)) << name;
  }
}

TEST(JsonScan, AllPartsOfPublishedFilesCanBeReplaced) {
  for (const auto& [name, file] : published_files("fhir", {".json"})) {
    const auto texts = scan_json(file, {.keys = true, .numbers = true, .literals = true});
    const std::string result =
        marked(file, texts->segments, [](size_t i) { return "[X" + std::to_string(i) + "]"; });
    ASSERT_TRUE(json::accept(result)) << name;
    // Numbers and literals have become strings.
    ASSERT_EQ(scan_json(result, {.keys = true})->segments.size(), texts->segments.size());
  }
}

constexpr auto kPieces = std::to_array<std::string_view>(
    {"{",    "}",     "[",   "]",    ",",    ":", "\"a\"", "\"",     "\\",        "\\u00e9",
     "1",    "-",     "1e9", "true", "null", " ", "\n",    "\"b\":", "[\"x\",1]", "{\"k\":\"v\"}",
     "\xc3", "\ud7ff"});

TEST(JsonScan, MutatedTextsAreReadAsTheParserReadsThem) {
  std::mt19937 random(4);
  const std::string seed =
      R"({"id":"x","name":[{"family":"Roth","given":["J\u00f6rg","\"M\""]}],"n":[1,-2.5e3,true,null],
         "text":{"div":"<p>\n\\</p>"}})";
  size_t accepted = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const std::string text = mutate(random, seed, kPieces);
    const auto texts = scan_json(text, {.keys = true, .numbers = true, .literals = true});
    const bool is_json = text.find('\0') == std::string::npos && json::accept(text);
    ASSERT_EQ(texts.ok(), is_json) << text;
    if (!is_json) continue;
    ++accepted;
    expect_sound(text, texts->segments);
    std::set<std::string> paths;
    for (uint32_t place = 0; place < texts->places.size(); ++place) {
      paths.insert(testing::path_of(texts->places, place));
    }
    if (paths.size() < texts->places.size()) continue;  // the parser keeps one of repeated keys
    std::vector<std::string> expected, found;
    strings_of(nlohmann::ordered_json::parse(text), expected);
    for (const TextSegment& s : texts->segments) {
      if (s.kind == SegmentKind::kString) found.push_back(SegmentText::read(text, s)->text());
    }
    ASSERT_EQ(found, expected) << text;
  }
  EXPECT_GT(accepted, 300u);
}

TEST(JsonScan, MembersAndItemsHaveExtents) {
  const std::string_view text = R"( {"a" : [1, "x\"]" , {"b":{} }, [ ] ], "c":null , "":"" } )";
  const auto texts = scan_json(text, {.extents = true});
  ASSERT_TRUE(texts.ok());
  std::vector<std::string> lines;
  for (uint32_t place = 0; place < texts->places.size(); ++place) {
    const auto& [begin, end] = texts->extents[place];
    lines.push_back(testing::path_of(texts->places, place) + '=' +
                    std::string(text.substr(begin, end - begin)));
  }
  EXPECT_EQ(lines, (Lines{"=" + std::string(text.substr(1, text.size() - 2)),
                          R"(a="a" : [1, "x\"]" , {"b":{} }, [ ] ])", "a[0]=1", R"(a[1]="x\"]")",
                          R"(a[2]={"b":{} })", R"(a[2].b="b":{})", "a[3]=[ ]", R"(c="c":null)",
                          R"(="":"")"}));
}

TEST(JsonScan, TimeIsLinear) {
  constexpr size_t kBytes = 1 << 20;
  for (const std::string_view piece : {"[", "\"a\",", "\\", "\\\"", " ", "{\"", "1,"}) {
    const std::string body = repeated(piece, kBytes / piece.size());
    testing::expect_within(1, [&] { (void)scan_json(body); });
    testing::expect_within(1, [&] { (void)scan_json("[\"" + body + "\"]"); });
    testing::expect_within(2, [&] { (void)scan_json("[" + body + "0]"); });
  }
  // One long name above many strings: paths that repeated it would be quadratic.
  testing::expect_within(2, [&] {
    const auto texts = scan_json("{\"" + std::string(kBytes / 2, 'k') + "\":[" +
                                 repeated("\"a\",", kBytes / 8) + "0]}");
    EXPECT_TRUE(texts.ok());
  });
  testing::expect_within(2, [&] {
    std::string names = "{";
    for (size_t i = 0; names.size() < kBytes; ++i) names += "\"k" + std::to_string(i) + "\":1,";
    names.back() = '}';
    EXPECT_TRUE(scan_json(names).ok());
  });
}

}  // namespace redact::json_scan_test
