// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/formats/readers.h"
#include "documents/structured/document_text.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// The strings that the cells of a workbook share (xl/sharedStrings.xml).
struct SharedStrings {
  struct String {
    std::string_view text;
    size_t shared;  // in DocumentText
  };
  std::vector<String> strings;
};

// Reads the strings of a member, which is `file` of `read` and has `parts`, and adds their pieces.
// Phonetic readings, which say the text again, are removed.
Result<SharedStrings> read_shared_strings(FormattedText& read, size_t file, PartList& parts,
                                          const XmlTexts& texts);

}  // namespace redact
