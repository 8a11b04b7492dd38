// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/formats/readers.h"
#include "documents/structured/document_text.h"

namespace redact {

// The names of a DOCX file's members. One that no program gives, such as that of an inserted image,
// may name somebody: the member is renamed in its folder, with what refers to it.
class DocxMembers {
 public:
  // Renames the members of `text`.
  static DocxMembers rename(DocumentText& text);

  // Adds the references of a member to others: a relationship's target, the name of a type.
  // `member`: its name; `parts` are its parts.
  Result<void> add_references(PartList& parts, std::string_view member,
                              const XmlTexts& texts) const;

 private:
  std::map<std::string, std::string, std::less<>> renamed_;  // by the name in lower case
};

}  // namespace redact
