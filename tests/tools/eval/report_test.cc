// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "crypto/digest.h"
#include "documents/structured/codecs.h"
#include "tests/tools/eval/document_of.h"
#include "tools/eval/harm.h"

namespace redact::eval::report_test {

using nlohmann::json;

TEST(Report, ReportsSayWhatWasScored) {
  const Scores scores = score({document_of("Ana", {{0, 3, "NAME"}}, {})});
  Report report{"test",
                {{}, "redact-v4", "bundled", 0.7, true},
                {"own", true, {}},
                scores,
                {{0.7, true, 1, 0, 0, 0}, {2, false, 0, 1, 0, 1}}};
  const std::string text = to_text(report);
  EXPECT_NE(text.find("the model redact-v4 (bundled), bias 0.7, with the shipped rules; no policy"),
            text.npos);
  EXPECT_NE(text.find("  0.7 (used above) "), text.npos);
  EXPECT_NE(text.find("\n  2  "), text.npos);
  const json model = json::parse(to_json(report));
  EXPECT_EQ(model["scored"]["bias"], 0.7);
  EXPECT_EQ(model["scored"]["rules"], true);
  EXPECT_EQ(model["curve"][0]["used"], true);
  EXPECT_EQ(model["curve"][1]["share_of_documents_with_leak"], 0);
  report.scored = {"theirs.jsonl", {}, {}, 0, false};
  EXPECT_NE(to_text(report).find("scored: the records theirs.jsonl\n"), text.npos);
  EXPECT_EQ(json::parse(to_json(report))["scored"], json({{"records", "theirs.jsonl"}}));
}

TEST(Report, WhatHasNothingToDivideByIsNotPerfect) {
  const std::vector<Document> documents = {document_of("No identifiers here", {}, {})};
  const Report report{"test", {}, {"own", true, {}}, score(documents), {{0, true, {}, {}, {}, {}}}};
  const json total = json::parse(to_json(report))["total"];
  for (const char* figure : {"character_recall", "note_recall"})
    EXPECT_TRUE(total[figure].is_null()) << figure;
  for (const char* figure : {"precision", "recall", "f1"})
    EXPECT_TRUE(total["strict"][figure].is_null()) << figure;
  EXPECT_EQ(total["over_redaction_per_1000_words"], 0);
  EXPECT_NE(to_text(report).find("identifying characters found             n/a"),
            std::string::npos);
  EXPECT_NE(to_html(report, documents)->find("<b>n/a</b>identifying"), std::string::npos);
}

TEST(Report, NamesThatAreNotUtf8AreWrittenAllTheSame) {
  const Report report{"caf\xe9", {}, {"own", true, {}}, score({document_of("Ana", {}, {})}), {}};
  EXPECT_EQ(json::parse(to_json(report))["corpus"], "caf\ufffd");
}

TEST(Report, PageColoursWhatBecameOfEachCharacter) {
  std::vector<Document> documents = {
      document_of("Dr Ana Ruiz, Bo 54", {{3, 11, "PERSON"}, {13, 15, "PERSON"}, {16, 18, "AGE"}},
                  {{0, 6, "DOCTOR"}, {13, 15, "NAME"}, {16, 18, "DATE"}})};
  const LabelSet set = find_label_set(documents);
  align_labels(set, documents);
  const Report report{"test", {}, set, score(documents), {}};
  const std::string html = *to_html(report, documents);
  // The space inside the name is not a leak, and the text around the name is coloured too.
  EXPECT_NE(html.find("<mark class=\"over\">Dr </mark><b><mark class=\"ok\">Ana</mark> <mark "
                      "class=\"leak\">Ruiz</mark></b>, <mark class=\"ok\">Bo</mark>"),
            html.npos);
  const size_t other = html.find("<h2>Other ends, another label</h2>");
  EXPECT_NE(html.find("1 of 1 shown", other), html.npos);
  EXPECT_NE(html.find("<td>AGE</td><td>DATE</td>", other), html.npos);
  for (const char* text : {"F1, span and coarse label", "By coarse label", "By language",
                           "<dt>leaked character</dt>", "1 of 1 shown"})
    EXPECT_NE(html.find(text), html.npos) << text;
}

TEST(Report, PageSaysHowManyErrorsItLeavesOut) {
  std::vector<Document> documents;
  for (int i = 0; i < 2001; ++i) documents.push_back(document_of("Ana", {{0, 3, "NAME"}}, {}));
  const Report report{"test", {}, {"own", true, {}}, score(documents), {}};
  EXPECT_NE(to_html(report, documents)->find("2,000 of 2,001 shown"), std::string::npos);
}

TEST(Report, PageShowsErrorsInContextAndEscapesThem) {
  const std::vector<Document> documents = {
      document_of("seen by <b>Ana</b> & co", {{11, 14, "DOCTOR"}}, {{19, 23, "ID"}})};
  Report report{"test",
                {},
                {"own", true, {}},
                score(documents),
                {{0, false, 0.1, 0.9, 2, 0.8}, {0.7, true, 0.05, 0.95, 4, 0.7}}};
  const std::string html = *to_html(report, documents);
  EXPECT_NE(html.find("&lt;b&gt;<b><mark class=\"leak\">Ana</mark></b>"), html.npos);
  EXPECT_NE(
      html.find("<b><mark class=\"none\">&amp; </mark><mark class=\"over\">co</mark></b></code>"),
      html.npos);
  EXPECT_EQ(html.find("<b>Ana"), html.npos);
  // Arabic has its own direction, which does not affect the text around it.
  EXPECT_NE(html.find("<td><code dir=\"auto\">"), html.npos);
  EXPECT_EQ(html.find("<code>"), html.npos);
  EXPECT_NE(html.find("hidden without need, per 1,000"), html.npos);
  EXPECT_EQ(to_text(report).find("Ana"), std::string::npos);
}

TEST(Report, PageLeadsWithTheLeaksInOrderOfTheirHarm) {
  // A country, a long town and a short name, all left.
  const std::vector<Document> documents = {
      document_of("From Chile", {{5, 10, "COUNTRY"}}, {}),
      document_of("In Llanfairpwllgwyngyll", {{3, 23, "CITY"}}, {}),
      document_of("Bo came", {{0, 2, "PATIENT"}}, {})};
  const Report report{"test", {}, {"own", true, {}}, score(documents), {}};
  const std::string html = *to_html(report, documents);
  size_t at = 0;
  for (const char* part :
       {"<h2>Leaked</h2>", "Lead to a person alone", "<mark class=\"leak\">Bo</mark>",
        "Lead to a person together", "Llanfairpwllgwyngyll</mark>", "Say little alone",
        "<mark class=\"leak\">Chile</mark>", "<h2>Whole documents</h2>", "<h2>Scores</h2>",
        "<h2>Hidden without need</h2>"}) {
    const size_t next = html.find(part, at);
    ASSERT_NE(next, html.npos) << part;
    at = next;
  }
}

TEST(Report, HarmGoesByTheLabelAndByWhatItMarks) {
  const auto harm = [](const char* label, std::u32string_view surface) {
    return harm_of({0, surface.size(), label}, surface);
  };
  EXPECT_EQ(harm("NOMBRE_SUJETO_ASISTENCIA", U"ana"), Harm::kAlone);
  EXPECT_EQ(harm("CONTACT", U"0117"), Harm::kAlone);
  EXPECT_EQ(harm("FAMILY", U"her sister Ana"), Harm::kAlone);
  EXPECT_EQ(harm("FAMILY", U"\u0645\u062d\u0645\u062f"), Harm::kAlone);
  EXPECT_EQ(harm("FAMILY", U"sister"), Harm::kTogether);
  EXPECT_EQ(harm("ID", U"4471"), Harm::kAlone);
  EXPECT_EQ(harm("ID", U"blind"), Harm::kTogether);
  EXPECT_EQ(harm("STREET_ADDRESS", U"5 Elm Row"), Harm::kNearly);  // it stands for the town too
  EXPECT_EQ(harm("DATE", U"2024"), Harm::kTogether);
  EXPECT_EQ(harm("no label", U"x"), Harm::kLittle);
}

TEST(Report, ContextsEndAtWords) {
  std::string words;
  for (int i = 0; i < 30; ++i) words += "abcdefghij ";
  const size_t begin = words.size();
  const std::vector<Document> documents = {
      document_of(words + "Ana " + words, {{begin, begin + 3, "NAME"}}, {}),
      document_of(std::string(200, 'x') + " Ana", {{201, 204, "NAME"}}, {})};
  const Report report{"test", {}, {"own", true, {}}, score(documents), {}};
  const std::string html = *to_html(report, documents);
  const size_t from = html.find("<code dir=\"auto\">\u2026 abcdefghij ");
  ASSERT_NE(from, html.npos);
  EXPECT_NE(html.find("abcdefghij \u2026</code>", from), html.npos);
  // A long run without word boundaries is cut in the middle.
  EXPECT_NE(html.find("\u2026 " + std::string(59, 'x') + " <b>"), html.npos);
}

TEST(Report, PageHoldsTheWholeOfADocumentThatLeaks) {
  const std::vector<Document> documents = {
      document_of("Clean\nnote", {}, {}),
      document_of("Ana <b>\nRuiz\u202e", {{0, 3, "NAME"}, {8, 12, "NAME"}}, {{0, 3, "NAME"}})};
  const Report report{"test", {}, {"own", true, {}}, score(documents), {}};
  const std::string html = *to_html(report, documents);
  EXPECT_NE(html.find("<a href=\"#document-2\">"), html.npos);
  EXPECT_NE(html.find("id=\"document-2\"><mark class=\"ok\">Ana</mark> &lt;b&gt;\n<mark "
                      "class=\"leak\">Ruiz</mark><small> NAME</small>"
                      "<span class=\"glyph\">U+202E</span></div>"),
            html.npos);
  EXPECT_EQ(html.find("document-1"), html.npos);
}

TEST(Report, PageIsWellFormedAndAllowsItsOwnStyleAlone) {
  const std::vector<Document> documents = {
      document_of("</code><script>Ana</script> & \x01", {{15, 18, "NAME"}}, {{29, 30, "ID"}})};
  Report report{"</h1><b>",
                {},
                {"own", true, {}},
                score(documents),
                {{0, false, 0.1, 0.9, 2, 0.8}, {0.7, true, 0.05, 0.95, 4, 0.7}}};
  const std::string html = *to_html(report, documents);
  pugi::xml_document page;
  const auto parsed = page.load_string(html.c_str());
  ASSERT_TRUE(parsed) << parsed.description();
  const pugi::xml_node head = page.child("html").child("head");
  const std::string policy = head.find_child_by_attribute("http-equiv", "Content-Security-Policy")
                                 .attribute("content")
                                 .value();
  const std::string hash = encode_base64(bytes_of(*sha256(head.child("style").text().get())));
  EXPECT_EQ(policy.find("default-src 'none'; style-src 'sha256-" + hash + "'; "), 0);
  EXPECT_EQ(html.find("<script"), html.npos);
}

}  // namespace redact::eval::report_test
