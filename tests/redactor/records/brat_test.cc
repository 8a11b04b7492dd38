// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "redactor/records/formats.h"
#include "tests/redactor/records/redaction_of.h"

namespace redact::brat_test {

using testing::redaction_of;

std::string brat(std::string_view text, const Redaction& redaction,
                 OffsetUnit unit = OffsetUnit::kCodePoints) {
  return to_brat(text, redaction, unit).value();
}

TEST(Brat, AnEntityIsALineWithItsOffsetsAndItsText) {
  const std::string text = "\xf0\x9f\x98\x80 \xc3\x91 Ana came";  // emoji, N with tilde
  const Redaction redaction = redaction_of(text, 8, 11);
  EXPECT_EQ(brat(text, redaction), "T1\tPATIENT 4 7\tAna\n");
  EXPECT_EQ(brat(text, redaction, OffsetUnit::kUtf16), "T1\tPATIENT 5 8\tAna\n");
  EXPECT_EQ(brat(text, redaction, OffsetUnit::kBytes), "T1\tPATIENT 8 11\tAna\n");
}

TEST(Brat, MarkupAndLineEndsDivideAnEntityIntoFragments) {
  const std::string page = "Dr Prit<i>chard</i>";
  Redaction redaction = redaction_of(page, 3, 15);
  redaction.entities[0].ranges = {{3, 7}, {10, 15}};
  EXPECT_EQ(brat(page, redaction), "T1\tPATIENT 3 7;10 15\tPrit chard\n");
  const std::string wrapped = "Ana\r\nRuiz came";
  EXPECT_EQ(brat(wrapped, redaction_of(wrapped, 0, 9)), "T1\tPATIENT 0 3;5 9\tAna Ruiz\n");
  EXPECT_EQ(brat("x\n\ny", redaction_of("x\n\ny", 1, 3)), "");
}

TEST(Brat, TextThatIsNotUtf8IsRefused) {
  EXPECT_FALSE(to_brat("Ana \xff", redaction_of("Ana \xff", 0, 3), {}).ok());
}

}  // namespace redact::brat_test
