// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "documents/files/document_reader.h"
#include "documents/files/input_bytes.h"

namespace redact {

// A file whose lines are JSON objects, each with a document in one of its fields, or one document
// with several texts. Lines of white space are skipped but counted in line numbers.
class JsonLinesReader : public DocumentReader {
 public:
  // `takes`: whether to read the line with this id, or with this number if it has no id.
  using Takes = std::function<bool(const std::string&)>;
  JsonLinesReader(InputBytes bytes, RecordFields fields, Takes takes,
                  size_t max_line_bytes = kMaxDocumentBytes)
      : bytes_(std::move(bytes)),
        fields_(std::move(fields)),
        chosen_(std::make_shared<ChosenFields>(fields_.chosen('\0'))),
        takes_(std::move(takes)),
        max_line_bytes_(max_line_bytes) {}

  Result<Step> next() override;
  double share_read() const override { return bytes_.share_read(); }

 private:
  // Puts the next line into line_, without its end; false at the end of the input.
  Result<bool> read_line();

  InputBytes bytes_;
  RecordFields fields_;
  std::shared_ptr<const ChosenFields> chosen_;
  Takes takes_;
  size_t max_line_bytes_;
  size_t looked_at_ = 0;   // unread bytes known to contain no line end
  bool too_long_ = false;  // the line's first bytes have been dropped
  size_t number_ = 0;      // of line_, from 1
  std::string line_;
};

}  // namespace redact
