// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/spoken_view.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace redact::spoken_view_test {

// The text of the span that `written` in the view comes from; "" if the view gives none.
std::string source_of(std::string_view text, std::string_view written) {
  const auto view = SpokenView::read(text);
  if (!view) return {};
  const size_t at = view->text().find(written);
  if (at == std::string::npos) return {};
  const auto spans = view->to_text({{at, at + written.size(), Label::kOther, 0}});
  return spans.empty() ? ""
                       : std::string(text.substr(spans[0].begin, spans[0].end - spans[0].begin));
}

TEST(SpokenView, APieceOfAFormIsTheWordsThatItIsReadFrom) {
  const std::string_view text = "Tel. oh one one seven, four nine six, double oh. Then rest.";
  EXPECT_EQ(source_of(text, "011749600"), "oh one one seven, four nine six, double oh");
  EXPECT_EQ(source_of(text, "1174"), "one one seven, four");
  EXPECT_EQ(source_of(text, "60"), "six, double oh");
  EXPECT_EQ(source_of(text, "Tel. 0117"), "Tel. oh one one seven");
  EXPECT_EQ(source_of(text, "00. Then"), "double oh. Then");
}

TEST(SpokenView, WhatTouchesNoFormIsLeftOut) {
  const std::string_view text = "Tel. oh one one seven four nine six. Then rest.";
  EXPECT_EQ(source_of(text, "Tel."), "");
  EXPECT_EQ(source_of(text, " Then"), "");
  EXPECT_EQ(source_of(text, "6."), "six.");
}

TEST(SpokenView, BytesThatAreNoTextStayAsTheyAre) {
  const std::string text("\xff\x00 ring oh one one seven four \xc3\x28", 32);
  const auto view = SpokenView::read(text);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->text(), std::string("\xff\x00 ring 01174 \xc3\x28", 16));
}

TEST(SpokenView, SectionsOfALongTextReadAlike) {
  const std::string line = "ring oh one one seven four nine six tomorrow\n";
  std::string text, written;
  for (int i = 0; i < 3000; ++i) {
    text += line;
    written += "ring 0117496 tomorrow\n";
  }
  const auto view = SpokenView::read(text);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->text(), written);
}

TEST(SpokenView, OnlyLettersAreTold) {
  EXPECT_TRUE(SpokenView::read("surname T A B O R").value().only_letters());
  EXPECT_FALSE(SpokenView::read("serial T A B four four").value().only_letters());
}

// Words of spoken material in any order, with any gaps and other bytes between them: places map
// back to ascending places, whole words, and everything outside the forms is as it was.
TEST(SpokenView, AnyTextMapsBack) {
  const char* const words[] = {"one",   "double",  "forty", "dot",   "at",   "example",
                               "sei",   "e",       "five",  "March", "und",  "third",
                               "b",     "for",     "و",     "خمسة",  "wie",  "Anton",
                               "mille", "hundert", "42",    "\xff",  "plus", "emme"};
  const char* const gaps[] = {" ", " ", " ", ", ", "-", "\n", ". ", "", "  "};
  std::mt19937 random(7);
  size_t n_views = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    for (size_t n = random() % 24; n > 0; --n) {
      text += words[random() % std::size(words)];
      text += gaps[random() % std::size(gaps)];
    }
    const auto view = SpokenView::read(text);
    if (!view) continue;
    ++n_views;
    const std::string& written = view->text();
    size_t outside = 0, reached = 0;
    for (size_t at = 0; at < written.size(); ++at) {
      const auto spans = view->to_text({{at, at + 1, Label::kOther, 0}});
      if (spans.empty()) {
        // A byte outside the forms is the next byte of the text.
        ++outside;
        ASSERT_LT(reached, text.size());
        continue;
      }
      ASSERT_LE(spans[0].begin, spans[0].end);
      ASSERT_LE(spans[0].end, text.size());
      ASSERT_GE(spans[0].end, reached);
      reached = spans[0].end;
    }
    ASSERT_LE(outside, text.size());
    const auto whole = view->to_text({{0, written.size(), Label::kOther, 0}});
    ASSERT_EQ(whole.size(), 1u);
    EXPECT_EQ(whole[0].begin, 0u);
    EXPECT_EQ(whole[0].end, text.size());
  }
  EXPECT_GT(n_views, 400u);
}

}  // namespace redact::spoken_view_test
