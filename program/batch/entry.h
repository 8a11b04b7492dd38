// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "crypto/digest.h"

namespace redact {

// What the journal knows of a document. No field holds a word of it.
enum class DocumentState { kPending, kDone, kWithheld };

// Which document: the path of its input relative to the folder that the user named, and the number
// of the line or row in it, from 1; 0: the input is one document.
struct DocumentPlace {
  std::string input;
  size_t number = 0;
};

inline bool operator==(const DocumentPlace& a, const DocumentPlace& b) {
  return a.input == b.input && a.number == b.number;
}

struct JournalEntry {
  DocumentPlace place;
  std::string id;  // of the record
  DocumentState state = DocumentState::kDone;
  // Digests under the journal's key: of the text; of what else the result holds of the input; of
  // the bytes that were written for the document.
  std::optional<Digest> source, context, result;
  size_t n_bytes = 0;         // of the redacted text
  bool needs_review = false;  // a person should look at it
  std::string output;         // the file with its result, relative to the output folder
  size_t output_begin = 0, output_end = 0;  // bytes of that file
  // JSON. [[begin, end, score or null, label or null], ...] and [[begin, end, bytes written], ...]
  // or [[begin, end], ...]: in bytes of the text with a score or a third number, else in bytes of
  // its output. {"PATIENT": 2} and {"model": 2}. {"7": 2, "left": {"-3": 1}}: how many of the spans
  // that the model decided, and of the places that it nearly hid, have which score, rounded down.
  std::string reasons, edits, labels, finders, scores;
  bool keeps_scores = true;  // false: `scores` are for the sums of a report, not for the journal
  std::string error;         // why it is withheld
  double finished = 0;       // seconds since 1970
  double seconds = 0;  // from its submission to its end; both in tenths, since a time tells length
};

}  // namespace redact
