// SPDX-License-Identifier: Apache-2.0
#include "program/batch/past.h"

#include <gtest/gtest.h>

#include "base/file_io.h"
#include "tests/documents/files/temporary_file.h"

namespace redact {
namespace {

class PastTest : public ::testing::Test {
 protected:
  Result<std::optional<GrowingOutput>> output_with(const std::string& partial) {
    EXPECT_TRUE(journal_->mark_output({"a.jsonl", partial, 7}).ok());
    return Past::open(journal_->database()).value().output("a.jsonl");
  }

  const TemporaryFolder folder_;
  const std::unique_ptr<Journal> journal_ = Journal::open({folder_ / "journal"}).value();
};

TEST_F(PastTest, APartialResultIsWhatARunRecorded) {
  const std::string partial = partial_name();
  const auto output = output_with(partial);
  ASSERT_TRUE(output.ok() && output->has_value());
  EXPECT_EQ((*output)->partial, partial);
  EXPECT_EQ((*output)->size, 7u);
}

// A run moves, cuts and removes the file of this name in the folder of the results.
TEST_F(PastTest, APartialResultThatIsAnotherFileIsRefused) {
  using namespace std::string_literals;
  for (const std::string& partial :
       {""s, "."s, "../in/a.txt"s, "/etc/passwd"s, "b.txt"s, "b.partial"s,
        "x/.0123456789abcdef.partial"s, ".0123456789abcdef.partial/"s, ".0123456789ABCDEF.partial"s,
        ".0123456789abcde/.partial"s, ".0123456789abcde\0.partial"s}) {
    const auto output = output_with(partial);
    ASSERT_FALSE(output.ok()) << partial;
    EXPECT_EQ(output.error().message(), "names a partial result that no run makes");
  }
}

}  // namespace
}  // namespace redact
