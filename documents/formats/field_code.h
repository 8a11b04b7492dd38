// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "documents/formats/part_list.h"

namespace redact {

// Adds the code of a field of a Word document (HYPERLINK "...", REF name): its name and switches
// stay, and so do the names of formats. The name of a bookmark is an anchor, and other arguments
// are read. A code may be divided into several texts, also within a word.
// `before`: the previous text of this code.
struct FieldCode {
  bool is_read = false;    // it has such arguments
  bool is_open = false;    // its last word may go on in the next text
  bool is_quoted = false;  // it ends between quotes
};
Result<FieldCode> add_field_code(PartList& parts, const TextSegment& segment,
                                 const FieldCode& before = {});

}  // namespace redact
