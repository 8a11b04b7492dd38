// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace redact {

// The character of a byte in Windows-1252, which differs from Latin-1 in the bytes 0x80 to 0x9f; -1
// for the five undefined bytes.
constexpr int32_t from_windows_1252(uint8_t byte) {
  constexpr std::array<int32_t, 32> kOwn = {
      0x20ac, -1,     0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
      0x2039, 0x0152, -1,     0x017d, -1,     -1,     0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
      0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, -1,     0x017e, 0x0178};
  return byte >= 0x80 && byte < 0xa0 ? kOwn[byte - 0x80] : byte;
}

}  // namespace redact
