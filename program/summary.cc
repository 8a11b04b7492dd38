// SPDX-License-Identifier: Apache-2.0
#include "program/summary.h"

#include <csignal>
#include <string>

#include "program/complain.h"
#include "program/input_documents.h"

namespace redact {

namespace {

std::string count_of(size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// The files in the user's own words: -o as it was given, also if the result of a single input is a
// file in that folder, whose name is that of the input.
std::string where(const Options& options, const Work& work) {
  std::string said;
  const auto add = [&said](const char* what, const std::string& path) {
    if (!path.empty()) said += (said.empty() ? "" : "; ") + (what + path);
  };
  add("results: ", work.said_output);
  add("journal: ", options.journal);
  add("report: ", options.report);
  add("withheld documents: ", options.withheld_list);
  add("documents to review: ", options.review_list);
  return said;
}

// A filter, whose results go to standard output, prints no summary, and neither does a run over one
// text.
bool needs_summary(const Options& options, const Work& work) {
  if (where(options, work).empty()) return false;
  const bool is_one_text =
      work.alone && (work.inputs.empty() || kind_of(work.inputs[0], options) == InputKind::kText);
  return !is_one_text;
}

void tell_other_languages(const Options& options, const Report& report) {
  const size_t n = report.n_other_language();
  if (n == 0) return;
  note(options, count_of(n, "document") + (n == 1 ? " is" : " are") +
                    " in none of the languages that the model knows, so much may be missed there; "
                    "marked for review");
}

}  // namespace

void tell_summary(const Options& options, const Work& work, const Report& report, int signal,
                  bool has_failed) {
  tell_other_languages(options, report);
  if (!needs_summary(options, work) && signal == 0) return;
  std::string counts = count_of(report.n_done(), "document") + " redacted, " +
                       std::to_string(report.n_review()) + " of them to review; " +
                       std::to_string(report.n_withheld()) + " withheld";
  if (signal != 0) {
    counts = std::string("stopped by ") + (signal == SIGINT ? "SIGINT" : "SIGTERM") + ": " + counts;
  }
  note(options, counts);
  if (const std::string said = where(options, work); !said.empty()) note(options, said);
  if (signal == 0 && !has_failed) return;
  note(options, options.journal.empty()
                    ? "results in place are complete; with --journal FILE a run can be resumed"
                    : "results in place are complete; the same command with --resume continues");
}

void tell_plan(const Options& options, const Work& work, size_t n_left) {
  const size_t n_done = work.inputs.size() - n_left;
  complain("would read " + count_of(n_left, "input") + "; " + std::to_string(n_done) +
           " are done, and " + std::to_string(work.n_inputs - work.inputs.size()) +
           " belong to other shares; nothing was written");
  if (const std::string said = where(options, work); !said.empty()) complain(said);
}

}  // namespace redact
