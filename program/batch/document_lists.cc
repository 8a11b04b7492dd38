// SPDX-License-Identifier: Apache-2.0
#include "program/batch/document_lists.h"

#include <utility>

#include "base/one_line.h"
#include "program/batch/document_facts.h"
#include "program/batch/past.h"

namespace redact {

namespace {

std::string line_of(const ListedDocument& document) {
  const size_t number = document.place.number;
  return one_line(document.place.input) + "\t" + (number == 0 ? "" : std::to_string(number)) +
         "\t" + one_line(document.id) + "\t" + one_line(document.reason) + "\n";
}

Result<std::optional<AtomicFile>> open_list(const char* option, const std::string& path) {
  std::optional<AtomicFile> file;
  if (path.empty()) return file;
  REDACT_ASSIGN(AtomicFile created, blame(option, AtomicFile::create(path)));
  file.emplace(std::move(created));
  return file;
}

}  // namespace

Result<void> DocumentLists::open(const std::string& withheld, const std::string& review) {
  REDACT_ASSIGN(auto withheld_file, open_list("--withheld-list", withheld));
  REDACT_ASSIGN(auto review_file, open_list("--review-list", review));
  if (withheld_file) withheld_.emplace(*std::move(withheld_file));
  if (review_file) review_.emplace(*std::move(review_file));
  return {};
}

Result<void> DocumentLists::finished(const Outcome& outcome,
                                     std::optional<std::string_view> /*source*/,
                                     const Redaction* redaction, Kept& kept) const {
  if (list_now()) make_facts(kept, outcome, redaction, policy_, detail_);
  return {};
}

Result<void> DocumentLists::reported(const Outcome& outcome) {
  if (!list_now()) return {};
  REDACT_TRY(need_facts(outcome));
  return outcome.kept == nullptr ? Result<void>() : add(*outcome.kept->facts);
}

Result<void> DocumentLists::add(const JournalEntry& entry) {
  const bool is_withheld = entry.state == DocumentState::kWithheld;
  std::optional<AtomicFile>& file = is_withheld ? withheld_ : review_;
  if (!file || !(is_withheld || entry.needs_review)) return {};
  return file->write(line_of({entry.place, entry.id, is_withheld ? entry.error : entry.reasons}));
}

Result<void> DocumentLists::ended(const std::string& /*how*/) {
  if (journal_ == nullptr) return {};
  REDACT_ASSIGN(Past past, blame("--journal", Past::open(journal_->database())));
  const auto to = [](std::optional<AtomicFile>& file) {
    return [&file](const ListedDocument& document) { return file->write(line_of(document)); };
  };
  if (withheld_) REDACT_TRY(blame("--journal", past.list_withheld(to(withheld_))));
  return review_ ? blame("--journal", past.list_review(to(review_))) : Result<void>();
}

Result<void> DocumentLists::appear() {
  if (withheld_) REDACT_TRY(blame("output", withheld_->commit()));
  return review_ ? blame("output", review_->commit()) : Result<void>();
}

}  // namespace redact
