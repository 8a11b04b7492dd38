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

// The same for a document in an archive and its output, read again: it has the same members, and
// those with edits differ in these alone. Returns the bytes outside the edits, of these members.
Result<size_t> verify_archive(const DocumentText& document, const Rendered& rendered,
                              const DocumentText& output);

// Compares what a document's parts say with what those of its output say, read again: apart from
// white space, which may become a join, they say the same but for the edits. So the output parses,
// and no replacement has become markup or taken a part of it. Error: kInternal.
Result<void> verify_parts(const DocumentText& document, const Rendered& rendered,
                          const DocumentText& output);

}  // namespace redact
