// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/office_types.h"

#include <algorithm>

#include "base/ascii.h"
#include "documents/structured/segment_text.h"

namespace redact {

Result<NearbyValues> attributes_of(std::string_view xml, const XmlTexts& texts) {
  NearbyValues values;
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind != SegmentKind::kAttribute) continue;
    REDACT_ASSIGN(const SegmentText value, SegmentText::read(xml, segment));
    const Places::Place& place = texts.places[segment.place];
    values.add(place.parent, "@" + place.name, value.text());
  }
  return values;
}

Result<OfficeTypes> OfficeTypes::read(std::string_view xml) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(xml));
  REDACT_ASSIGN(const NearbyValues values, attributes_of(xml, texts));
  OfficeTypes types;
  types.is_given_ = true;
  for (uint32_t place = 1; place < texts.places.size(); ++place) {
    const std::string type = to_lower(values.find(place, "@ContentType"));
    types.has_letter_ |=
        type.find("wordprocessingml.") != type.npos || type.find("ms-word.") != type.npos;
    const std::string member = to_lower(values.find(place, "@PartName"));
    const std::string ending = to_lower(values.find(place, "@Extension"));
    if (member.starts_with('/')) types.of_members_.emplace(member.substr(1), type);
    if (!ending.empty()) types.of_endings_.emplace(ending, type);
  }
  return types;
}

std::string_view OfficeTypes::of(std::string_view member) const {
  const std::string name = to_lower(member);
  if (const auto own = of_members_.find(name); own != of_members_.end()) return own->second;
  const auto shared = of_endings_.find(name.substr(std::min(name.rfind('.') + 1, name.size())));
  return shared != of_endings_.end() ? std::string_view(shared->second) : std::string_view();
}

bool OfficeTypes::is_xml(std::string_view member) const {
  const std::string name = to_lower(member);
  if (name.ends_with(".xml") || name.ends_with(".rels")) return true;
  const std::string_view type = of(name);
  return type.ends_with("+xml") || type.ends_with("/xml");
}

}  // namespace redact
