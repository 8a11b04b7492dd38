// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace redact {

// Whether more than 20,000 people live in the area of all ZIP codes that begin with these three
// digits, by the 2020 census of the United States. Only then may the three digits stay in a text
// (45 CFR 164.514(b)(2)(i)(B)). False for digits that begin no ZIP code of the census, such as
// those of the armed forces, where nobody is counted.
bool is_populous_zip_area(std::string_view three_digits);

// A ZIP code with its last digits hidden, as "902**", or as "000**" in an area of fewer people.
// Nine digits may be written in any form ("90210-1234", "902101234"). Empty if the text is not a
// ZIP code.
std::string generalised_zip(std::string_view code);

}  // namespace redact
