// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether a text says how programs of offices write a date or a number, and holds no value:
// "dd.MM.yyyy HH:mm", "TT.MM.JJJJ", "M/d/yyyy h:mm AM/PM", "#,##0.00", "[$-407]d. mmmm yyyy".
bool is_picture(std::string_view text);

}  // namespace redact
