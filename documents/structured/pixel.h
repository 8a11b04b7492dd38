// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// One transparent pixel, as a PNG: what a removed picture becomes.
inline constexpr std::string_view kPixel(
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0\x1f\x15\xc4\x89\0\0\0\x0bIDATx\xda"
    "c`\0\2\0\0\5\0\1\xe9\xfa\xdc\xd8\0\0\0\0IEND\xae"
    "B`\x82",
    68);

}  // namespace redact
