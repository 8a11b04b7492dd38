// SPDX-License-Identifier: Apache-2.0
#include "program/batch/run_pages.h"

#include <utility>

namespace redact {

void make_page(Kept& kept, const Outcome& outcome, const Redaction& redaction,
               const Policy& policy) {
  if (kept.page || !redaction.reading) return;
  kept.page = page_document(outcome.event.document.record.id, redaction, policy);
}

PageDocument page_of(const Outcome& outcome) {
  const Event& event = outcome.event;
  if (outcome.text.ok()) {
    return outcome.kept != nullptr ? outcome.kept->page.value_or(PageDocument()) : PageDocument();
  }
  const std::string& id = event.document.record.id;
  const std::string name = id.empty() ? event.input->name + " " + event.document.where : id;
  return withheld_document(name, outcome.text.error().message());
}

Result<RunReview> RunReview::open(const std::string& path, const Policy& policy,
                                  std::string model) {
  REDACT_ASSIGN(ReviewPage page, blame("--review", ReviewPage::create(path)));
  return RunReview(std::move(page), policy, std::move(model));
}

Result<void> RunReview::finished(const Outcome& outcome, std::optional<std::string_view> /*source*/,
                                 const Redaction* redaction, Kept& kept) const {
  if (redaction != nullptr) make_page(kept, outcome, *redaction, policy_);
  return {};
}

Result<void> RunReview::reported(const Outcome& outcome) {
  const bool is_end = outcome.event.kind == Event::Kind::kInputEnd;
  if (outcome.undoes_input) REDACT_TRY(blame("--review", page_.rewind(at_input_)));
  if (!is_end || !outcome.text.ok()) REDACT_TRY(blame("--review", page_.add(page_of(outcome))));
  if (is_end) at_input_ = page_.place();
  return {};
}

Result<void> RunReview::appear() { return blame("--review", page_.finish(model_, policy_)); }

}  // namespace redact
