// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "crypto/digest.h"

namespace redact {

// The state of a document in the journal. No field holds a word of the document.
enum class DocumentState { kPending, kDone, kWithheld };

// Names a document: the path of its input relative to the folder that the user named, and the
// number of its line or row there, from 1; 0 if the input is one document.
struct DocumentPlace {
  std::string input;
  size_t number = 0;

  bool operator==(const DocumentPlace&) const = default;
};

struct JournalEntry {
  DocumentPlace place;
  std::string id;  // of the record
  DocumentState state = DocumentState::kDone;
  // Digests under the journal's key: of the text; of the other parts of the input that the result
  // contains; of the bytes that were written for the document.
  std::optional<Digest> source, context, result;
  size_t n_bytes = 0;         // of the redacted text
  bool needs_review = false;  // a person should look at it
  std::string output;         // the file with its result, relative to the output folder
  size_t output_begin = 0, output_end = 0;  // bytes of that file
  // JSON. `reasons`: [[begin, end, score or null, label or null], ...]; `edits`: [[begin, end,
  // bytes written], ...] or [[begin, end], ...]. Both count bytes of the text if they have scores
  // or a third number, otherwise bytes of the output. `labels` and `finders`: {"PATIENT": 2} and
  // {"model": 2}. `scores`: {"7": 2, "left": {"-3": 1}}, the numbers of spans that the model
  // decided, and of near misses, by score, rounded down.
  std::string reasons, edits, labels, finders, scores;
  bool keeps_scores = true;  // false: `scores` are for the sums of a report, not for the journal
  std::string error;         // the reason that it is withheld
  double finished = 0;       // seconds since 1970
  double seconds = 0;        // from submission to end; tenths, like `finished`: times reveal length
};

}  // namespace redact
