// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/files/plain_text.h"
#include "tools/batch/source_units.h"

namespace redact::batch {

// The bytes of an input; a table in UTF-16 is given in UTF-8.
struct SourceContent {
  std::string bytes;
  std::optional<Utf16> utf16 = {};
};
// Errors: those of read_source().
Result<SourceContent> read_content(const std::string& path, UnitKind kind);

// Bytes of an input, or of its result, in UTF-8. `utf16`: of the input.
std::string in_utf8(std::string_view bytes, const std::optional<Utf16>& utf16);
// The inverse.
std::string encoded(std::string_view text, const std::optional<Utf16>& utf16);

}  // namespace redact::batch
