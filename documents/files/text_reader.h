// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "documents/files/document_reader.h"
#include "documents/files/input_bytes.h"

namespace redact {

// Reads a file as one document, with the given id.
class TextReader : public DocumentReader {
 public:
  TextReader(InputBytes bytes, std::string id, size_t max_bytes = kMaxDocumentBytes)
      : bytes_(std::move(bytes)), id_(std::move(id)), max_bytes_(max_bytes) {}

  Result<Step> next() override;
  double share_read() const override { return bytes_.share_read(); }

 private:
  InputBytes bytes_;
  std::string id_;
  size_t max_bytes_;
  bool done_ = false;
};

}  // namespace redact
