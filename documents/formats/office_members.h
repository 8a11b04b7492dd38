// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/formats/part_list.h"
#include "documents/structured/document_text.h"

namespace redact {

// The names of the members of a file of Office or OpenDocument. One that no program gives, such as
// that of an inserted image, may name somebody: the member is renamed in its folder, with what
// refers to it.
class OfficeMembers {
 public:
  // Renames the members of `text`. References to `dropped` members are removed.
  static OfficeMembers rename(DocumentText& text, const std::set<size_t>& dropped = {});

  // Adds the references of a member to others that are renamed or dropped: a relationship's target,
  // the name of a type. `member`: its name; `parts` are its parts.
  Result<void> add_references(PartList& parts, std::string_view member,
                              const XmlTexts& texts) const;

 private:
  // By the characters of names in lower case.
  std::map<std::string, std::string, std::less<>> renamed_;
  std::set<std::string> dropped_;
};

}  // namespace redact
