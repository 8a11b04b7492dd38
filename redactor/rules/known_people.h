// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "redactor/rules/term_list.h"

namespace redact {

// Known facts about the people in each document or about a patient, read from a file of JSON lines
// such as
//   {"id": "note-17", "PATIENT": "Margaret Ellison", "DATE": "1948-03-14", "PHONE": ["0117 496
//   0382"]}
// with the id of a document, or of a patient in a field "patient". Other fields are labels. A value
// is a string, a list of strings or null; null and strings without a letter or digit are ignored. A
// DATE must be one that DateParts can read, so that a mistyped one does not stay in the text.
// Several lines may have one id. Immutable.
class KnownPeople {
 public:
  // `order` is the policy's, by which dates such as 03/04/1948 are read. Errors name the line,
  // never the content.
  static Result<KnownPeople> read(const UserFile& file, DateOrder order);

  // The same for one document: an object without an id, whose values are added to `terms`.
  static Result<void> add(std::string_view json, DateOrder order, TermList& terms);

  // The terms of a patient, to add to while the object is built.
  TermList& patient(const std::string& id, DateOrder order) {
    return of_patients_.try_emplace(id, order).first->second;
  }

  bool is_empty() const { return of_documents_.empty() && of_patients_.empty(); }
  // The known facts about a document: by its id and by its patient's, which may be empty. The
  // results live as long as this object.
  std::vector<const TermList*> find(const std::string& id, const std::string& patient) const;

 private:
  using Terms = std::unordered_map<std::string, TermList>;
  Terms of_documents_, of_patients_;
};

}  // namespace redact
