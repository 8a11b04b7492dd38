// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "program/batch/kept.h"
#include "program/observer.h"
#include "program/pages/review_page.h"

namespace redact {

// Puts into `kept` the document in the form for a page, unless it is there or Redaction::reading is
// missing.
void make_page(Kept& kept, const Outcome& outcome, const Redaction& redaction,
               const Policy& policy);
// The same of an outcome whose turn has come; empty if no observer made it. Withheld documents are
// shown without their text.
PageDocument page_of(const Outcome& outcome);

// Shows all documents of a run on the page of --review.
class RunReview : public Observer {
 public:
  // The policy outlives the object.
  static Result<RunReview> open(const std::string& path, const Policy& policy, std::string model);

  bool needs_reading() const override { return true; }
  Result<void> finished(const Outcome& outcome, std::optional<std::string_view> source,
                        const Redaction* redaction, Kept& kept) const override;
  Result<void> reported(const Outcome& outcome) override;
  Result<void> appear() override;

 private:
  RunReview(ReviewPage page, const Policy& policy, std::string model)
      : page_(std::move(page)),
        policy_(policy),
        model_(std::move(model)),
        at_input_(page_.place()) {}

  ReviewPage page_;
  const Policy& policy_;
  std::string model_;
  ReviewPage::Place at_input_;  // at the beginning of the current input
};

}  // namespace redact
