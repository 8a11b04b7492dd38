// SPDX-License-Identifier: Apache-2.0
#include "redactor/resolve.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/utf8.h"
#include "language/visible.h"
#include "redactor/rules/rule_set.h"

namespace redact::resolve_test {

// Hides all labels except SEX and FAMILY.
const Policy& default_policy() {
  static const Policy kPolicy = *Policy::open("default");
  return kPolicy;
}

// The hidden spans of a text of ten letters in two words, as "LABEL begin-end" in bytes.
std::string decided(std::vector<Span> evidence) {
  std::string out;
  for (const Span& span : decide(std::move(evidence), default_policy())) {
    out += (out.empty() ? "" : ", ") + std::string(label_name(span.label)) + " " +
           std::to_string(span.begin) + "-" + std::to_string(span.end);
  }
  return out;
}

// The table of precedence: each source against each other, on the same bytes. A row is the source
// that hides, a column the source that objects.
TEST(Resolve, EachSourceGivesWayToWhatStaysByAStrongerOneAlone) {
  for (const Standing& hides : kPrecedence) {
    for (const Standing& stays : kPrecedence) {
      if (!hides.hides || stays.hides) continue;
      const bool hidden = hides.source < stays.source;
      const std::vector<Span> both = {{2, 5, Label::kOther, 0, stays.source},
                                      {2, 5, Label::kPatient, 1, hides.source}};
      EXPECT_EQ(decided(both), hidden ? "PATIENT 2-5" : "")
          << static_cast<int>(hides.source) << " " << static_cast<int>(stays.source);
    }
  }
}

TEST(Resolve, ASpanOfALabelThatThePolicyLeavesIsHiddenIfTheCallerNamedIt) {
  for (const Standing& row : kPrecedence) {
    if (!row.hides) continue;
    EXPECT_EQ(decided({{2, 5, Label::kSex, 1, row.source}}), row.any_policy ? "OTHER 2-5" : "");
  }
}

TEST(Resolve, WhatStaysTakesOnlySpansThatLieWhollyInside) {
  const Span allowed = {3, 8, Label::kOther, 0, SpanSource::kAllow};
  EXPECT_EQ(decided({allowed, {3, 8, Label::kCity, 1}}), "");
  EXPECT_EQ(decided({allowed, {4, 6, Label::kCity, 1}}), "");
  EXPECT_EQ(decided({allowed, {3, 9, Label::kCity, 1}}), "CITY 3-9");
}

TEST(Resolve, WhatOverlapsBecomesOneWithTheLabelOfTheLongest) {
  EXPECT_EQ(decided({{0, 4, Label::kCity, 1}, {3, 8, Label::kHospital, 1}}), "HOSPITAL 0-8");
  // Of two equally long spans, the one from the stronger source gives the label.
  EXPECT_EQ(decided({{0, 4, Label::kCity, 9},
                     {2, 6, Label::kZip, 0, SpanSource::kRule},
                     {0, 4, Label::kStreet, 0, SpanSource::kDeny}}),
            "STREET 0-6");
  // A known person has the known label in every mention, wherever the model's span begins.
  const Span known = {3, 7, Label::kPatient, 0, SpanSource::kKnown};
  EXPECT_EQ(decided({{1, 5, Label::kDoctor, 9}, known}), "PATIENT 1-7");
  EXPECT_EQ(decided({known, {5, 9, Label::kDoctor, 9}}), "PATIENT 3-9");
  EXPECT_EQ(decided({{0, 4, Label::kCity, 1}, {4, 8, Label::kZip, 1}}), "CITY 0-4, ZIP 4-8");
}

TEST(Resolve, AHiddenSpanNamesAllEvidenceInItTheStrongestFirst) {
  const std::vector<Span> spans = decide({{0, 8, Label::kDate, 3},
                                          {2, 5, Label::kSex, 0, SpanSource::kDeny},
                                          {0, 8, Label::kDate, 0, SpanSource::kRule},
                                          {9, 10, Label::kCity, 1},
                                          {9, 10, Label::kFamily, 1, SpanSource::kRule}},
                                         default_policy());
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].label, Label::kDate);
  EXPECT_EQ(spans[0].support.sources(),
            (std::vector{SpanSource::kDeny, SpanSource::kRule, SpanSource::kModel}));
  EXPECT_FALSE(spans[0].support.agrees());
  // Evidence that is dropped supports nothing.
  EXPECT_EQ(spans[1].support.sources(), std::vector{SpanSource::kModel});
  EXPECT_TRUE(spans[1].support.agrees());
}

// The rules find an e-mail address inside a web address, which this policy leaves.
TEST(Resolve, ALabelThatStaysTakesNoOtherEvidenceWithIt) {
  const std::string text = "see https://x.example/?to=ana@x.example now";
  const std::vector<Span> spans =
      decide(RuleSet::builtin()->find(text),
             *Policy::parse("name: x\nplaceholders: {EMAIL: \"[EMAIL]\"}"));
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(text.substr(spans[0].begin, spans[0].end - spans[0].begin), "ana@x.example");
}

TEST(Resolve, WhatIsDroppedSaysWhy) {
  const std::string text = "male, Elx \u2010 Elx Ley 4/2020 Bo";  // the hyphen is read as one byte
  const ReadingView view(text);
  const std::vector<Dropped> dropped =
      find_dropped(view,
                   {{0, 4, Label::kSex, 3},
                    {6, 9, Label::kCity, 1},
                    {12, 15, Label::kCity, 2},
                    {12, 15, Label::kOther, 0, SpanSource::kAllow, false, 7},
                    {12, 19, Label::kStreet, 2},
                    {20, 26, Label::kDate, 2},
                    {16, 26, Label::kOther, 0, SpanSource::kStay, true, 9},
                    {20, 26, Label::kOther, 0, SpanSource::kDeny}},
                   default_policy());
  ASSERT_EQ(dropped.size(), 3u);
  EXPECT_EQ(dropped[0].span.label, Label::kSex);
  EXPECT_EQ(dropped[0].by, DroppedBy::kPolicy);
  EXPECT_EQ(dropped[1].by, DroppedBy::kStays);
  EXPECT_EQ(dropped[1].stays.source, SpanSource::kAllow);
  EXPECT_EQ(dropped[1].stays.line, 7u);
  EXPECT_EQ(text.substr(dropped[1].span.begin), "Elx Ley 4/2020 Bo");  // in bytes of the source
  EXPECT_EQ(dropped[2].span.label, Label::kDate);
  EXPECT_EQ(dropped[2].stays.source, SpanSource::kStay);
  EXPECT_EQ(dropped[2].stays.line, 9u);
}

// Evidence that is compared with everything that stays would take 10^11 steps here.
TEST(Resolve, ManySpansThatStayAreFoundByTheirPlace) {
  constexpr size_t kSpans = 300000;
  std::vector<Span> evidence;
  for (size_t i = 0; i < kSpans; ++i) {
    evidence.push_back({10 * i, 10 * i + 5, Label::kOther, 0, SpanSource::kStay});
    evidence.push_back({10 * i + 1, 10 * i + (i % 2 == 0 ? 5 : 6), Label::kPatient, 1});
  }
  const std::vector<Span> hidden = decide(std::move(evidence), default_policy());
  ASSERT_EQ(hidden.size(), kSpans / 2);
  EXPECT_EQ(hidden.front().begin, 11u);
}

// The first word is widened over the second, which is then part of its span.
TEST(Resolve, AWidenedSpanHoldsTheEvidenceOfWhatItSwallows) {
  const std::string text = "76anni";
  const auto spans = resolve(ReadingView(text),
                             {{0, 2, Label::kAge, 1}, {2, 6, Label::kOther, 0, SpanSource::kDeny}},
                             default_policy());
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_TRUE(spans[0].support.has(SpanSource::kDeny));
}

TEST(Resolve, ASpanInALinkIsNotWidenedOverAnEscape) {
  const std::string text = "a%20Ellison%5F1.png";
  const ReadingView view(text);
  const size_t name = view.text().find("Ellison");
  for (const Span& found :
       {Span{name, name + 7, Label::kPatient, 1}, Span{name + 2, name + 4, Label::kPatient, 1}}) {
    const auto spans = resolve(view, {found}, default_policy());
    ASSERT_EQ(spans.size(), 1u);
    EXPECT_EQ(text.substr(spans[0].begin, spans[0].end - spans[0].begin), "Ellison");
  }
}

// A span with a label that the policy leaves must not widen over one that it hides.
TEST(Resolve, GluedWordsAreHiddenWholeThoughThePolicyLeavesTheFirst) {
  const std::string text = "Sexo: MujerMargaret Ruiz";
  const auto spans = resolve(
      ReadingView(text), {{6, 11, Label::kSex, 5}, {11, 24, Label::kPatient, 5}}, default_policy());
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].begin, 6u);
  EXPECT_EQ(spans[0].end, 24u);
}

// The first span widens over the second, which ends where a field name begins. The next span still
// begins after the first.
TEST(Resolve, AWidenedSpanThatSwallowsAnotherIsNotCutShort) {
  const std::string text = "Ana RuizCol: 28";
  const auto spans =
      resolve(ReadingView(text),
              {{0, 6, Label::kPatient, 1}, {6, 8, Label::kName, 1}, {8, 9, Label::kName, 1}},
              default_policy());
  size_t reached = 0;
  for (const Span& span : spans) {
    EXPECT_GE(span.begin, reached);
    reached = span.end;
  }
}

// P1: invisible characters are part of a name only inside it.
TEST(Resolve, ASpanBeginsAndEndsAtVisibleCharacters) {
  using namespace std::string_literals;
  for (const std::string& unseen : {"\0\0"s, "\x7f\x01"s, "\u200b\u202e"s, "\u200d\ufe0f"s,
                                    " \t\u00a0"s, "\ufeff"s, "\u3164"s}) {
    const std::string name = "Elli" + unseen + "son\xff";
    for (const char* end : {"", "\u2010"}) {  // which makes the view another text than the source
      const std::string source = "x," + unseen + name + unseen + ",x" + end;
      const ReadingView view(source);
      const std::vector<Span> spans =
          resolve(view, {{2, view.text().rfind(','), Label::kPatient, 1}}, default_policy());
      ASSERT_EQ(spans.size(), 1u);
      EXPECT_EQ(source.substr(spans[0].begin, spans[0].end - spans[0].begin), name);
    }
  }
  EXPECT_TRUE(
      resolve(ReadingView("a \n b"), {{1, 4, Label::kPatient, 1}}, default_policy()).empty());
}

// Each visible byte of evidence that no stronger source overrides is hidden.
TEST(Resolve, NoByteOfEvidenceIsLost) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 100000; ++trial) {
    std::string text(1 + random() % 40, '\0');
    for (char& c : text) c = "aB 1:\n\xcc\x81-."[random() % 10];
    const ReadingView view(text);
    const size_t n_read = view.text().size();
    if (n_read == 0) continue;
    std::vector<Span> evidence;
    for (size_t n = random() % 8; n > 0; --n) {
      const size_t begin = random() % n_read, end = begin + 1 + random() % (n_read - begin);
      evidence.push_back({begin, end, static_cast<Label>(random() % kLabelNames.size()), 1,
                          kPrecedence[random() % kPrecedence.size()].source});
    }
    const std::vector<Span> spans = resolve(view, evidence, default_policy());
    size_t n_dropped = 0;
    std::vector<bool> hidden(text.size());
    size_t reached = 0;
    for (const Span& span : spans) {
      ASSERT_GE(span.begin, reached);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, text.size());
      reached = span.end;
      std::fill(hidden.begin() + static_cast<ptrdiff_t>(span.begin),
                hidden.begin() + static_cast<ptrdiff_t>(span.end), true);
    }
    for (const Span& span : evidence) {
      const Standing& row = kPrecedence[static_cast<size_t>(span.source)];
      const bool left =
          !row.any_policy && (span.label == Label::kSex || span.label == Label::kFamily ||
                              span.label == Label::kNationality);
      bool taken_back = false;
      for (const Span& other : evidence) {
        taken_back |= !kPrecedence[static_cast<size_t>(other.source)].hides &&
                      other.source < span.source && other.begin <= span.begin &&
                      span.end <= other.end;
      }
      if (!row.hides) continue;
      if (left || taken_back) {
        n_dropped += !view.to_source({span}).empty();
        continue;
      }
      for (const Span& byte : view.to_source({span})) {
        for (size_t i = byte.begin; i < byte.end; ++i) {
          if (text[i] == ' ' || text[i] == '\n') continue;
          ASSERT_TRUE(hidden[i]) << text << " " << i;
        }
      }
    }
    EXPECT_EQ(find_dropped(view, evidence, default_policy()).size(), n_dropped);
  }
}

std::string spans_of(const std::vector<Span>& spans) {
  std::string out;
  for (const Span& span : spans) {
    out += std::to_string(span.begin) + "-" + std::to_string(span.end) + " ";
  }
  return out;
}

// Text hidden from a reader stays hidden with more evidence, also if spans widen to words, grow by
// characters that the view leaves out, or stop at a field name that follows its value without a
// space.
TEST(Resolve, MoreEvidenceThatHidesUncoversNothing) {
  const std::vector<std::string> pieces = {
      "Ana", "IzaN\u00baCol: ", " ",  "x",    "Jose\u0301", "\u200b", "\u00ad", "\n",
      "ﬁ",   "Sexe : F",        "١٩", "\xff", "-",          "\u200f"};
  const Policy policies[] = {default_policy(), *Policy::open("patient")};
  std::mt19937 random(41);
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text;
    std::vector<size_t> walls;
    for (size_t i = 1 + random() % 8; i > 0; --i) {
      text += pieces[random() % pieces.size()];
      if (text.ends_with("\n") && random() % 2 == 0) walls.push_back(text.size());
    }
    const ReadingView view(text);
    const size_t size = view.text().size();
    if (size == 0) continue;
    const Policy& policy = policies[trial % 2];
    std::vector<Span> evidence;
    std::vector<bool> before(text.size());
    for (int step = 0; step < 4; ++step) {
      const size_t begin = random() % size, end = begin + 1 + random() % (size - begin);
      const Standing& row = kPrecedence[random() % kPrecedence.size()];
      const bool stays = !row.hides && step > 0;  // only the first may keep others in the text
      evidence.push_back({begin, end, static_cast<Label>(random() % kLabelNames.size()), 0,
                          stays ? SpanSource::kModel : row.source});
      std::vector<bool> after(text.size());
      for (const Span& span : resolve(view, evidence, policy, walls)) {
        for (size_t i = span.begin; i < span.end; ++i) after[i] = true;
      }
      for (size_t i = 0, n; i < text.size(); i += n) {
        const Utf8Unit unit = decode_utf8(text, i);
        n = unit.n_bytes;
        ASSERT_TRUE(after[i] || !before[i] || !is_visible(unit.code_point))
            << text << "\nbyte " << i << ", evidence " << spans_of(evidence);
      }
      before = std::move(after);
    }
  }
}

}  // namespace redact::resolve_test
