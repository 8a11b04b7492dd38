// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include "base/result.h"
#include "redactor/rules/term_list.h"

namespace redact {

// What is known about the people in each document, read from a file of JSON lines such as
//   {"id": "note-17", "PATIENT": "Margaret Ellison", "DATE": "1948-03-14", "PHONE": ["0117 496
//   0382"]}
// Fields are labels; other fields but "id" are errors. A value is a string, a list of strings or
// null; null and strings without a letter or digit are ignored. A DATE must be one that DateParts
// can read, so that a mistyped one does not stay in the text. Several lines may have one id.
// Immutable.
class KnownPeople {
 public:
  // `order`: the policy's, by which dates such as 03/04/1948 are read. Errors name the line, never
  // the content.
  static Result<KnownPeople> read(const std::string& path, DateOrder order);

  // nullptr for a document about which nothing is known. The result lives as long as this object.
  const TermList* of(const std::string& id) const;

 private:
  std::unordered_map<std::string, TermList> people_;
};

}  // namespace redact
