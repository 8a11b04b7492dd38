// SPDX-License-Identifier: Apache-2.0
// The checks of P1 on every document before any of it is written. They share no code with render.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "documents/structured/document_text.h"
#include "redactor/render.h"

namespace redact {

// Compares source and output byte by byte: outside the edits they are equal, and every entity lies
// in edits. Returns the number of source bytes outside the edits. Error: kInternal with the source
// byte at which the two differ.
Result<size_t> verify(std::string_view source, const Rendered& rendered);

// The same for a document in an archive and its output, which is read again: it has the same
// members, and those with edits differ only in the edits. Returns the bytes of these members
// outside the edits.
Result<size_t> verify_archive(const DocumentText& document, const Rendered& rendered,
                              const DocumentText& output);

// Compares the texts of a document's parts with those of its output, which is read again: apart
// from white space, which may become a join, they are equal except for the edits, which are
// disjoint. So the output parses, and no replacement has become markup or swallowed a part of it.
// Error: kInternal.
Result<void> verify_parts(const DocumentText& document, const Rendered& rendered,
                          const DocumentText& output);

}  // namespace redact
