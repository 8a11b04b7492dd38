// SPDX-License-Identifier: Apache-2.0
// redact-verify: checks a finished batch against its journal.
#include <cstdio>

#include "base/one_line.h"
#include "program/batch/journal_key.h"
#include "tools/batch/audit.h"
#include "tools/program.h"

namespace redact::batch {
namespace {

Result<ExitCode> run(const AuditPaths& paths, bool names) {
  size_t number = 0;
  const auto tell = [&](const std::string& document, const std::string& finding) {
    ++number;
    if (names) {
      std::printf("%s: %s\n", one_line(document).c_str(), one_line(finding).c_str());
    } else {
      std::printf("finding %zu: %s\n", number, one_line(finding).c_str());
    }
  };
  REDACT_ASSIGN(const AuditCounts counts, audit(paths, tell));
  std::printf("%zu documents, %zu findings\n", counts.n_documents, counts.n_findings);
  return counts.n_findings == 0 ? kAllDone : kWithheld;
}

}  // namespace
}  // namespace redact::batch

int main(int argc, char** argv) {
  using namespace redact;
  CLI::App app(
      "Checks a finished batch against its journal: that each document is there once, that results "
      "differ from their sources in the named ranges alone, that results hold nothing else, and "
      "that the journal is as the last run left it.",
      "redact-verify");
  batch::AuditPaths paths;
  bool names = false;
  app.add_option("JOURNAL", paths.journal, "that redact --journal wrote")->required();
  app.add_option("SOURCES", paths.sources, "the file or folder that was redacted")->required();
  app.add_option("RESULTS", paths.results, "the file or folder of results")->required();
  app.add_option("--journal-key", paths.key_file, "the key of the journal; default: JOURNAL.key")
      ->option_text("FILE");
  app.add_option("--include", paths.files.include, "the files that redact read, as it was told")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app.add_option("--exclude", paths.files.exclude, "the files that it did not read")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app.add_flag("--names", names, "name the documents of findings; they may identify people");
  app.footer("Exit codes: 0 no findings, 1 error, 2 wrong arguments, 3 findings, a line for each");
  return run_program(app, argc, argv, [&] {
    if (paths.key_file.empty()) paths.key_file = JournalKeys::place_beside(paths.journal);
    return batch::run(paths, names);
  });
}
