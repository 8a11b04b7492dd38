// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace redact {

// The types of HL7 v2's fields (hl7_types.txt). Views are static.

// The type of a field of a segment, or of a component of a type, counted from 1, in a version such
// as "2.5.1". The types of all versions if HL7 has no such version; empty for an unknown field. A
// field that was withdrawn keeps its last type.
std::vector<std::string_view> hl7_types(std::string_view segment_or_type, uint32_t number,
                                        std::string_view version);

// Whether a type consists of components.
bool is_hl7_composite(std::string_view type);

}  // namespace redact
