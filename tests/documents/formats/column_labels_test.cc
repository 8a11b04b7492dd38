// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/column_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace redact::column_labels_test {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

// The sheet with labels in the place of labelled cells. A cell of digits, signs and points is a
// number; an empty one is left out.
Rows labelled(const Rows& rows) {
  std::vector<SheetText> texts;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    for (uint32_t column = 0; column < rows[row].size(); ++column) {
      const std::string& text = rows[row][column];
      const bool is_number = text.find_first_not_of("0123456789.-") == text.npos;
      if (!text.empty()) texts.push_back({{row + 1, column + 1}, text, is_number});
    }
  }
  const ColumnLabels labels(texts);
  Rows out = rows;
  for (const SheetText& text : texts) {
    const Field* field = labels.of(text.at);
    std::string& cell = out[text.at.row - 1][text.at.column - 1];
    if (field != nullptr) cell = "[" + std::string(label_name(field->label)) + "]";
  }
  return out;
}
void expect_unlabelled(const Rows& rows) { EXPECT_EQ(labelled(rows), rows); }

const std::string kMrn = "[MEDICAL_RECORD]", kDate = "[DATE]", kPhone = "[PHONE]",
                  kPatient = "[PATIENT]";

TEST(ColumnLabels, ALoneCaptionLabelsItsColumnBesideAHeaderWithADigit) {
  for (const Row& head :
       Rows{{"MRN", "HbA1c", "Na"}, {"MRN", "Visit 1", "CD4"}, {"MRN", "2023", "2024"}}) {
    EXPECT_EQ(labelled({head, {"4471920", "48", "140"}, {"4471921", "52", "141"}}),
              (Rows{head, {kMrn, "48", "140"}, {kMrn, "52", "141"}}));
  }
  EXPECT_EQ(labelled({{"MRN", "HbA1c"}, {"", "mmol/mol"}, {"4471920", "48"}}),
            (Rows{{"MRN", "HbA1c"}, {"", "mmol/mol"}, {kMrn, "48"}}));
}

TEST(ColumnLabels, CaptionsAndValuesThatAlternateAreAForm) {
  const Rows table = {{}, {"Test", "Result", "Unit"}, {"Na", "140", "mmol/l"}};
  const auto over = [&](const Row& row) {
    Rows rows = {row};
    rows.insert(rows.end(), table.begin(), table.end());
    return rows;
  };
  EXPECT_EQ(labelled(over({"MRN", "4471920", "DOB", "17606", "Phone", "7911123456"})),
            over({"MRN", kMrn, "DOB", kDate, "Phone", kPhone}));
  EXPECT_EQ(labelled(over({"Patient:", "Zorblatt", "MRN:", "4471920", "", "DOB:", "17606"})),
            over({"Patient:", kPatient, "MRN:", kMrn, "", "DOB:", kDate}));
  EXPECT_EQ(labelled(over({"MRN", "4471920"})), over({"MRN", kMrn}));
  EXPECT_EQ(labelled({{"MRN", "4471"}, {"Bed 3", "x"}}), (Rows{{"MRN", kMrn}, {"Bed 3", "x"}}));
  EXPECT_EQ(labelled({{"MRN", "4471920"}, {"B12", "300"}}), (Rows{{"MRN", kMrn}, {kMrn, "300"}}));
}

TEST(ColumnLabels, ATransposedTableHidesAllPeople) {
  EXPECT_EQ(labelled({{"Patient", "Quill", "Rose", "Hale"},
                      {"MRN", "4471920", "4471921", "4471922"},
                      {"DOB", "17606", "17607", "17608"},
                      {"Na", "140", "141", "142"}}),
            (Rows{{"Patient", kPatient, kPatient, kPatient},
                  {"MRN", kMrn, kMrn, kMrn},
                  {"DOB", kDate, kDate, kDate},
                  {"Na", "140", "141", "142"}}));
  // A form with another number.
  EXPECT_EQ(
      labelled({{"MRN", "4471920"}, {"Patient", "Quill", "fever"}, {"DOB", "17606", "Bed 3"}}),
      (Rows{{"MRN", kMrn}, {"Patient", kPatient, "fever"}, {"DOB", kDate, "Bed 3"}}));
}

TEST(ColumnLabels, ACaptionInARowOfDataIsText) {
  EXPECT_EQ(labelled({{"MRN", "Seen by", "Contact", "Number"},
                      {"4471920", "GP", "Phone", "yes"},
                      {"4471921", "Nurse", "Mobile", "7911123456"},
                      {"4471922", "physio", "no phone", "12345"}}),
            (Rows{{"MRN", "Seen by", "Contact", "Number"},
                  {kMrn, "GP", "Phone", "yes"},
                  {kMrn, "Nurse", "Mobile", kPhone},
                  {kMrn, "physio", "no phone", kPhone}}));
}

TEST(ColumnLabels, ACaptionThatIsKnownByItsEndHeadsAColumn) {
  EXPECT_EQ(labelled({{"Ward", "Patient MRN", "Home telephone"}, {"4B", "4471920", "7911123456"}}),
            (Rows{{"Ward", "Patient MRN", "Home telephone"}, {"4B", kMrn, kPhone}}));
  EXPECT_EQ(labelled({{"Person", "Contact"}, {"MRN", "Home telephone"}, {"4471920", "7911123456"}}),
            (Rows{{"Person", "Contact"}, {"MRN", "Home telephone"}, {kMrn, kPhone}}));
  expect_unlabelled(
      {{"Comment", "Dose"}, {"left a message by phone", "5"}, {"seen 2024", "120000"}});
}

TEST(ColumnLabels, TheSymbolOfAnElementIsACaptionInAHeaderAlone) {
  const ColumnLabels labels({{{1, 1}, "MRN", false},
                             {{1, 2}, "Na", false},
                             {{1, 3}, "Nam", false},
                             {{2, 1}, "4471920", true},
                             {{2, 2}, "Na", false}});
  EXPECT_TRUE(labels.is_caption({1, 2}));
  EXPECT_FALSE(labels.is_caption({1, 3}));
  EXPECT_FALSE(labels.is_caption({2, 2}));
}

TEST(ColumnLabels, ClinicalTablesHaveNoLabels) {
  expect_unlabelled({{"Mobile", "Encounter", "Device ID", "IP"},
                     {"yes", "inpatient", "none", "n/a"},
                     {"no", "outpatient", "none", "n/a"}});
  expect_unlabelled(
      {{"Code", "Meaning"}, {"CP", "cerebral palsy"}, {"IP", "inpatient"}, {"NIP", "x"}});
  expect_unlabelled({{"Test", "Result", "Unit"}, {"Na", "140", "mmol/l"}, {"B12", "300", "ng/l"}});
  expect_unlabelled({{"Birth weight (g)", "Gestation", "Phone calls"}, {"3250", "39", "12000"}});
}

}  // namespace redact::column_labels_test
