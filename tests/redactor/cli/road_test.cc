// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/road.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "redactor/files/file_io.h"
#include "tests/redactor/files/temporary_file.h"

namespace redact {
namespace {

namespace fs = std::filesystem;

// A run over JSON lines and tables that writes into one file of records.
class RoadTest : public testing::Test {
 protected:
  ~RoadTest() override { fs::remove(out_); }

  void add_input(const std::string& content, const std::string& name) {
    const fs::path path = fs::path(testing::TempDir()) / name;
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file->write(content).ok() && file->commit().ok());
    inputs_.push_back({path, name, false, inputs_.size() + 1});
  }

  // Works on up to `n_in_flight` documents at a time; fails those whose text is "fail".
  std::string run(size_t n_in_flight) {
    Options options;
    options.quiet = true;
    options.text_column = "text";
    options.format = OutputFormat::kJsonl;
    Report report;
    Outlet outlet(Sink(out_, false));
    Progress progress(Progress::Mode::kSilent, false);
    DocumentSource source(options, inputs_, {});
    Road road(source, outlet, report, progress, inputs_.size(),
              [](const Document& document) { return "failed " + document.record.id; });
    std::vector<const Document*> in_flight;
    while (road.wait()) {
      const Document* next = nullptr;
      do {
        while (in_flight.size() < n_in_flight && (next = road.next()) != nullptr) {
          in_flight.push_back(next);
        }
        if (in_flight.empty()) break;
        EXPECT_EQ(in_flight.front(), &road.first());
        const std::string text = in_flight.front()->record.text;
        in_flight.erase(in_flight.begin());
        if (text != "fail") report.add_restored();
        EXPECT_TRUE(
            road.done({text == "fail" ? Result<std::string>(Error{}) : Result<std::string>(text)}));
      } while (!in_flight.empty());
    }
    EXPECT_TRUE(road.finish().ok());
    n_withheld_ = report.n_withheld();
    return read_file(out_).value();
  }

  const std::string out_ = fs::path(testing::TempDir()) / "redact-road-test-out";
  std::vector<Input> inputs_;
  size_t n_withheld_ = 0;
};

TEST_F(RoadTest, ResultsAreInTheOrderOfTheInputsHoweverManyAreInFlight) {
  add_input(
      "{\"text\": \"a\"}\nnonsense\n{\"text\": \"<p>x</p>\"}\n{\"text\": \"fail\"}\n"
      "{\"text\": \"b\"}\n{\"text\": \"c\"}\n",
      "redact-road-test-1.jsonl");
  add_input("text\nd\n\"<p>y</p>\"\n", "redact-road-test-2.csv");
  add_input("text\ne\nf,g\n", "redact-road-test-3.csv");  // reading stops at the second row
  add_input("{\"text\": \"h\"}", "redact-road-test-4.jsonl");
  for (const size_t n : {1, 2, 3, 100}) {
    EXPECT_EQ(run(n), "a\nfailed 3\nfailed 4\nb\nc\nd\nfailed 2\nh\n") << n;
    EXPECT_EQ(n_withheld_, 5u);
  }
}

}  // namespace
}  // namespace redact
