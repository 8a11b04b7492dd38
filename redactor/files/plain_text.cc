// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/plain_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace redact {

const char* binary_kind(std::string_view bytes) {
  constexpr std::array<std::pair<std::string_view, const char*>, 7> kKinds = {{
      {"\x1F\x8B", "gzip"},
      {"\x89PNG", "an image"},
      {"\xFF\xD8\xFF", "an image"},
      {"PK\x03\x04", "an archive or an Office document"},
      {"\xD0\xCF\x11\xE0", "an Office document"},
      {"%PDF-", "PDF"},
      {"{\\rtf", "RTF"},
  }};
  for (const auto& [begin, what] : kKinds) {
    if (bytes.starts_with(begin)) return what;
  }
  return nullptr;
}

std::optional<Utf16> find_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xFE\xFF")) return Utf16{2, true};
  if (bytes.starts_with("\xFF\xFE")) return Utf16{2, false};
  // Without a mark: of the first bytes nearly every second one is zero, and hardly one of the
  // others. Arabic has such bytes in its spaces and digits alone, and needs its mark.
  constexpr size_t kLooked = 256;
  const std::string_view head = bytes.substr(0, kLooked);
  if (head.size() < 16 || bytes.size() % 2 != 0) return std::nullopt;
  std::array<size_t, 2> n_zero{};
  for (size_t i = 0; i < head.size(); ++i) n_zero[i % 2] += head[i] == '\0';
  const size_t n_pairs = head.size() / 2;
  for (const bool high_first : {false, true}) {
    const size_t high = n_zero[high_first ? 0 : 1], low = n_zero[high_first ? 1 : 0];
    if (high * 4 >= n_pairs * 3 && low * 16 <= n_pairs) return Utf16{0, high_first};
  }
  return std::nullopt;
}

Error not_plain_text(const char* kind) {
  return {ErrorKind::kBadInput, "text", std::string("is ") + kind + ", not plain text"};
}

}  // namespace redact
