// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/formats/read_document.h"
#include "redactor/configuration.h"
#include "redactor/document_input.h"
#include "redactor/text/reading_view.h"

namespace redact {

// A document's text as its format reads it, and its view as people read it. Constant, and kept at
// one address, since the view, its evidence and its windows refer to it.
struct Text {
  Text(FormattedText its_document, StopCheck& stop);
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  const FormattedText document;        // of the input's bytes
  const ReadingView view;              // of the text of `document`
  const std::vector<size_t> passages;  // of the view: the beginnings of passages
  const std::vector<size_t> walls;     // of the view: the beginnings of cells, fields and passages
  const std::vector<size_t> seams;     // of the view: where markup divides a line
  const std::vector<Span> settled;     // of the view: fields that need no finder
};

// Reads a document, which outlives the result. Errors are those of read_document, and kBadInput for
// a text of 4 GiB or more.
Result<std::unique_ptr<const Text>> read(const DocumentInput& input,
                                         const Configuration& configuration, StopCheck& stop);

}  // namespace redact
