// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace redact::eval {

// Code points [begin, end) of a document and their label.
struct Annotation {
  size_t begin;
  size_t end;
  std::string label;

  bool operator==(const Annotation&) const = default;
};

struct Document {
  std::string id;
  std::string lang;                 // empty if the corpus does not give it
  std::u32string text;              // an invalid byte is U+FFFD
  std::vector<Annotation> gold;     // sorted by begin, then end
  std::vector<Annotation> found;    // sorted
  std::vector<Annotation> neutral;  // not scored, whether hidden or not
  std::u32string output;            // redacted text; empty if only spans are known
  std::vector<Annotation> placed;   // replacements in the output, without labels
  bool review = false;              // a person should look at the output
  bool failed = false;              // withheld: it has neither found spans nor an output
  bool says_spans = true;           // false if a record holds only a text
};

std::u32string to_code_points(const std::string& utf8);
std::string to_utf8(std::u32string_view text);

// Gold documents: a file of lines {"id", "lang", "text", "spans": [{"start", "end", "label"}]},
// which may have "markup" (markup.h) in place of text and spans; a .bio or .conll file (bio.h); a
// folder (folders.h); a .json file of MultiGraSCCo (multigrascco.h), the only one that leaves
// documents out, whose number goes to `left_out`. Errors name the line or the document's number,
// and the field.
Result<std::vector<Document>> read_gold(const std::string& path, size_t* left_out = nullptr);

// The same from a .jsonl file whose lines may lack "spans".
Result<std::vector<Document>> read_texts(const std::string& path);

// Sorts the annotations and drops duplicates of gold spans. Error: a span that is empty or lies
// outside the text.
Result<void> settle(Document& document, const std::string& where);

// Adds the spans and outputs of records to the gold documents with the same ids. The records are
// those of `redact --format jsonl --include-evidence`, or of any tool that writes "id" and
// "entities" with "entity_type", "start" and "end", or with "markup" in place of the entities; or a
// .bio or .conll file of the same documents. One with "status": "failed" needs no entities. A gold
// document without a record is an error, because it must not count as clean. With kTexts, records
// need a "text" and may lack "entities": the output of a system that reports no spans.
enum class RecordKind { kSpans, kTexts };
Result<void> add_records(const std::string& path, std::vector<Document>& documents,
                         RecordKind kind = RecordKind::kSpans);

}  // namespace redact::eval
