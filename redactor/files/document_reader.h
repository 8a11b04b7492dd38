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
// The error for a larger document, which is withheld; `where` is its place in its file.
Error too_large(std::string where);

// The bytes around a text in its file, so that another text can replace it.
struct Frame {
  std::string before = {}, after = {};
  char separator = '\0';  // of the table, if the text is a field of one; NUL: it is not
  bool quoted = false;    // the field was in quotes
  bool alone = false;     // it is the only one of its row: if it is empty, "" is written, since a
                          // blank line is no row, and the rows after it would move up

  // The framed bytes with `text` in place of the original text.
  std::string around(std::string_view text) const;
  // The same with an empty text.
  std::string empty() const { return before + (alone ? "\"\"" : "") + after; }
};

// A document as read from its file.
struct Document {
  InputRecord record;
  std::string where;  // place in the file, for messages: "line 3 "; empty: the whole file
  Frame frame;
};

// The documents of one input, in their order. It holds one document at a time, whatever the size
// of the input. Not safe for concurrent calls.
class DocumentReader {
 public:
  // A line that is not a document. The lines after it can still be read.
  struct BadLine {
    std::string where;
    Error error;
  };
  struct NotYet {};  // nothing is available yet
  struct End {
    std::string rest = {};  // bytes after the last document
  };
  using Step = std::variant<Document, BadLine, NotYet, End>;

  virtual ~DocumentReader() = default;

  // Returns the next step; not to be called after End or an error. It blocks only with `wait`, and
  // then never returns NotYet. An error means that the input can't be read to its end, so the
  // documents before it must not be taken for the whole input.
  virtual Result<Step> next(bool wait) = 0;

  // The share of the input that has been read, from 0 to 1; negative if its size is unknown.
  virtual double share_read() const = 0;
};

}  // namespace redact
