// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/whole_format.h"

#include "documents/formats/beginnings.h"
#include "documents/structured/hl7_scan.h"
#include "documents/structured/json_scan.h"
#include "documents/structured/xml_scan.h"

namespace redact {

std::optional<Format> format_of_whole(std::string_view text, StopCheck& stop) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos || std::string_view("MFB{[<").find(text[begin]) == text.npos) return {};
  const std::string_view file = text.substr(begin);
  if (begins_hl7(file) && scan_hl7(text, stop).ok()) return Format::kHl7;
  if (begins_rtf(file)) return Format::kRtf;
  if (begins_json(file) && scan_json(text, {}, stop).ok()) return Format::kJson;
  const XmlBeginning xml = xml_beginning(file);
  const bool may_be_xml = xml.has_declaration || xml.root.find(" xmlns") != xml.root.npos;
  const bool is_xml = may_be_xml && find_format(text, {}) == Format::kXml;
  return is_xml && scan_xml(file, stop).ok() ? std::optional(Format::kXml) : std::nullopt;
}

}  // namespace redact
