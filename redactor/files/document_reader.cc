// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/document_reader.h"

#include "redactor/files/csv_row.h"

namespace redact {

std::string Frame::around(std::string_view text) const {
  if (text.empty() && alone) return empty();
  return before + (separator == '\0' ? std::string(text) : to_field(text, separator, quoted)) +
         after;
}

Error too_large(std::string where) {
  return {ErrorKind::kUnsupported, std::move(where), "is larger than 4 GiB - 1 byte"};
}

}  // namespace redact
