// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/source_content.h"

#include <utility>

#include "base/utf16.h"
#include "tools/batch/batch_files.h"

namespace redact::batch {

std::string in_utf8(std::string_view bytes, const std::optional<Utf16>& utf16) {
  if (!utf16) return std::string(bytes);
  std::string text;
  take_utf16(bytes, utf16->high_byte_first, text);
  return text.append(bytes);  // those that are malformed
}

std::string encoded(std::string_view text, const std::optional<Utf16>& utf16) {
  return utf16 ? to_utf16(text, utf16->high_byte_first) : std::string(text);
}

Result<SourceContent> read_content(const std::string& path, UnitKind kind) {
  REDACT_ASSIGN(std::string bytes, read_source(path));
  const auto utf16 = kind == UnitKind::kRow ? find_utf16(bytes) : std::nullopt;
  return utf16 ? SourceContent{in_utf8(bytes, utf16), utf16} : SourceContent{std::move(bytes)};
}

}  // namespace redact::batch
