// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "program/batch/journal.h"
#include "program/batch/past.h"
#include "program/batch/redaction_counts.h"
#include "program/observer.h"

namespace redact {

// The work of a run, as counts only: no document text and no file names. At the end of a run the
// counts are those of the whole batch, from its journal.
class Report : public Observer {
 public:
  Report() = default;  // for --restore
  // The policy and the journal (nullptr: none) outlive the object. `n_left_out` is the number of
  // inputs that another run processes or has processed.
  Report(const Policy& policy, Detail detail, Journal* journal, size_t n_left_out)
      : policy_(&policy), detail_(detail), journal_(journal), n_left_out_(n_left_out) {}

  Result<void> finished(const Outcome& outcome, std::optional<std::string_view> source,
                        const Redaction* redaction, Kept& kept) const override;
  Result<void> reported(const Outcome& outcome) override;
  Result<void> written() override;
  Result<void> ended(const std::string& how) override;

  size_t n_withheld() const { return now_.n_withheld; }
  size_t n_done() const { return now_.redacted.n_done; }
  size_t n_review() const { return now_.redacted.n_review; }
  // Documents of this run in a language that the model does not know.
  size_t n_other_language() const { return now_.redacted.n_other_language; }

  // One JSON object, indented: the program and model; the numbers of documents redacted, to be
  // reviewed and withheld; inputs skipped by --shard and --resume; entities by label and by source,
  // where an entity of several sources counts once for each; bytes of results; seconds; settings,
  // as setup_of() gives them; and the runs.
  std::string to_json(std::string_view setup, const std::vector<PastRun>& runs) const;

 private:
  struct Counts {
    RedactionCounts redacted;
    size_t n_withheld = 0;
  };

  void set(const BatchTotals& totals);

  const Policy* policy_ = nullptr;
  Detail detail_ = {};
  Journal* journal_ = nullptr;
  size_t n_left_out_ = 0;
  // At the beginning of the current input, and when all results were last in place.
  Counts now_, at_input_, written_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace redact
