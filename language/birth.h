// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether the text after `before` is announced as a date of birth: one of the last six words is a
// word of birth, in English, Spanish, Italian, French or German ("DOB", "nacida el", "nata a Roma
// il"), and no number follows it. A date that no such word announces is not recognised.
bool announces_birth(std::string_view before);

}  // namespace redact
