// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"
#include "program/batch/kept.h"
#include "redactor/records/detail.h"
#include "redactor/redaction.h"

namespace redact {

// Seconds, rounded as in the journal: the exact time of a document would reveal its length.
double in_tenths(std::chrono::duration<double> time);

// The document of an event.
DocumentPlace place_of(const Event& event);

// Digests that show whether a document has changed: of its text, and of the other parts of the
// input that its result contains or depends on (absent if the input is one document).
struct SourceDigests {
  Digest source;
  std::optional<Digest> context;
};
Result<SourceDigests> digests_of(const Document& document, std::string_view text,
                                 const Secret& key);

// Puts into `kept` the facts about a document for journal, lists and the page of a report, without
// digests, unless they are there already. `redaction` is nullptr if the document is withheld.
// Without evidence the scores are not for the journal.
void make_facts(Kept& kept, const Outcome& outcome, const Redaction* redaction,
                const Policy& policy, Detail detail);

}  // namespace redact
