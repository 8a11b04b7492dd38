// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_io.h"
#include "base/result.h"
#include "program/pages/page_data.h"
#include "program/pages/page_head.h"

namespace redact {

// A run as one page of HTML on which a person reviews and corrects it. The file is self-contained:
// its policy forbids it to load, run or send anything else. It holds the text of the documents, so
// it has mode 0600 (AtomicFile), and it appears only when the run is over. Documents are written at
// once.
class ReviewPage {
 public:
  static Result<ReviewPage> create(const std::string& path);
  // The review as a part of a report: hidden until a link leads to "#desk".
  static Result<ReviewPage> create_in_report(const std::string& path);

  Result<void> add(const PageDocument& document);
  // A position to which rewind() returns, dropping the documents added since.
  struct Place {
    size_t n_documents, n_bytes;
  };
  Place place() const { return {entries_.size(), file_.size()}; }
  Result<void> rewind(const Place& place);
  // Adds the run itself, after the last document, and puts the file in place. `report` is the HTML
  // of the report around it.
  Result<void> finish(std::string_view model, const Policy& policy, std::string_view report = {});

 private:
  ReviewPage(AtomicFile file, PageParts parts) : file_(std::move(file)), parts_(std::move(parts)) {}
  static Result<ReviewPage> create(const std::string& path, PageParts parts,
                                   std::string_view before);

  AtomicFile file_;
  PageParts parts_;
  std::vector<std::string> entries_;  // of the documents
};

}  // namespace redact
