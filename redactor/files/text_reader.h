// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "redactor/files/document_reader.h"
#include "redactor/files/input_bytes.h"

namespace redact {

// A file that is one document. Its id is the name it is given.
class TextReader : public DocumentReader {
 public:
  TextReader(InputBytes bytes, std::string id, size_t max_bytes = kMaxDocumentBytes)
      : bytes_(std::move(bytes)), id_(std::move(id)), max_bytes_(max_bytes) {}

  Result<Step> next(bool wait) override;
  double share_read() const override { return bytes_.share_read(); }

 private:
  InputBytes bytes_;
  std::string id_;
  size_t max_bytes_;
  bool done_ = false;
};

}  // namespace redact
