// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "redactor/files/input_record.h"

namespace redact {

// The largest document: offsets in a document have 32 bits (text/reading_view.h).
constexpr size_t kMaxDocumentBytes = 0xFFFF'FFFF;
// Why a larger one is withheld; `where` is its place in its file.
Error too_large(std::string where);

// What stands around a text in its file, so that another text can take its place.
struct Frame {
  std::string before = {}, after = {};
  char separator = '\0';  // of the table whose field the text is; NUL: it is no field
  bool quoted = false;    // the field was in quotes

  // The bytes of the file with `text` in its place.
  std::string around(std::string_view text) const;
  // The same with nothing in its place.
  std::string empty() const { return before + after; }
};

// A document as its file holds it.
struct Document {
  InputRecord record;
  std::string where;  // its place in the file, for messages: "line 3 "; empty: it is the file
  Frame frame;
};

// The documents of one input, in their order. It holds one document at a time, whatever the size
// of the input. Not safe for concurrent calls.
class DocumentReader {
 public:
  // A line that is no document. The lines behind it can be read.
  struct BadLine {
    std::string where;
    Error error;
  };
  struct NotYet {};  // nothing is at hand
  struct End {
    std::string rest = {};  // bytes behind the last document
  };
  using Step = std::variant<Document, BadLine, NotYet, End>;

  virtual ~DocumentReader() = default;

  // The next step, until End or an error has come. It blocks only with `wait`, and then never
  // returns NotYet. An error means that the input can't be read to its end, so that the documents
  // before it must not be taken for all of it.
  virtual Result<Step> next(bool wait) = 0;

  // The share of the input that has been read, from 0 to 1; negative if its size is unknown.
  virtual double share_read() const = 0;
};

}  // namespace redact
