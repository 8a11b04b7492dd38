// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "c_api/handles.h"

namespace redact::c_api {

// kMisuse or kUnsupported if a document breaks the rules of redact.h, whatever its text. `size` is
// that of the caller's struct.
Result<redact_document> check_document(const redact_redactor& redactor, const void* document,
                                       size_t size);

// Makes the input of a checked document, and its submission. If `copies`, the text is copied;
// otherwise it is the caller's and outlives the submission. Errors are about the document itself.
Result<Asked> ask(const redact_document& document, bool copies);

}  // namespace redact::c_api
