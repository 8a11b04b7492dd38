// SPDX-License-Identifier: Apache-2.0
#include "redactor/stages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <random>

#include "redactor/settle.h"
#include "redactor/verify.h"
#include "tests/support/redact_with.h"

namespace redact::stages_test {

const Policy& default_policy() {
  static const Policy kPolicy = *Policy::open("default");
  return kPolicy;
}

Findings findings(std::vector<Span> spans) { return {std::move(spans), 100}; }

Result<Redaction> redact_found(std::string_view text, Findings found, Guides guides = {}) {
  const Configuration configuration{default_policy(), std::move(guides)};
  return testing::redact_with({std::move(found)}, {text}, configuration);
}

Result<Redaction> redact_with(std::string_view text, std::vector<Span> spans) {
  return redact_found(text, findings(std::move(spans)));
}

// The output, or why there is none.
std::string written(const Result<Redaction>& redaction) {
  return redaction.ok() ? redaction->output : "withheld: " + redaction.error().message();
}
std::string written(std::string_view text, std::vector<Span> spans) {
  return written(redact_with(text, std::move(spans)));
}

TEST(Stages, TouchingSpansStayTwo) {
  const auto redaction =
      redact_with("Ana-Bob", {{0, 4, Label::kPatient, 1}, {4, 7, Label::kName, 1}});
  ASSERT_TRUE(redaction.ok());
  EXPECT_EQ(redaction->output, "[PATIENT][NAME]");
  ASSERT_EQ(redaction->entities.size(), 2u);
  EXPECT_EQ(redaction->entities[1].out_begin, 9u);
  EXPECT_EQ(redaction->bytes_outside, 0u);
}

TEST(Stages, LabelsThatThePolicyKeepsStayInTheText) {
  EXPECT_EQ(written("male, Ana", {{0, 4, Label::kSex, 1}, {6, 9, Label::kPatient, 1}}),
            "male, [PATIENT]");
}

TEST(Stages, ANumberOfAPersonIsHiddenWhereItOccursAgain) {
  EXPECT_EQ(
      written("MRN 4471920: 4471920 x 3, 44719201, 447-1920", {{4, 11, Label::kMedicalRecord, 1}}),
      "MRN [MEDICAL_RECORD]: [MEDICAL_RECORD] x 3, 44719201, [MEDICAL_RECORD]");
  // A short number may be a quantity, and a date or a name in letters says something else.
  EXPECT_EQ(written("bed 12345: 12345 IU", {{4, 9, Label::kId, 1}}), "bed [ID]: 12345 IU");
  EXPECT_EQ(written("20240102, lot 20240102", {{0, 8, Label::kDate, 1}}), "[DATE], lot 20240102");
}

// Otherwise the date would be hidden whole, since its labels disagree.
TEST(Stages, ARuleFindsNoTelephoneNumberInADate) {
  Guides guides;
  guides.rules = RuleSet::parse("rules: [{label: PHONE, pattern: '\\d{12}'}]").value();
  const Configuration configuration{*Policy::open("hipaa-safe-harbor"), std::move(guides)};
  const DocumentInput input{.source = std::string_view("MSH|^~\\&|LAB\rOBR|||||||202403011200\r"
                                                       "NTE|1||117496038211\r"),
                            .format = Format::kHl7};
  EXPECT_EQ(written(testing::redact_with({findings({})}, input, configuration)),
            "MSH|^~\\&|LAB\rOBR|||||||2024\rNTE|1||[PHONE]\r");
}

TEST(Stages, WhatAListNamesIsHiddenUnderAnyPolicy) {
  // Only one shipped policy hides the label FAMILY.
  Guides guides;
  guides.deny.add("Helen Ellison", Label::kFamily);
  EXPECT_EQ(written(redact_found("her aunt Helen Ellison", findings({}), std::move(guides))),
            "her aunt [OTHER]");
  // A rule whose label the policy leaves in the text does not override the denied term.
  Guides both;
  both.deny.add("Helen Ellison", Label::kFamily);
  both.rules = RuleSet::parse("rules: [{label: SEX, pattern: 'aunt Helen Ellison'}]").value();
  EXPECT_EQ(written(redact_found("her aunt Helen Ellison", findings({}), std::move(both))),
            "her aunt [OTHER]");
}

TEST(Stages, WhatARuleSaysStaysIsTakenFromTheModelAlone) {
  const std::string_view text = "Ley 41/2002 de 1/2048 Ana";
  const Findings found = findings({{4, 11, Label::kDate, 5},
                                   {15, 21, Label::kDate, 5, SpanSource::kDeny},
                                   {22, 25, Label::kPatient, 5}});
  Guides guides;
  guides.rules = RuleSet::parse("rules: [{stays: true, pattern: 'Ley 41/2002|1/2048|An'}]").value();
  // The last span is not wholly inside text that stays.
  EXPECT_EQ(written(redact_found(text, found, std::move(guides))),
            "Ley 41/2002 de [DATE] [PATIENT]");
}

TEST(Stages, OfTokensThatSeveralFindersNearlyFoundTheBestScoreCounts) {
  const Configuration configuration{default_policy(), {}};
  const DocumentInput input{std::string_view("Ana Bob Cid")};
  const auto text = read(input, configuration, StopCheck::never());
  ASSERT_TRUE(text.ok());
  Findings one = findings({{0, 3, Label::kPatient, 1}}),
           other = findings({{1, 3, Label::kName, 2}});
  one.near_misses = {{4, 7, Label::kOther, -3}, {8, 11, Label::kOther, -1}};
  other.near_misses = {{5, 8, Label::kOther, -2}};
  const auto joined = join({one, other}, **text, Agreement::kAny);
  ASSERT_TRUE(joined.ok());
  ASSERT_EQ(joined->spans.size(), 2u);
  ASSERT_EQ(joined->near_misses.size(), 2u);
  EXPECT_EQ(joined->near_misses[0].begin, 4u);
  EXPECT_EQ(joined->near_misses[0].end, 8u);
  EXPECT_EQ(joined->near_misses[0].score, -2);
  EXPECT_EQ(joined->near_misses[1].begin, 8u);
  EXPECT_EQ(joined->near_misses[1].score, -1);
}

TEST(Stages, ValuesHiddenInOneFormOfAMailAreHiddenInTheOthers) {
  const auto mail = [](const std::string& type, const std::string& town, const std::string& other) {
    return "MIME-Version: 1.0\nContent-Type: multipart/" + type +
           "; boundary=hidden1\n\n--hidden1\n\nlives in " + town +
           "\n--hidden1\nContent-Type: text/html\n\n<p>lives in <b>" + other +
           "</b></p>\n--hidden1--\n";
  };
  const Configuration configuration{default_policy(), {}};
  for (const std::string type : {"alternative", "mixed"}) {
    const std::string source = mail(type, "Leeds", "Leeds");
    const auto redaction = testing::redact_with({findings({{9, 14, Label::kCity, 5}})},
                                                {source, Format::kMail}, configuration);
    EXPECT_EQ(written(redaction), mail(type, "[CITY]", type == "mixed" ? "Leeds" : "[CITY]"));
  }
}

TEST(Stages, AResultHasTheCharacterSetOfItsSource) {
  // Without the name, nothing in the note is UTF-8 any more; it is no note in Windows-1252 for
  // that.
  EXPECT_EQ(written("<p>Zo\xc3\xa9</p> \xff <b>came</b>", {{0, 4, Label::kName, 1}}),
            "<p>[NAME]</p> \xff <b>came</b>");
}

TEST(Stages, SpanInsideAnAccentedLetterWidensToTheWholeOfIt) {
  // "José" with a combining accent: the span ends between the e and its accent.
  EXPECT_EQ(written("Jose\xcc\x81 x", {{0, 4, Label::kPatient, 1}}), "[PATIENT] x");
}

TEST(Stages, SpanInsideAWordWidensToTheWholeOfIt) {
  EXPECT_EQ(written("a librarian, xx", {{5, 9, Label::kProfession, 1}}), "a [PROFESSION], xx");
}

TEST(Stages, SpanThatEndsWhereAFieldRunsOnFromItsValueEndsThere) {
  const auto output = [](std::string_view text, size_t end) {
    return written(text, {{0, end, Label::kPatient, 1}});
  };
  EXPECT_EQ(output("Ana RuizNºCol: 28", 8), "[PATIENT]NºCol: 28");
  EXPECT_EQ(output("Ana RuizSexe : F", 8), "[PATIENT]Sexe : F");
  // The span ends inside the name, which is hidden to its end.
  EXPECT_EQ(output("Ana RuizNºCol: 28", 6), "[PATIENT]NºCol: 28");
  // It ends before a word that is not a field name, or before more letters of the name.
  EXPECT_EQ(output("Ana McDonald said: no", 6), "[PATIENT] said: no");
  EXPECT_EQ(output("Ana Ruizanco: 28", 8), "[PATIENT]: 28");
}

TEST(Stages, SpansThatMeetInsideAWordMeetBehindIt) {
  // "Bristol B" and "S6": the first span takes the whole word it ends in, so the second disappears.
  EXPECT_EQ(written("Bristol BS6 5QT", {{0, 9, Label::kCity, 1}, {9, 11, Label::kZip, 1}}),
            "[CITY] 5QT");
}

TEST(Stages, LineEndsBomTabsNulsAndInvalidBytesPassUnchanged) {
  using namespace std::string_literals;
  const std::string text = "\xef\xbb\xbfN\0\t\r\n\xff\xc3 Ana \xe2\x80\xa8\r"s;
  const size_t at = text.find("Ana");
  // The reading view begins after the byte order mark.
  EXPECT_EQ(written(text, {{at - 3, at, Label::kPatient, 1}}),
            text.substr(0, at) + "[PATIENT]" + text.substr(at + 3));
  EXPECT_EQ(written("\xef\xbb\xbf\x41na", {{0, 3, Label::kPatient, 1}}), "\xef\xbb\xbf[PATIENT]");
}

TEST(Stages, WhatOnlyFindsMakesNoOutputAndFindsTheSame) {
  const std::pair<Format, std::string_view> sources[] = {
      {Format::kText, "Mrs Ellison, 3 May"}, {Format::kHtml, "<p>Mrs <b>El</b>lison, 3 May</p>"}};
  for (const auto& [format, source] : sources) {
    const Configuration configuration{default_policy()};
    std::optional<Redaction> redaction[2];
    for (const bool finds_only : {false, true}) {
      DocumentInput input{source, format};
      input.finds_only = finds_only;
      auto done =
          testing::redact_with({findings({{4, 11, Label::kPatient, 2}})}, input, configuration);
      ASSERT_TRUE(done.ok());
      redaction[finds_only] = *std::move(done);
    }
    EXPECT_TRUE(redaction[1]->output.empty() && redaction[1]->edits.empty());
    EXPECT_EQ(redaction[1]->bytes_outside, source.size());
    ASSERT_EQ(redaction[0]->entities.size(), 1u);
    ASSERT_EQ(redaction[1]->entities.size(), 1u);
    const Entity &written = redaction[0]->entities[0], &found = redaction[1]->entities[0];
    EXPECT_EQ(found.span.begin, written.span.begin);
    EXPECT_EQ(found.span.end, written.span.end);
    EXPECT_EQ(found.surface, "Ellison");
    EXPECT_EQ(found.ranges.size(), format == Format::kHtml ? 2u : 0u);
    EXPECT_EQ(found.ranges.size(), written.ranges.size());
    EXPECT_TRUE(found.replacement.empty());
  }
}

TEST(Stages, DocumentOfFourGigabytesIsWithheldUnread) {
  const size_t size = ReadingView::kMostBytes + size_t{1};
  void* const zeros =
      ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(zeros, MAP_FAILED);
  const auto redaction = redact_with({static_cast<const char*>(zeros), size}, {});
  EXPECT_FALSE(redaction.ok());
  EXPECT_EQ(::munmap(zeros, size), 0);
}

TEST(Stages, EmptyDocumentGivesEmptyOutput) { EXPECT_EQ(written("", {}), ""); }

TEST(Stages, TagsThatTheSourceHoldsAreCopiedAndCounted) {
  const auto redaction = redact_with("[DATE] and [DATE]", {});
  ASSERT_TRUE(redaction.ok());
  EXPECT_EQ(redaction->output, "[DATE] and [DATE]");
  EXPECT_EQ(redaction->tags_in_source, 2u);
}

// Two finders that agree in part: all that either hides is hidden, and what both nearly found is
// one reason.
TEST(Stages, FindingsOfSeveralFindersAddUp) {
  const std::string_view text = "Ana Ellison saw Bo in Ely";
  const Findings first = {{{4, 11, Label::kName, 2}}, 0.1f, {{15, 18, Label::kName, -1}}};
  const Findings second = {{{0, 11, Label::kPatient, 3}, {22, 25, Label::kCity, 5}},
                           0.1f,
                           {{16, 18, Label::kDoctor, -0.5f}}};
  for (const auto& both : {std::vector{first, second}, std::vector{second, first}}) {
    const auto redaction = testing::redact_with(both, {text}, Configuration{default_policy()});
    ASSERT_TRUE(redaction.ok()) << redaction.error().message();
    EXPECT_EQ(redaction->output, "[PATIENT] saw Bo in [CITY]");
    ASSERT_EQ(redaction->review.size(), 1u);
    EXPECT_EQ(redaction->review[0].score, -0.5f);
    EXPECT_EQ(redaction->review[0].nearly, Label::kDoctor);
  }
}

TEST(Stages, EmptySpansAndSpansOutOfTheDocumentAreRefused) {
  EXPECT_FALSE(redact_with("Ana", {{0, 4, Label::kName, 1}}).ok());
  EXPECT_FALSE(redact_with("Ana", {{1, 1, Label::kName, 1}}).ok());
}

TEST(Stages, CopiesNearTheThresholdAskForReviewAndSayWhere) {
  const std::string_view text = "Ana saw Bo in Ely";
  // " Bo" is nearly found, " in" is far from it, and "Ely" is near but already hidden.
  const Findings found = {
      {{0, 3, Label::kPatient, 0.1f}, {14, 17, Label::kCity, 5}},
      0.1f,
      {{7, 10, Label::kOther, -0.2f}, {10, 13, Label::kOther, -4}, {13, 17, Label::kOther, -0.1f}}};
  const auto redaction = redact_found(text, found);
  ASSERT_TRUE(redaction.ok());
  ASSERT_EQ(redaction->review.size(), 1u);
  EXPECT_EQ(redaction->review[0].begin, 8u);  // without the space before the word
  EXPECT_EQ(redaction->review[0].end, 10u);
  EXPECT_EQ(redaction->review[0].score, -0.2f);
  EXPECT_TRUE(redact_with(text, {{0, 3, Label::kPatient, 5}})->review.empty());
}

// " El" and "ison" are one word, " Bo" is another.
TEST(Stages, PiecesOfAWordAreOneReason) {
  const std::string text = "of Elison Bo";
  const Findings found = {
      {},
      0.2f,
      {{2, 5, Label::kOther, -1.5f}, {5, 9, Label::kOther, -0.5f}, {9, 12, Label::kOther, -1.0f}}};
  const auto redaction = redact_found(text, found);
  ASSERT_TRUE(redaction.ok());
  ASSERT_EQ(redaction->review.size(), 2u);
  EXPECT_EQ(redaction->review[0].begin, 3u);
  EXPECT_EQ(redaction->review[0].end, 9u);
  EXPECT_EQ(redaction->review[0].score, -0.5f);
  EXPECT_EQ(redaction->review[1].begin, 10u);
}

// P1 and P2 over random bytes and random spans.
TEST(Stages, RandomDocumentsKeepEveryByteOutsideTheirEntities) {
  std::mt19937 random(13);
  for (int trial = 0; trial < 100000; ++trial) {
    std::string text(random() % 60, '\0');
    for (char& c : text)
      c = static_cast<char>(random() % 4 == 0 ? random() : "ab \n\xcc\x81"[random() % 6]);
    const FormattedText formatted = read_document(text, Format::kText).value();
    const size_t n_read = ReadingView(formatted.text.text()).text().size();
    std::vector<Span> spans;
    for (size_t at = random() % 10; at < n_read;) {
      const size_t end = std::min(n_read, at + 1 + random() % 8);
      spans.push_back({at, end, static_cast<Label>(random() % kLabelNames.size()), 1});
      at = end + random() % 6;
    }
    const auto redaction = redact_with(text, spans);
    ASSERT_TRUE(redaction.ok()) << redaction.error().message();
    std::string back;  // the output with the originals put back is the source
    size_t done = 0, at = 0, covered = 0;
    for (const Edit& edit : redaction->edits) {
      back += redaction->output.substr(at, edit.begin - done);
      at += edit.begin - done + edit.text.size();
      back += text.substr(edit.begin, edit.end - edit.begin);
      covered += edit.end - edit.begin;
      done = edit.end;
    }
    back += redaction->output.substr(at);
    ASSERT_EQ(back, text);
    ASSERT_EQ(covered + redaction->bytes_outside, text.size());
  }
}

TEST(Verify, OneChangedDroppedOrAddedByteIsSeen) {
  const std::string text = "Ana has a cough";
  const std::vector<Span> spans = {{0, 3, Label::kPatient, 1}};
  const Policy policy = default_policy();
  Replacer replacer(policy, text, nullptr, "");
  const Rendered good = render(plain_text(text), spans, replacer).value();
  ASSERT_TRUE(verify(text, good).ok());
  for (size_t i = 0; i < good.output.size(); ++i) {
    Rendered changed = good, dropped = good, added = good;
    changed.output[i] ^= 1;
    dropped.output.erase(i, 1);
    added.output.insert(i, 1, '#');
    EXPECT_FALSE(verify(text, changed).ok()) << i;
    EXPECT_FALSE(verify(text, dropped).ok()) << i;
    EXPECT_FALSE(verify(text, added).ok()) << i;
  }
}

}  // namespace redact::stages_test
