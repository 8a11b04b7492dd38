// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/user_file.h"
#include "crypto/digest.h"
#include "redactor/span/span.h"

namespace redact {

// A person's decision about one text: everything that is hidden in it, and nothing else.
struct Correction {
  Digest text;              // SHA-256 of the text that the person saw
  std::vector<Span> spans;  // in bytes of that text; sorted and disjoint
};

// Corrected documents, read from JSON lines in redact-eval's gold format, which the review page
// writes:
//   {"id": "note-17", "text": "Ana is 40", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}
// Offsets count code points. Several lines may have one id if their texts differ, as documents of
// several inputs may. Immutable.
class Corrections {
 public:
  // Errors name the line, never the content: a line that is not of this form, an unknown label, a
  // span that is empty, outside its text or overlaps another, and two lines with one id and text
  // that hide different spans.
  static Result<Corrections> read(const UserFile& file);

  // The corrections of a document; nullptr if it was not corrected. The result lives as long as
  // this object.
  const std::vector<Correction>* find(const std::string& id) const;
  size_t n_documents() const { return by_id_.size(); }  // with different ids

 private:
  Result<void> add(const std::string& line, size_t number);

  std::unordered_map<std::string, std::vector<Correction>> by_id_;
};

// The spans of the correction of this text. kBadInput if all corrections are of other texts: the
// document has changed since, so nobody has decided what to hide in it.
Result<std::vector<Span>> corrected_spans(const std::vector<Correction>& corrections,
                                          std::string_view text);

}  // namespace redact
