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

double seconds_since_1970();
// Seconds, as the journal keeps them: the time that a document takes tells how long it is.
double in_tenths(std::chrono::duration<double> time);

// Which document an event is about.
DocumentPlace place_of(const Event& event);

// The digests that tell whether a document has changed: of its text, and of what else of the input
// its result holds or follows from (absent if the input is one document).
struct SourceDigests {
  Digest source;
  std::optional<Digest> context;
};
Result<SourceDigests> digests_of(const Document& document, std::string_view text,
                                 const Secret& key);

// Puts into `kept` what journal, lists and the page of a report are told of a document, without
// digests, unless it is there. `redaction`: nullptr: it is withheld. Without evidence the scores
// are not for the journal.
void make_facts(Kept& kept, const Outcome& outcome, const Redaction* redaction,
                const Policy& policy, Detail detail);

}  // namespace redact
