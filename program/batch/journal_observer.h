// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "program/batch/journal.h"
#include "program/observer.h"
#include "redactor/policy/policy.h"
#include "redactor/records/detail.h"

namespace redact {

// Writes the results of the documents of a run into its journal.
class JournalObserver : public Observer {
 public:
  // The journal, whose run has begun, and the policy outlive the object.
  JournalObserver(Journal& journal, const Policy& policy, Detail detail)
      : journal_(journal), policy_(policy), detail_(detail) {}

  bool remembers() const override { return true; }
  Result<void> finished(const Outcome& outcome, std::optional<std::string_view> source,
                        const Redaction* redaction, Kept& kept) const override;
  Result<void> reported(const Outcome& outcome) override;
  Result<void> opens(const GrowingOutput& output) override;
  Result<void> placed(const std::vector<Outcome>& outcomes,
                      const std::vector<GrowingOutput>& grown) override;
  Result<void> in_place(const std::vector<std::string>& names) override;
  Result<void> discarded() override;
  Result<void> ended(const std::string& how) override;

 private:
  Result<std::optional<JournalStep>> row_of(const Outcome& outcome) const;
  Result<JournalEntry> entry_of(const Outcome& outcome) const;
  Result<InputEnd> end_of(const Outcome& outcome) const;

  Journal& journal_;
  const Policy& policy_;
  Detail detail_;
};

}  // namespace redact
