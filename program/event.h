// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/utf16.h"
#include "documents/files/document_reader.h"
#include "documents/formats/format.h"
#include "program/inputs.h"

namespace redact {

// How an input is read.
enum class InputKind { kText, kJsonLines, kTable, kMbox };

// One event of reading the inputs: a document, a bad line or the end of an input.
struct Event {
  enum class Kind { kDocument, kBadLine, kInputEnd };

  Kind kind;
  std::shared_ptr<const Input> input;
  size_t input_index;  // among the inputs of the run
  InputKind input_kind;
  bool as_record;                   // whether the result is written as a record
  std::optional<Error> error = {};  // why document, line or input cannot be used
  Document document = {};           // for kDocument
  Format format = Format::kText;    // of its text
  std::string rest = {};            // for kInputEnd: bytes of the input after its last document
  std::optional<Utf16> utf16 = {};  // DocumentReader::utf16()
  bool was_empty = false;           // for kInputEnd: without documents and bad lines
  double share_read = 0;            // InputDocuments::share_read at the event

  // Whether there is a text to redact.
  bool is_open() const { return kind == Kind::kDocument && !error; }
  // Whether the event belongs to a table whose result is a table with the same rows.
  bool is_of_table() const { return input_kind == InputKind::kTable && !as_record; }
  // Bytes of such a result, or of the input, in the encoding of the input.
  std::string encoded(std::string bytes) const {
    return utf16 ? to_utf16(bytes, utf16->high_byte_first) : std::move(bytes);
  }
};

}  // namespace redact
