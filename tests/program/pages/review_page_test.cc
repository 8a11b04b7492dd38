// SPDX-License-Identifier: Apache-2.0
#include "program/pages/review_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace redact::review_page_test {

using nlohmann::json;

// A redaction that hides bytes [begin, end) of a text as the patient's name.
Redaction redaction_of(const std::string& text, size_t begin, size_t end) {
  Redaction redaction{};
  redaction.entities.push_back({{begin, end, Label::kPatient, 2.5f},
                                text.substr(begin, end - begin),
                                "[PATIENT]",
                                begin,
                                begin + 9,
                                {},
                                {begin, end}});
  redaction.reading = {text, {}, {}};
  return redaction;
}

const Policy& policy() {
  static const Policy shipped = *Policy::open("default");
  return shipped;
}

TEST(PageDocument, HostileTextIsTheSameTextAgain) {
  const std::string text("\0\x01\x7f\r\n</script>\xe2\x80\xae\xef\xbb\xbf\"\\ Ana", 25);
  const PageDocument document = page_document("\"</b>\xff", redaction_of(text, 22, 25), policy());
  EXPECT_EQ(json::parse(document.content)["text"], text);
  // The page looks for words before the field that follows the text.
  EXPECT_TRUE(document.content.starts_with("{\"text\":"));
  EXPECT_EQ(json::parse(document.entry)["id"], "\"</b>\xef\xbf\xbd");
}

TEST(PageDocument, TextThatIsNotUnicodeIsListedButNotShown) {
  const PageDocument document = page_document("7", redaction_of("Ana \xff", 0, 3), policy());
  EXPECT_EQ(document.content, "{}");
  EXPECT_EQ(json::parse(document.entry)["unshown"], "it is not valid UTF-8");
}

TEST(PageDocument, TellsWhatWasNearlyHiddenAndWhatWasLeftByUnitsOfTheText) {
  const std::string text = "\xf0\x9f\x98\x80 Ana male Moss";
  Redaction redaction = redaction_of(text, 5, 8);
  redaction.review = {{14, 18, -1.5f}};
  redaction.reading->review = {{14, 18, -1.5f, {}, Label::kCity}, {14, 18, 3.0f, Label::kDoctor}};
  redaction.reading->dropped = {{{9, 13, Label::kSex, 2}, DroppedBy::kPolicy},
                                {{5, 8, Label::kCity, 0, SpanSource::kRule, true, 4},
                                 DroppedBy::kStays,
                                 {5, 8, Label::kOther, 0, SpanSource::kAllow, false, 7}}};
  const PageDocument document = page_document("7", redaction, policy());
  const json entry = json::parse(document.entry), content = json::parse(document.content);
  EXPECT_EQ(entry, json::parse(R"({"id": "7", "status": "review", "spans": 1, "review": 2,
                                   "nearest": 3.0})"));
  EXPECT_EQ(content["spans"], json::parse(R"([{"label": "PATIENT", "score": 2.5,
      "start": 3, "end": 6}])"));
  EXPECT_EQ(content["review"],
            json::parse(R"([{"start": 12, "end": 16, "score": -1.5, "label": "CITY"},
      {"start": 12, "end": 16, "score": 3.0, "label": "DOCTOR"}])"));
  EXPECT_EQ(content["explain"], json::parse(R"([
      {"label": "CITY", "source": "rule", "start": 3, "end": 6, "origin": "patterns.yaml:4",
       "left_out_by": "allow", "inside": "--allow:7"},
      {"label": "SEX", "score": 2.0, "start": 7, "end": 11, "left_out_by": "policy"}])"));
}

TEST(PageDocument, TellsAReplacementThatIsNotTheTagOfItsLabelAndASourceThatIsNotTheModel) {
  Redaction redaction = redaction_of("Ana", 0, 3);
  redaction.entities[0].replacement = "[PATIENT_1]";
  redaction.entities[0].span.source = SpanSource::kRule;
  const json content = json::parse(page_document("7", redaction, policy()).content);
  EXPECT_EQ(content["spans"][0]["replacement"], "[PATIENT_1]");
  EXPECT_EQ(content["spans"][0]["source"], "rule");
}

TEST(PageRun, OffersTheLabelsThatThePolicyLeavesUnderTheTagThatWouldHideThem) {
  const Policy policy = *Policy::parse("name: p\nplaceholders: {PATIENT: '[P]', OTHER: '[X]'}");
  const json run = json::parse(page_run("m", policy, {R"({"id":"1"})", R"({"id":"2"})"}));
  EXPECT_EQ(run["labels"].size(), kLabelNames.size());
  EXPECT_EQ(run["labels"][0], json::parse(R"({"label": "PATIENT", "placeholder": "[P]"})"));
  EXPECT_EQ(run["labels"][1], json::parse(R"({"label": "DOCTOR", "placeholder": "[X]"})"));
  EXPECT_EQ(run["documents"], json::parse(R"([{"id": "1"}, {"id": "2"}])"));
}

TEST(ReviewPage, AppearsWholeOrNotAtAllAndForItsOwnerAlone) {
  namespace fs = std::filesystem;
  const fs::path path = fs::path(testing::TempDir()) / "review-page-test.html";
  {
    auto page = ReviewPage::create(path);
    ASSERT_TRUE(page->add(withheld_document("1", "why")).ok());
  }
  EXPECT_FALSE(fs::exists(path));
  auto page = ReviewPage::create(path);
  ASSERT_TRUE(page.ok());
  ASSERT_TRUE(page->add(page_document("kept", redaction_of("Ana", 0, 3), policy())).ok());
  const ReviewPage::Place place = page->place();
  ASSERT_TRUE(page->add(page_document("dropped", redaction_of("Ben", 0, 3), policy())).ok());
  ASSERT_TRUE(page->rewind(place).ok());
  ASSERT_TRUE(page->finish("m", policy()).ok());
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const std::string html = read_file(path).value();
  EXPECT_NE(html.find("\"kept\""), html.npos);
  EXPECT_EQ(html.find("dropped\""), html.npos);
  EXPECT_EQ(html.find("Ben"), html.npos);
  fs::remove(path);
}

}  // namespace redact::review_page_test
