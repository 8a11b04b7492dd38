// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "program/batch/entry.h"
#include "program/batch/redaction_counts.h"
#include "program/outcome.h"
#include "program/pages/page_data.h"

namespace redact {

// Data that observers keep of a document, from its end until its turn has come and it is on the
// disk. The first observer that needs a member makes it.
struct Kept {
  std::optional<JournalEntry> facts = {};  // for journal, lists and the page of a report
  std::optional<PageDocument> page = {};   // its text, for a page
  RedactionCounts counts = {};
};

// For observers that list each document: without its facts they could mistake it for another, so an
// outcome that failed before its facts were made ends the run.
inline Result<void> need_facts(const Outcome& outcome) {
  if (outcome.text.ok() || outcome.kept != nullptr) return {};
  return outcome.text.error();
}

}  // namespace redact
