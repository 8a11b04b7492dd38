// SPDX-License-Identifier: Apache-2.0
// The number formats of a workbook, and the numbers that they show as dates.
#include <gtest/gtest.h>

#include <string>

#include "documents/formats/read_document.h"
#include "documents/formats/workbook.h"
#include "tests/documents/formats/redacted.h"
#include "tests/documents/formats/workbook.h"

namespace redact::number_formats_test {

using testing::read;
using testing::redacted;
using testing::row;
using testing::rows_of;
using testing::workbook;
using testing::workbook_members;
using testing::zip_archive;

// The member of styles of a workbook with one format, after words of it are hidden.
std::string styles_without(const std::string& code, const std::vector<std::string>& words) {
  auto members = workbook_members({.rows = {}});
  members[2].second = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"" + code +
                      "\"/></numFmts></styleSheet>";
  const FormattedText text =
      read(redacted(zip_archive(members), Format::kXlsx, {.words = words}), Format::kXlsx);
  return std::string(text.text.member_bytes(2));
}

TEST(NumberFormats, OnlyTheirStringsAreTexts) {
  for (const std::string code : {"[$-407]d. mmmm yyyy", "[$-409]mmmm d, yyyy;@", "[Red][>=100]0.0",
                                 "[h]:mm", "[$-1000401]h:mm AM/PM;@", "\\[0\\]"}) {
    const std::string styles =
        styles_without(code, {code, "$-407", "$-409", "Red", "$-1000401", "h"});
    EXPECT_NE(styles.find('"' + code + '"'), std::string::npos) << styles;
  }
  const std::string named = styles_without("[$-407]0 &quot;for Ana&quot;", {"Ana"});
  EXPECT_NE(named.find("\"[$-407]0 &quot;for [PATIENT]&quot;\""), std::string::npos) << named;
}

// The cells of a row after redaction, without a hidden word.
std::string cells_of(const std::string& cells) {
  return rows_of(redacted(workbook({.rows = row(1, cells)}), Format::kXlsx, {}));
}

TEST(NumberFormats, ADayShownAsATimeIsHidden) {
  const auto cell = [](const std::string& value) {
    return "<c r=\"A1\" s=\"2\"><v>" + value + "</v></c>";
  };
  EXPECT_EQ(cells_of(cell("45598.354")).find("45598"), std::string::npos);
  for (const std::string duration : {"0.354", "36.5"})
    EXPECT_EQ(cells_of(cell(duration)), row(1, cell(duration)));
  for (const std::string code : {"h:mm AM/PM", "[h]:mm", "mm:ss.0", "[$-409]h:mm;@"}) {
    auto members = workbook_members({.rows = row(1, cell("45598.354"))});
    members[2].second =
        "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"" + code +
        "\"/></numFmts><cellXfs><xf/><xf/><xf numFmtId=\"164\"/></cellXfs></styleSheet>";
    EXPECT_EQ(rows_of(redacted(zip_archive(members), Format::kXlsx, {})).find("45598"),
              std::string::npos)
        << code;
  }
}

// A formula stays; programs compute its result again.
TEST(NumberFormats, NoResultSaysAPartOfAHiddenDate) {
  const auto cell = [](const std::string& formula, const std::string& value) {
    return "<c r=\"B1\">" + formula + value + "</c>";
  };
  for (const std::string formula :
       {"<f>YEAR(A1)</f>", "<f>100*month(A1)</f>", "<f>WEEKNUM(A1,2)</f>"}) {
    EXPECT_EQ(cells_of(cell(formula, "<v>2024</v>")), row(1, cell(formula, "")));
  }
  for (const std::string formula :
       {"<f>YEAR(NOW())-YEAR(A1)</f>", "<f>NETWORKDAYS(A1,A2)</f>", "<f>SUM(A1)</f>"}) {
    EXPECT_EQ(cells_of(cell(formula, "<v>76</v>")), row(1, cell(formula, "<v>76</v>")));
  }
  // A hidden result goes with a formula that says it.
  const std::string rows = row(1, testing::text_cell("A1", "YOB")) +
                           row(2, "<c r=\"A2\"><f>YEAR(DATE(1948,3,14))</f><v>1948</v></c>");
  const std::string output = rows_of(redacted(workbook({.rows = rows}), Format::kXlsx, {}));
  EXPECT_EQ(output.find("1948"), std::string::npos) << output;
  const std::string first = "<f t=\"shared\" ref=\"B1:B2\" si=\"0\">DAY(A1)</f>",
                    next = "<f t=\"shared\" si=\"0\"/>";
  EXPECT_EQ(cells_of(cell(first, "<v>2</v>") + cell(next, "<v>3</v>")),
            row(1, cell(first, "") + cell(next, "")));
}

}  // namespace redact::number_formats_test
