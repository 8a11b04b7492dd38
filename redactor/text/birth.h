// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether what stands behind `before` is said to be when somebody was born: one of the last six
// words is one of birth, in English, Spanish, Italian, French or German ("DOB", "nacida el", "nata
// a Roma il"), and no number stands between. A date that no such word announces is not recognised.
bool announces_birth(std::string_view before);

}  // namespace redact
