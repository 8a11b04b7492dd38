// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "language/words.h"

namespace redact {

// The dates in a text that nobody reads as prose, such as a code, a file name or an id; ascending
// and disjoint. A date has a month and a year from 1900 to 2099 in four digits, and may be a part
// of something longer: "IMG_20241104_083000", "MSG20241104001", "v2024-11", "Rev. 4 Nov 2024". A
// time of day after it is not included. Few other numbers are taken for dates: one in 1,200 numbers
// of eight digits.
std::vector<Word> find_dates(std::string_view text);

}  // namespace redact
