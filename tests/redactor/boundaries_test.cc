// SPDX-License-Identifier: Apache-2.0
// A span belongs to one field: a cell, a block, a paragraph, a report line.
#include <gtest/gtest.h>

#include <utility>

#include "redactor/finder/document_windows.h"
#include "tests/support/redact_with.h"

namespace redact::boundaries_test {

constexpr std::string_view kHeader = "MSH|^~\\&|LAB||EHR||||ORU^R01|1|P|2.5\r";

Result<Redaction> redact_by(const std::string& policy, Guides guides, std::string_view document,
                            Format format, std::vector<Span> found = {}) {
  Configuration configuration{Policy::open(policy).value(), std::move(guides)};
  return testing::redact_with({{std::move(found), 100}}, {document, format}, configuration);
}

std::string output(Guides guides, std::string_view document, Format format,
                   std::vector<Span> found = {}) {
  const auto redaction =
      redact_by("default", std::move(guides), document, format, std::move(found));
  return redaction.ok() ? redaction->output : redaction.error().message();
}

// Rules as those that are shipped.
Guides shipped() {
  Guides guides;
  guides.rules = RuleSet::parse(
                     "rules: [{label: PHONE, pattern: '\\d{3} \\d{4}\\s\\d{4}'},"
                     "        {label: EMAIL, pattern: '\\S+@[a-z.]+'}]")
                     .value();
  return guides;
}

Guides denying(std::string_view term) {
  Guides guides;
  guides.deny.add(term, Label::kName);
  return guides;
}

TEST(Boundaries, ADeniedTermOverBlocksHasATagInEach) {
  EXPECT_EQ(output(denying("Helen Ellison"), "<p>her aunt Helen</p><p>Ellison is well</p>",
                   Format::kHtml),
            "<p>her aunt [NAME]</p><p>[NAME] is well</p>");
  EXPECT_EQ(
      output(denying("Helen Ellison"), "<p>her aunt Helen<br>Ellison is well</p>", Format::kHtml),
      "<p>her aunt [NAME]<br> is well</p>");
  const std::string lines = std::string(kHeader) + "OBX|1|TX|N||seen by Helen||||||F\r" +
                            "OBX|2|TX|N||Ellison today||||||F\r";
  EXPECT_EQ(output(denying("Helen Ellison"), lines, Format::kHl7),
            std::string(kHeader) + "OBX|1|TX|N||seen by [NAME]||||||F\r" +
                "OBX|2|TX|N||[NAME] today||||||F\r");
}

TEST(Boundaries, ATermIsFoundBetweenTagsOfALineAndAcrossThem) {
  for (const auto& [page, redacted] : std::vector<std::pair<std::string, std::string>>{
           {"<b>Bed 5</b><i>Hale</i><b>stable</b>", "<b>Bed 5</b><i>[NAME]</i><b>stable</b>"},
           {"<p>Hale<sup>1</sup> left</p>", "<p>[NAME]<sup>1</sup> left</p>"},
           {"<x-k>for</x-k><x-v>Hale</x-v>", "<x-k>for</x-k><x-v>[NAME]</x-v>"},
           {"<p>Ha<b>le</b> left</p>", "<p>[NAME]<b></b> left</p>"},
           {"<b>in</b><i>Hales</i><b>owen</b>", "<b>in</b><i>Hales</i><b>owen</b>"}}) {
    EXPECT_EQ(output(denying("Hale"), page, Format::kHtml), redacted);
  }
}

// The finding may be a part of the name.
TEST(Boundaries, AWordWithAFindingBesideATermIsHiddenWhole) {
  const std::string_view page = "<b>Bed</b><i>Hale</i><b>wood</b>";
  EXPECT_EQ(output({}, page, Format::kHtml, {{8, 10, Label::kName, 5}}),
            "<b>[NAME]</b><i></i><b></b>");
  EXPECT_EQ(output(denying("Hale"), page, Format::kHtml, {{8, 10, Label::kName, 5}}),
            "<b>[NAME]</b><i></i><b></b>");
}

// The model of this test tags both fields as one span, as an instruct model does.
TEST(Boundaries, PiecesOfOneSpanAreOneEntity) {
  const std::string_view page = "<td>Marga</td><td>ret Ellison</td><td>Bo</td>";
  const std::vector<Span> found = {{0, 17, Label::kPatient, 5}, {18, 20, Label::kPatient, 5}};
  const auto redaction = redact_by("surrogate", {}, page, Format::kHtml, found);
  ASSERT_TRUE(redaction.ok());
  ASSERT_EQ(redaction->entities.size(), 3u);
  EXPECT_EQ(redaction->entities[0].surface, "Marga");
  EXPECT_EQ(redaction->entities[1].surface, "ret Ellison");
  EXPECT_EQ(redaction->entities[0].replacement, redaction->entities[1].replacement);
  EXPECT_NE(redaction->entities[1].replacement, redaction->entities[2].replacement);
}

TEST(Boundaries, NumbersOfSeveralCellsAreNoTelephoneNumber) {
  const std::string_view cells = "<tr><td>020 7946</td><td>0958</td></tr>";
  EXPECT_EQ(output(shipped(), "<p>Tel. 020 7946 0958</p>", Format::kHtml), "<p>Tel. [PHONE]</p>");
  EXPECT_EQ(output(shipped(), cells, Format::kHtml), cells);
  // What one of the fields holds by itself is found there.
  EXPECT_EQ(output(shipped(), "<td>020 7946</td><td>0958 ana@example.org</td>", Format::kHtml),
            "<td>020 7946</td><td>0958 [EMAIL]</td>");
}

// The finder hides the name of the field, which is no part of the document.
TEST(Boundaries, TheNameOfAFieldIsNoEntityAndNoReasonForReview) {
  const std::string_view json = "{\"Ana Greco\": \"well\"}";  // read as "Ana Greco: well"
  const auto redaction = redact_by("default", {}, json, Format::kJson, {{0, 9, Label::kName, 5}});
  ASSERT_TRUE(redaction.ok());
  EXPECT_EQ(redaction->output, json);
  EXPECT_TRUE(redaction->entities.empty() && redaction->review.empty());
}

// The model is told which rows are the first of a field.
TEST(Boundaries, RowsBehindWalls) {
  const std::string_view text = "March\tYes\nNo";
  TokenizedText tokens;
  tokens.ids = {1, 2, 3, 4, 5};
  tokens.begin = {0, 3, 5, 9, 10};  // a token may begin with the white space before its word
  tokens.end = {3, 5, 9, 10, 12};
  const auto rows = std::make_shared<const TextRows>(cut_rows(text, std::move(tokens), {}));
  const std::vector<size_t> walls = {6, 10};
  WindowPlace place{text, walls, 0, rows, {0, 5}};
  EXPECT_EQ(place.rows_behind_walls(), (std::vector<size_t>{2, 4}));
  place.window = {3, 5, 2, 0};
  EXPECT_EQ(place.rows_behind_walls(), (std::vector<size_t>{1, 3}));
}

}  // namespace redact::boundaries_test
