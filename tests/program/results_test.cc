// SPDX-License-Identifier: Apache-2.0
#include "program/results.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>
#include <vector>

#include "base/file_io.h"
#include "program/batch/report.h"
#include "program/input_documents.h"
#include "program/job_line.h"
#include "tests/documents/files/temporary_file.h"

namespace redact::results_test {

namespace fs = std::filesystem;

// A run over JSON lines and tables that writes into one file of records.
class ResultsTest : public testing::Test {
 protected:
  ~ResultsTest() override { fs::remove(out_); }

  void add_input(const std::string& content, const std::string& name) {
    const fs::path path = fs::path(testing::TempDir()) / name;
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file->write(content).ok() && file->commit().ok());
    paths_.push_back(path);
  }

  // Another thread reads all inputs and works on `n_in_hand` documents at a time, the last one
  // first; it fails those whose text is "fail".
  std::string run(size_t n_in_hand) {
    Options options;
    options.quiet = true;
    options.text_columns = {"text"};
    options.format = OutputFormat::kJsonl;
    Report report;
    Observers observers;
    observers.add(report);
    Output output(OutputFiles(out_, false), {}, observers);
    const Inputs inputs =
        Inputs::list(paths_, options.format, [](const std::string&) { return true; });
    Results results(output, observers, inputs.size(),
                    [](const Document& document) { return "failed " + document.record.id; });
    JobLine line;
    std::thread reader([&] {
      InputDocuments documents(options, inputs, {});
      std::vector<Job*> in_hand;
      const auto work = [&] {
        for (; !in_hand.empty(); in_hand.pop_back()) {
          const std::string& text = in_hand.back()->outcome.event.document.record.text;
          in_hand.back()->outcome.text =
              text == "fail" ? Result<std::string>(Error{}) : Result<std::string>(text);
          line.set_ready(*in_hand.back());
        }
      };
      while (auto event = documents.next()) {
        JobLine::Jobs jobs;
        Job* job = jobs.emplace_back(std::make_unique<Job>(Job{Outcome(*std::move(event))})).get();
        job->is_ready = !job->outcome.event.is_open();
        if (job->outcome.event.is_open()) in_hand.push_back(job);
        line.push(std::move(jobs));
        if (in_hand.size() >= n_in_hand) work();
      }
      work();
      line.end();
    });
    while (const auto job = line.pop(std::nullopt)) {
      EXPECT_TRUE(results.write(std::move(job->outcome)).ok());
    }
    reader.join();
    EXPECT_TRUE(line.is_over());
    EXPECT_TRUE(results.finish().ok());
    n_withheld_ = report.n_withheld();
    return read_file(out_).value();
  }

  const std::string out_ = fs::path(testing::TempDir()) / "redact-results-test-out";
  std::vector<std::string> paths_;
  size_t n_withheld_ = 0;
};

TEST_F(ResultsTest, AreInTheOrderOfTheInputsHoweverManyAreInHand) {
  add_input(
      "{\"text\": \"a\"}\nnonsense\n{\"text\": \"<p>x</p>\"}\n{\"text\": \"fail\"}\n"
      "{\"text\": \"b\"}\n{\"text\": \"c\"}\n",
      "redact-results-test-1.jsonl");
  add_input("text\nd\n\"<p>y</p>\"\n", "redact-results-test-2.csv");
  add_input("text\ne\nf,g\n", "redact-results-test-3.csv");  // reading stops at the second row
  add_input("{\"text\": \"h\"}", "redact-results-test-4.jsonl");
  for (const size_t n : {1, 2, 3, 100}) {
    EXPECT_EQ(run(n), "a\n<p>x</p>\nfailed 4\nb\nc\nd\n<p>y</p>\nh\n") << n;
    EXPECT_EQ(n_withheld_, 3u);
  }
}

}  // namespace redact::results_test
