// SPDX-License-Identifier: Apache-2.0
#include "program/pages/report_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <pugixml.hpp>

#include "program/pages/work_time.h"

namespace redact::report_page_test {

JournalEntry redacted(const std::string& input, const std::string& reasons = "[]",
                      const std::string& scores = "{}") {
  JournalEntry entry;
  entry.place = {input, 0};
  entry.id = input;
  entry.reasons = reasons;
  entry.scores = scores;
  entry.needs_review = reasons != "[]";
  return entry;
}

JournalEntry withheld(const std::string& input, const std::string& error, size_t number = 0) {
  JournalEntry entry;
  entry.place = {input, number};
  entry.state = DocumentState::kWithheld;
  entry.error = error;
  return entry;
}

std::string json_of(size_t n_redacted, size_t n_review, size_t n_withheld) {
  return nlohmann::json{
      {"redact", "1.0"},
      {"model", "m<1>"},
      {"policy", "p"},
      {"documents", {{"redacted", n_redacted}, {"review", n_review}, {"withheld", n_withheld}}},
      {"inputs_left_out", 0},
      {"entities", {{"PATIENT", 1234}}},
      {"found_by", {{"model", 1234}, {"rule", 0}}},
      {"bytes", 56789},
      {"seconds", 1.5},
      {"settings", {{"policy_sha256", "0badcafe"}}},
      {"runs", {{{"host", "<h>"}, {"threads", 2}, {"started", "2026T1"}, {"how", "killed"}}}}}
      .dump();
}

std::string text_in(const pugi::xml_node& node) {
  std::string all;
  struct Walker : pugi::xml_tree_walker {
    std::string* all;
    bool for_each(pugi::xml_node& one) override {
      *all += one.value();
      *all += one.type() == pugi::node_element ? " " : "";
      return true;
    }
  } walker;
  walker.all = &all;
  pugi::xml_node copy = node;
  copy.traverse(walker);
  return all;
}

TEST(Overview, CountsWhyDocumentsNeedAPerson) {
  Overview overview;
  overview.add(redacted("a/1", R"([[1,2,-0.25,null],[3,4,-3.5,null]])",
                        R"({"7":2,"-1":1,"left":{"-1":1,"-4":1}})"),
               1);
  overview.add(redacted("a/2", R"([[1,2,0.5,"DOCTOR"],{"unread_files":2},{"kept_dates":1}])"), 2);
  JournalEntry foreign = redacted("3");
  foreign.needs_review = true;  // without a place
  overview.add(foreign, 3);
  overview.add(redacted("4", R"([[1,2,null,null],[3,4,null,"DOCTOR"]])"), 3);
  overview.add(withheld("b/lines.jsonl", "line 4: is not a JSON object", 4), 4);
  overview.add(withheld("b/lines.jsonl", "line 77: is not a JSON object", 77), 4);
  EXPECT_EQ(overview.review_counts().near, 2);
  EXPECT_EQ(overview.review_counts().names, 2);
  EXPECT_EQ(overview.review_counts().unread, 1);
  EXPECT_EQ(overview.review_counts().dates, 1);
  EXPECT_EQ(overview.review_counts().language, 1);
  EXPECT_EQ(overview.withheld_by_reason().at("is not a JSON object"), 2);
  const auto review = overview.review().in_order();
  ASSERT_EQ(review.size(), 4);
  EXPECT_EQ(review[0].place.input, "3");
  EXPECT_EQ(review[1].why, "1 place nearly hidden; 1 name left that may be the patient's");
  EXPECT_EQ(review[2].why,
            "1 name left that may be the patient's, nearest +0.5; 2 contained files "
            "removed unread; 1 date left beside dates that move");
  EXPECT_EQ(review[3].why, "2 places nearly hidden, nearest \u22120.3");
  EXPECT_EQ(overview.scores().hidden[ScoreCounts::slot(7)], 2);
  EXPECT_EQ(overview.scores().hidden[ScoreCounts::slot(-1)], 1);
  EXPECT_EQ(overview.scores().left[ScoreCounts::slot(-0.25)], 1);
  EXPECT_EQ(overview.scores().left[ScoreCounts::slot(-3.5)], 1);
  EXPECT_EQ(overview.folders().at("a").redacted, 2);
  EXPECT_EQ(overview.folders().at(".").review, 2);
  EXPECT_EQ(overview.folders().at("b/lines.jsonl").withheld, 2);
}

TEST(Overview, ReadsAJournalThatSomebodyChanged) {
  Overview overview;
  for (const char* odd :
       {"", "{", "7", "[[1,2,\"x\",null]]", "{\"7\":\"x\"}", "[7]", "[{\"unread_files\":\"x\"}]"}) {
    JournalEntry entry = redacted("a/1", odd, odd);
    entry.needs_review = true;
    overview.add(entry, 1);
  }
  EXPECT_EQ(overview.review().n(), 7);
  EXPECT_EQ(overview.scores().hidden, ScoreCounts().hidden);
}

TEST(Overview, ScoresBeyondTheEndsCountAtTheEnds) {
  EXPECT_EQ(ScoreCounts::slot(-1e30), 0);
  EXPECT_EQ(ScoreCounts::slot(std::nan("")), 0);  // of a damaged journal
  EXPECT_EQ(ScoreCounts::slot(1e30), ScoreCounts::kHighest - ScoreCounts::kLowest - 1);
}

// For any number of documents, folders and reasons, in any order.
TEST(Overview, StaysBoundedAndExact) {
  constexpr size_t kDocuments = 30000;
  Overview straight, merged;
  for (size_t i = 0; i < kDocuments; ++i) {
    const std::string input = std::to_string(i) + "/note.txt";
    const std::string reasons = "[[0,1," + std::to_string(-4.0 * i / kDocuments) + ",null]]";
    Overview one;
    for (Overview* overview : {&straight, &one}) {
      overview->add(redacted(input, reasons, R"({"3":1})"), i * 0.01);
      overview->add(withheld(input + "w", "reason " + std::to_string(i)), i * 0.01);
    }
    merged.add(std::move(one));
  }
  for (const Overview* overview : {&straight, &merged}) {
    EXPECT_EQ(overview->review().n(), kDocuments);
    const auto listed = overview->review().in_order();
    ASSERT_EQ(listed.size(), Shortlist::kMost);
    for (size_t i = 0; i < listed.size(); ++i) {
      ASSERT_EQ(listed[i].place.input, std::to_string(i) + "/note.txt");
    }
    EXPECT_LE(overview->folders().size(), 2000);
    EXPECT_EQ(overview->folders().size() + overview->other_folders().redacted, kDocuments);
    EXPECT_LE(overview->withheld_by_reason().size(), 101);
    EXPECT_EQ(overview->withheld_by_reason().at("other reasons"), kDocuments - 100);
    const std::vector<size_t>& times = overview->timeline().counts();
    EXPECT_LE(times.size(), 96);
    EXPECT_EQ(std::accumulate(times.begin(), times.end(), size_t{0}), 2 * kDocuments);
    // The draw of withheld documents is even: as many from either half, within five deviations.
    const auto drawn = overview->withheld().in_order();
    const auto n_early = std::count_if(drawn.begin(), drawn.end(), [](const ShortlistEntry& one) {
      return std::stoul(one.place.input) < kDocuments / 2;
    });
    EXPECT_NEAR(static_cast<double>(n_early), Shortlist::kMost / 2.0, 5 * 35.4 * 0.91);
  }
}

TEST(Timeline, CountsByTimeAtAnyWidth) {
  Timeline timeline;
  for (int i = 0; i < 10000; ++i) timeline.add(i * 0.5);
  timeline.add(-7);  // a clock that jumps back
  EXPECT_EQ(timeline.width(), 64);
  EXPECT_EQ(timeline.end(), 4999.5);
  EXPECT_EQ(timeline.counts()[0], 129);
  EXPECT_EQ(timeline.counts()[1], 128);
}

TEST(WorkTime, LeavesOutTheHoursBetweenRuns) {
  PastRun first{"h", 1, 1000, std::nullopt, {}, 4}, idle{"h", 1, 2000, 2001.0, "done", 5},
      third{"h", 1, 9000, 9100.0, "done", 6};
  const WorkTime time({first, idle, third}, {{4, 1060}, {6, 9099}});
  EXPECT_EQ(time.at(4, 1060), 60);
  EXPECT_EQ(time.at(6, 9050), 111);
  EXPECT_EQ(time.at(6, 12), 61);  // a clock that jumped back
  EXPECT_EQ(time.at(7, 9050), std::nullopt);
  EXPECT_EQ(time.at(6, 0), std::nullopt);  // an input has no time
  EXPECT_EQ(time.starts(), (std::vector<double>{0, 61}));
}

TEST(ReportPage, LeadsWithWhatNeedsAPersonAndHoldsTheNumbersOfTheJson) {
  Overview overview;
  for (int i = 0; i < 40; ++i) {
    overview.add(redacted("a/" + std::to_string(i), "[[1,2,-0.5,null]]", R"({"7":2})"), i);
  }
  overview.add(withheld("b/x", "text: is PDF"), 41);
  const std::string json = json_of(40, 40, 1);
  const auto html = report_page(overview, json, {});
  ASSERT_TRUE(html.ok());
  pugi::xml_document page;
  const auto parsed = page.load_string(html->c_str());
  ASSERT_TRUE(parsed) << parsed.description();
  const pugi::xml_node main = page.child("html").child("body").child("main");
  EXPECT_STREQ(main.child("h1").text().get(), "41 of 41 documents need a person");
  EXPECT_STREQ(main.child("h2").text().get(), "What needs a person");
  const std::string text = text_in(main);
  for (const char* part : {"1,234", "56,789", "0badcafe", "PATIENT", "m<1>", "<h>", "killed",
                           "text: is PDF", "Places by the model's score", "Documents per second"}) {
    EXPECT_NE(text.find(part), text.npos) << part;
  }
  EXPECT_EQ(nlohmann::json::parse(main.next_sibling("script").text().get()),
            nlohmann::json::parse(json));
}

TEST(ReportPage, NamesDocumentsOnRequestOnly) {
  Overview overview;
  overview.add(redacted("Ellison/1.txt", "[[1,2,-0.5,null]]"), 1);
  overview.add(withheld("Pritchard/2.txt", "text: is PDF"), 1);
  const auto page = [&](const ReportScope& scope) {
    return *report_page(overview, json_of(1, 1, 1), scope);
  };
  const std::string none = page({});
  EXPECT_EQ(none.find("Ellison"), none.npos);
  EXPECT_EQ(none.find("Pritchard"), none.npos);
  EXPECT_NE(none.find("--review-list FILE"), none.npos);
  EXPECT_NE(none.find("This page names no document and holds no text."), none.npos);
  const std::string review = page({true, false, 0});
  EXPECT_NE(review.find("Ellison/1.txt"), review.npos);
  EXPECT_EQ(review.find("Pritchard/2.txt"), review.npos);
  const std::string withheld_too = page({false, true, 0});
  EXPECT_EQ(withheld_too.find("Ellison/1.txt"), withheld_too.npos);
  EXPECT_NE(withheld_too.find("Pritchard/2.txt"), withheld_too.npos);
}

TEST(ReportPage, HostileNamesAreText) {
  Overview overview;
  const std::string name = "</bdi></main><script>alert(1)</script>\u202e\"'&\xff\x01/x";
  overview.add(redacted(name, "[[1,2,-0.5,null]]"), 1);
  overview.add(withheld(name + "/y", name), 1);
  const std::string html = *report_page(overview, json_of(1, 1, 1), {true, true, 0});
  EXPECT_EQ(html.find("<script>"), html.npos);
  EXPECT_EQ(html.find("\u202e"), html.npos);
  pugi::xml_document page;
  ASSERT_TRUE(page.load_string(html.c_str()));
  const std::string shown =
      page.child("html")
          .child("body")
          .child("main")
          .find_node([](pugi::xml_node node) { return node.name() == std::string("bdi"); })
          .text()
          .get();
  EXPECT_EQ(shown, "</bdi></main><script>alert(1)</script>");
}

// Of a few documents they would be those of each.
TEST(ReportPage, ShowsScoresOfManyDocumentsAlone) {
  Overview overview;
  const auto shows = [&] {
    const std::string html = *report_page(overview, json_of(20, 0, 0), {});
    return html.find("Places by the model's score") != html.npos;
  };
  for (int i = 0; i < 19; ++i) {
    overview.add(redacted("a/" + std::to_string(i), "[]", R"({"7":1})"), i);
  }
  EXPECT_FALSE(shows());
  Overview another;
  another.add(redacted("b", "[]", "{}"), 20);
  overview.add(std::move(another));
  EXPECT_TRUE(shows());
}

TEST(ReportPage, SaysWhatItLeavesOut) {
  Overview overview;
  for (int i = 0; i < 6000; ++i) {
    overview.add(redacted("a/" + std::to_string(i), "[[1,2,-0.5,null]]"), i);
    overview.add(withheld("b/" + std::to_string(i), "text: is PDF"), i);
  }
  const std::string html = *report_page(overview, json_of(6000, 6000, 6000), {true, true, 50});
  for (const char* part :
       {"<b>6,000</b> documents to review; of these, the first 5,000 follow",
        "<b>6,000</b> documents withheld; of these, an even draw of 5,000 follow",
        "50 of 12,000 are here"}) {
    EXPECT_NE(html.find(part), html.npos) << part;
  }
}

}  // namespace redact::report_page_test
