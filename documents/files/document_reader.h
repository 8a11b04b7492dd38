// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/result.h"
#include "documents/files/chosen_fields.h"
#include "documents/files/input_record.h"
#include "documents/files/plain_text.h"

namespace redact {

// The largest document: offsets in a document have 32 bits (redactor/text/reading_view.h).
constexpr size_t kMaxDocumentBytes = 0xFFFF'FFFF;
// The error for a larger document, which is withheld; `where` is its position in its file.
inline Error too_large(std::string where) {
  return {ErrorKind::kUnsupported, std::move(where), "is larger than 4 GiB - 1 byte"};
}

// A document as read from its file.
struct Document {
  InputRecord record;
  std::string where;  // position in the file, for messages: "line 3 "; empty: the whole file
  size_t number = 0;  // of the line or row, from 1; 0: the whole file
  // The fields of the text to redact; nullptr if the text is redacted as a whole. Shared by all
  // documents of an input.
  std::shared_ptr<const ChosenFields> chosen = {};
  std::string before = {}, after = {};  // bytes of the file that are copied around its result
  std::string withheld = {};            // bytes to write instead if it is withheld
};

// The documents of one input, in order. Holds one document at a time, for an input of any size. Not
// safe for concurrent calls.
class DocumentReader {
 public:
  // A line that is not a document. The lines after it can still be read.
  struct BadLine {
    size_t number;
    Error error;
  };
  struct End {
    std::string rest = {};  // bytes after the last document
  };
  using Step = std::variant<Document, BadLine, End>;

  virtual ~DocumentReader() = default;

  // Returns the next step and waits for it; must not be called after End or an error. An error
  // means that the input can't be read to its end, so the documents before it must not be mistaken
  // for the whole input.
  virtual Result<Step> next() = 0;

  // The share of the input that has been read, from 0 to 1; negative if its size is unknown.
  virtual double share_read() const = 0;

  // The encoding of the input if its documents are given in UTF-8 and the input is not.
  virtual std::optional<Utf16> utf16() const { return std::nullopt; }
};

}  // namespace redact
