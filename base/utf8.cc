// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

namespace redact {

Utf8Unit decode_utf8(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[at + i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const uint32_t n = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() - at < n) return {-1, 1};
  int32_t point = lead & (0xff >> (n + 1));
  for (uint32_t i = 1; i < n; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {-1, 1};
    point = point << 6 | (byte(i) & 0x3f);
  }
  const int32_t least = n == 2 ? 0x80 : n == 3 ? 0x800 : 0x10000;
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  if (point < least || point > 0x10ffff || surrogate) return {-1, 1};
  return {point, n};
}

void append_utf8(int32_t code_point, std::string& out) {
  const auto c = static_cast<uint32_t>(code_point);
  const uint32_t n_behind = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  const uint32_t lead = n_behind == 0 ? 0 : 0xf00 >> (n_behind + 1) & 0xff;
  out += static_cast<char>(lead | c >> (6 * n_behind));
  for (uint32_t i = n_behind; i-- > 0;) out += static_cast<char>(0x80 | (c >> (6 * i) & 0x3f));
}

bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    if (unit.code_point < 0) return false;
    at += unit.n_bytes;
  }
  return true;
}

}  // namespace redact
