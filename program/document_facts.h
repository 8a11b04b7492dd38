// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"
#include "program/batch/entry.h"
#include "program/input_documents.h"
#include "redactor/records/detail.h"
#include "redactor/redaction.h"

namespace redact {

// Seconds, as the journal keeps them: the time that a document takes tells how long it is.
double in_tenths(std::chrono::duration<double> time);

// Which document an event is about.
DocumentPlace place_of(const InputEvent& event);

// The digests that tell whether a document has changed: of its text, and of what else of the input
// its result holds or follows from (absent if the input is one document).
struct SourceDigests {
  Digest source;
  std::optional<Digest> context;
};
Result<SourceDigests> digests_of(const Document& document, std::string_view text,
                                 const Secret& key);

// What the journal, the lists of documents and the report are told of a redaction, without digests.
// Without evidence its scores are not for the journal.
JournalEntry entry_of(const InputEvent& event, const Redaction& redaction, const Policy& policy,
                      Detail detail);
// The same of a document that is withheld.
JournalEntry entry_of(const InputEvent& event, const Error& error);

}  // namespace redact
