// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/placeholder.h"

#include <gtest/gtest.h>

namespace redact::placeholder_test {

TEST(Placeholder, TagsAreFoundWithWhatTheirOperatorAdds) {
  const std::string text =
      "[A] [A_7] [A_12] [A_] [A_x] [A_12 [A_1234567890123456789] [A_0f] <B> <B>_3 <B>_x";
  const auto found = [&](const std::string& placeholder, Operator op) {
    const TagsInText tags = find_tags(text, {op, placeholder});
    return std::pair(tags.n, tags.highest);
  };
  EXPECT_EQ(found("[A]", Operator::kTag), std::pair(size_t{1}, uint64_t{0}));
  EXPECT_EQ(found("[A]", Operator::kNumber), std::pair(size_t{3}, uint64_t{12}));
  EXPECT_EQ(found("[A]", Operator::kHash), std::pair(size_t{4}, uint64_t{0}));
  EXPECT_EQ(found("<B>", Operator::kNumber), std::pair(size_t{3}, uint64_t{3}));
  EXPECT_EQ(found("", Operator::kNumber), std::pair(size_t{0}, uint64_t{0}));
  EXPECT_EQ(find_tags("[A_999999999999999999]", {Operator::kNumber, "[A]"}).highest,
            999'999'999'999'999'999u);
}

}  // namespace redact::placeholder_test
