// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

namespace redact::window_test {

// A row for each byte.
TextRows bytes_as_rows(const std::string& text) {
  TokenizedText tokens;
  for (uint32_t i = 0; i < text.size(); ++i) {
    tokens.ids.push_back(0);
    tokens.begin.push_back(i);
    tokens.end.push_back(i + 1);
  }
  return cut_rows(text, std::move(tokens), {});
}

std::vector<std::string> windows(const std::string& text, size_t max_rows) {
  std::vector<std::string> out;
  for (const Window& w : cut_windows(text, bytes_as_rows(text), {max_rows, max_rows})) {
    out.push_back(text.substr(w.begin, w.end - w.begin));
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(CutWindows, LineEndBeatsSentenceBeatsSpaceBeatsNothing) {
  EXPECT_EQ(windows("abcde\nfg. hi", 10), (Texts{"abcde\n", "fg. hi"}));
  EXPECT_EQ(windows("abcdef. g hi", 10), (Texts{"abcdef.", " g hi"}));
  EXPECT_EQ(windows("abcdef gh ijk", 10), (Texts{"abcdef gh", " ijk"}));
  EXPECT_EQ(windows("abcdefghijkl", 10), (Texts{"abcdefghij", "kl"}));
}

TEST(CutWindows, CutsInTheFirstHalfAreLeftAlone) {
  EXPECT_EQ(windows("ab\ncdefghijkl", 10), (Texts{"ab\ncdefghi", "jkl"}));
}

TEST(CutWindows, TextThatFitsIsOneWindowAndAnEmptyOneNone) {
  EXPECT_EQ(windows("abc\n\ndef", 8), (Texts{"abc\n\ndef"}));
  EXPECT_TRUE(windows("", 8).empty());
}

TEST(CutWindows, ContextBeginsWithAWordIfAModelReadsWholeWords) {
  const std::string text = "abc def ghi jkl mno";
  const auto context = [&](bool whole_words) {
    std::vector<std::string> out;
    for (const Window& w : cut_windows(text, bytes_as_rows(text), {18, 12, 6, 6, whole_words})) {
      out.push_back(text.substr(w.read_from(), w.before));
    }
    return out;
  };
  EXPECT_EQ(context(false), (Texts{"", "ef ghi"}));
  EXPECT_EQ(context(true), (Texts{"", " ghi"}));
  // The first token of a text begins a word.
  EXPECT_EQ(cut_windows("abcdef", bytes_as_rows("abcdef"), {5, 3, 9, 0, true})[1].before, 3u);
}

TEST(CutWindows, TextWithoutSpacesHasAllOfItsContext) {
  const std::string text(40, 'a');
  const auto windows = cut_windows(text, bytes_as_rows(text), {18, 12, 6, 6});
  ASSERT_EQ(windows.size(), 4u);
  for (size_t i = 1; i < windows.size(); ++i) {
    EXPECT_EQ(windows[i].before, 6u);
    EXPECT_EQ(windows[i].behind, std::min<size_t>(6, 40 - windows[i].end));
  }
  // Not if it must begin with a word.
  EXPECT_EQ(cut_windows(text, bytes_as_rows(text), {18, 12, 6, 6, true})[2].before, 0u);
}

TEST(CutWindows, RandomTextsAreTiled) {
  std::mt19937 random(29);
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text(random() % 100, ' ');
    for (char& c : text) c = "ab .\n"[random() % 5];
    const size_t decided = 2 + random() % 20, whole = decided + random() % 20;
    const WindowLengths lengths{whole, decided, random() % 9, random() % 9};
    size_t reached = 0;
    for (const Window& w : cut_windows(text, bytes_as_rows(text), lengths)) {
      ASSERT_EQ(w.begin, reached);
      ASSERT_GT(w.end, w.begin);
      ASSERT_EQ(w.read_from(), w.begin - std::min(lengths.before, w.begin));
      ASSERT_EQ(w.read_to(), std::min(text.size(), w.end + lengths.behind));
      ASSERT_LE(w.end - w.begin, text.size() <= whole ? whole : decided);
      if (text.size() <= whole) {
        ASSERT_EQ(w.end - w.begin, text.size());
      }
      reached = w.end;
    }
    ASSERT_EQ(reached, text.size());
  }
}

TEST(CutChunks, RandomBytesAreTiledAndCharactersStayWhole) {
  std::mt19937 random(31);
  const std::vector<std::string> pieces = {
      "a", " ", "\n", "\xc3\xb1", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\x80", "\xff"};
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text;
    const bool valid = trial % 2;
    for (size_t i = random() % 60; i > 0; --i) text += pieces[random() % (valid ? 6 : 8)];
    size_t reached = 0;
    std::vector<size_t> passages;
    for (size_t at = 1 + random() % 30; trial % 4 == 3 && at < text.size();
         at += 1 + random() % 30) {
      if ((static_cast<uint8_t>(text[at]) & 0xc0) != 0x80) passages.push_back(at);
    }
    for (const std::string_view chunk : cut_chunks(text, 8 + random() % 20, passages)) {
      ASSERT_EQ(chunk.data(), text.data() + reached);
      ASSERT_FALSE(chunk.empty());
      reached += chunk.size();
      if (valid && reached < text.size()) {
        ASSERT_NE(static_cast<uint8_t>(text[reached]) & 0xc0, 0x80);
      }
    }
    ASSERT_EQ(reached, text.size());
  }
}

TEST(CutChunks, ALongPassageIsReadApartAndShortOnesTogether) {
  const std::vector<size_t> sizes = {10, 100, 20, 20, 200, 90, 5};
  std::vector<size_t> passages;
  size_t size = 0;
  for (const size_t each : sizes) {
    if (size > 0) passages.push_back(size);
    size += each;
  }
  std::vector<size_t> cut;
  const std::string text(size, 'a');
  for (const std::string_view chunk : cut_chunks(text, 1000, passages)) cut.push_back(chunk.size());
  EXPECT_EQ(cut, (std::vector<size_t>{10, 100, 40, 200, 90, 5}));
}

}  // namespace redact::window_test
