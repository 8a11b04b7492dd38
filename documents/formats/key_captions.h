// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "documents/formats/field_table.h"
#include "documents/formats/part_list.h"
#include "documents/structured/segment.h"

namespace redact {

// The field that a key of JSON, or the name of an element or attribute of XML, names as a caption
// of a sheet would, alone or behind `around`, the name around it: {"patient":{"id":5}}. nullptr for
// others.
const Field* field_of_key(std::string_view key, std::string_view around);

// Whether a number is a time since 1970, in seconds, milliseconds or microseconds from 2001 on, by
// its size and by the last word of its key: {"created_at":1709632800}.
bool is_unix_time(std::string_view key, std::string_view number);

// Adds a string or a text: as `named`, if its name names a field and it is a value of that, not a
// text about it; else as `text`. `number`: of the text in its file that its place is in.
Result<void> add_named_value(PartList& parts, const TextSegment& segment, const Field* named,
                             const Field& text, size_t number);

}  // namespace redact
