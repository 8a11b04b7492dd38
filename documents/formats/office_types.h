// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "documents/formats/field_path.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// The values of the attributes of a member, by the place of their element and "@name". Errors:
// SegmentText::read.
Result<NearbyValues> attributes_of(std::string_view xml, const XmlTexts& texts);

// The types that an Office file gives its members ([Content_Types].xml), by name or by ending. A
// file of OpenDocument gives none.
class OfficeTypes {
 public:
  // `xml`: the member. kBadInput if it is not XML.
  static Result<OfficeTypes> read(std::string_view xml);

  // The type of a member in small letters; empty if the file gives none.
  std::string_view of(std::string_view member) const;
  // Whether the file has such a list.
  bool is_given() const { return is_given_; }
  // Whether a member is XML.
  bool is_xml(std::string_view member) const;
  // Whether one of them is the text of a Word document or template.
  bool has_letter() const { return has_letter_; }

 private:
  std::unordered_map<std::string, std::string> of_members_, of_endings_;  // in lower case
  bool has_letter_ = false, is_given_ = false;
};

}  // namespace redact
