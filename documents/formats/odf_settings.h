// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "documents/formats/field_table.h"
#include "documents/structured/places.h"

namespace redact {

// The field of an attribute of OpenDocument that no table names, by the namespaces of the standard
// and odf_settings.txt. What describes the look of a document stays; names of styles, places and
// tables are read, and renamed with what refers to them if they are hidden; all else is text.
Field odf_attribute(const Places::Place& element, const Places::Place& attribute,
                    std::string_view value);

// Whether a setting of a program is a number or a switch, as its attribute type says.
bool is_odf_config(std::string_view type, std::string_view value);

}  // namespace redact
