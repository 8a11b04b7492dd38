// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/policy_leaks.h"

#include <gtest/gtest.h>

#include "tools/eval/label_sets.h"

namespace redact::eval::policy_leaks_test {

// A piece of a text: its gold label, or "" for none; the label under which it was found, or ""; and
// its replacement.
struct Piece {
  std::string text, gold, found, written;
};

Document document_of(const std::vector<Piece>& pieces) {
  Document document;
  for (const Piece& piece : pieces) {
    const size_t begin = document.text.size(), out_begin = document.output.size();
    document.text += to_code_points(piece.text);
    document.output += to_code_points(piece.found.empty() ? piece.text : piece.written);
    if (!piece.gold.empty()) document.gold.push_back({begin, document.text.size(), piece.gold});
    if (piece.found.empty()) continue;
    document.found.push_back({begin, document.text.size(), piece.found});
    document.placed.push_back({out_begin, document.output.size(), ""});
  }
  return document;
}

PolicyLeaks leaks_of(const char* policy, const std::vector<Document>& documents) {
  return count_policy_leaks(*Policy::open(policy), documents).value();
}

// A note without findings. The date is not a date of birth.
Document note() {
  return document_of({{"Ana Ruiz", "PATIENT", "", ""},
                      {", ", "", "", ""},
                      {"47", "AGE", "", ""},
                      {", seen ", "", "", ""},
                      {"12/03/2016", "DATE", "", ""},
                      {" in ", "", "", ""},
                      {"Austin", "CITY", "", ""},
                      {", ", "", "", ""},
                      {"TX", "STATE", "", ""},
                      {" ", "", "", ""},
                      {"78701", "ZIP", "", ""},
                      {" by ", "", "", ""},
                      {"Dr Bo", "DOCTOR", "", ""}});
}

TEST(PolicyLeaks, ThePolicysTableSaysWhatIsToBeHidden) {
  // Ana Ruiz 7, 47 2, 12/03/2016 10, Austin 6, TX 2, 78701 5, Dr Bo 4
  EXPECT_EQ(leaks_of("default", {note()}).to_hide, 36);
  // Not the age, the year, the state, nor the first three digits of the postal code
  EXPECT_EQ(leaks_of("hipaa-safe-harbor", {note()}).to_hide, 7 + 6 + 6 + 2 + 4);
  EXPECT_EQ(leaks_of("gdpr", {note()}).to_hide, 7 + 6 + 6 + 2 + 5 + 4);
  EXPECT_EQ(leaks_of("patient", {note()}).to_hide, 7 + 6 + 5);
  for (const char* policy : {"default", "hipaa-safe-harbor", "gdpr", "patient"}) {
    const PolicyLeaks all = leaks_of(policy, {note()});
    EXPECT_EQ(all.leaked, all.to_hide) << policy;
    EXPECT_EQ(all.leaky, 1) << policy;
    EXPECT_EQ(all.unclear_left, 0) << policy;
  }
}

TEST(PolicyLeaks, OperatorsAreCountedByWhatTheyRemove) {
  const Document old = document_of({{"Age ", "", "", ""},
                                    {"93", "AGE", "", ""},
                                    {". DOB: ", "", "", ""},
                                    {"14/03/1978", "DATE", "", ""}});
  EXPECT_EQ(leaks_of("hipaa-safe-harbor", {old}).to_hide, 2 + 6);
  EXPECT_EQ(leaks_of("patient", {old}).to_hide, 6);
  const auto found = [](const std::string& date) {
    return document_of({{"DOB: ", "", "", ""}, {"14/03/1978", "DATE", "DATE", date}});
  };
  EXPECT_EQ(leaks_of("hipaa-safe-harbor", {found("1978")}).leaked, 0);
  EXPECT_EQ(leaks_of("patient", {found("***DOB*** 1978")}).leaked, 0);
  EXPECT_EQ(leaks_of("hipaa-safe-harbor", {found("03/1978")}).leaked, 3);
  // A tag that happens to repeat its surface hides it.
  EXPECT_EQ(leaks_of("default", {document_of({{"STREET", "STREET", "STREET", "[STREET]"}})}).leaked,
            0);
}

TEST(PolicyLeaks, DocumentsAreCountedByTheirStatus) {
  Document ok = document_of(
      {{"Ana", "PATIENT", "PATIENT", "[PATIENT]"}, {" ", "", "", ""}, {"Ruiz", "PATIENT", "", ""}});
  Document review = ok, failed = ok;
  review.review = true;
  failed.failed = true;
  failed.found.clear();
  const Document clean = document_of({{"Ana", "PATIENT", "PATIENT", "[PATIENT]"}});
  const PolicyLeaks leaks = leaks_of("default", {ok, review, failed, clean});
  EXPECT_EQ(leaks.documents, 4);
  EXPECT_EQ(leaks.withheld, 1);
  EXPECT_EQ(leaks.to_hide, 3 * 7 + 3);
  EXPECT_EQ(leaks.leaked, 2 * 4);
  EXPECT_EQ(leaks.leaky, 2);
  EXPECT_EQ(leaks.leaky_ok, 1);
}

// A town is to be hidden, and a state or a country stays, which the gold does not tell apart.
TEST(PolicyLeaks, WhatTheGoldDoesNotTellIsCountedApart) {
  const std::vector<Document> presidio = {document_of({{"Peru", "GPE", "", ""}})};
  EXPECT_EQ(leaks_of("default", presidio).leaked, 4);
  const PolicyLeaks unclear = leaks_of("hipaa-safe-harbor", presidio);
  EXPECT_EQ(unclear.to_hide, 0);
  EXPECT_EQ(unclear.leaky, 0);
  EXPECT_EQ(unclear.unclear_left, 4);
  // In MEDDOCAN, a territory of digits is a postal code, of which two digits are to be hidden;
  // titles are not identifiers.
  const std::vector<Document> others = {
      document_of({{"28013", "TERRITORIO", "", ""}, {"Dr", "NAME_TITLE", "", ""}})};
  EXPECT_EQ(leaks_of("hipaa-safe-harbor", others).to_hide, 2);
  EXPECT_EQ(leaks_of("hipaa-safe-harbor", others).unclear_left, 0);
}

TEST(PolicyLeaks, LabelsOfEachSetStandForThoseOfThisProject) {
  const auto own = [](const char* label) { return own_labels(label, U"x"); };
  EXPECT_EQ(own("CITY"), std::vector{Label::kCity});
  EXPECT_EQ(own("LOCATION_CITY"), std::vector{Label::kCity});
  EXPECT_EQ(own("LOCATION_OTHER"), std::vector{Label::kLocation});
  EXPECT_EQ(own("NAME_RELATIVE"), std::vector{Label::kName});
  EXPECT_EQ(own("CONTACT_FAX"), std::vector{Label::kFax});
  EXPECT_EQ(own("NUMERO_FAX"), std::vector{Label::kFax});
  EXPECT_EQ(own("PAIS"), std::vector{Label::kCountry});
  EXPECT_EQ(own("ROOM"), std::vector{Label::kLocation});
  EXPECT_EQ(own("TERRITORIO").size(), 4u);
  EXPECT_EQ(own("SOMETHING"), std::vector{Label::kOther});
}

}  // namespace redact::eval::policy_leaks_test
