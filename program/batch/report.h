// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "documents/label.h"
#include "program/batch/past.h"
#include "redactor/records/detail.h"
#include "redactor/redaction.h"
#include "redactor/resolve.h"

namespace redact {

// What a run did, as counts only: no document text and no file names.
class Report {
 public:
  void add(const Redaction& redaction, const Policy& policy, Detail detail);
  void add_restored() { ++n_done_; }
  void withhold() { ++n_withheld_; }
  // Counts inputs that another run processes or has processed.
  void leave_out(size_t n) { n_left_out_ = n; }
  // Takes the counts of a whole batch from its journal.
  void set(const BatchTotals& totals);

  size_t n_withheld() const { return n_withheld_; }
  size_t n_done() const { return n_done_; }
  size_t n_review() const { return n_review_; }
  // Of this run: documents in a language that the model does not know.
  size_t n_other_language() const { return n_other_language_; }

  // One JSON object, indented: what ran; how many documents were redacted, how many of these a
  // person should review, and how many were withheld; inputs skipped by --shard and --resume;
  // entities by label and by source, an entity of several sources once for each; bytes of results;
  // seconds; settings, as setup_of() gives them; and the runs.
  std::string to_json(std::string_view setup, const std::vector<PastRun>& runs) const;

 private:
  size_t found_by(SpanSource source) const { return by_source_[static_cast<size_t>(source)]; }

  size_t n_done_ = 0, n_review_ = 0, n_withheld_ = 0, n_left_out_ = 0, n_bytes_ = 0;
  size_t n_other_language_ = 0;
  std::array<size_t, kLabelNames.size()> by_label_ = {};
  std::array<size_t, kPrecedence.size()> by_source_ = {};  // in the order of SpanSource
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace redact
