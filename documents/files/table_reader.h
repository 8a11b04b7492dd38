// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/files/csv_row.h"
#include "documents/files/document_reader.h"
#include "documents/files/table_bytes.h"
#include "documents/files/table_header.h"

namespace redact {

// The options for reading a table.
struct TableOptions {
  std::string_view separators;  // one of them is chosen by the header (choose_separator)
  RecordFields columns;         // none occurs twice in the header; without ids, rows count from 1;
                                // the text "*": all columns but the id's and the patient's
  bool needs_id = false;        // a table without the id column is an error
  bool as_records = false;      // a row with one text has that text as its result, not a row
  size_t max_row_bytes = kMaxDocumentBytes;
};

// Reads the rows of a table whose first row names the columns. Empty lines are not rows. A row that
// does not fit the header ends the table with an error, since its fields may belong to other
// columns. A regular file is checked as a whole before its first document, so a malformed file
// yields no documents; a pipe yields the rows before the malformed one. Errors name the row (the
// header is row 0) or the column, never the content. A table in UTF-16 is given in UTF-8.
class TableReader : public DocumentReader {
 public:
  TableReader(InputBytes bytes, TableOptions options)
      : bytes_(std::move(bytes)), options_(std::move(options)) {}

  Result<Step> next() override;
  double share_read() const override { return bytes_.share_read(); }
  std::optional<Utf16> utf16() const override { return bytes_.utf16(); }

 private:
  struct Columns {
    size_t n;  // of a row
    std::optional<size_t> id, patient;
  };

  // Puts the next row that is not an empty line into row_; false at the end of the input.
  Result<bool> read_row();
  Result<void> read_header();
  Result<void> check_rows();
  Result<std::vector<CsvField>> split() const;
  // The row without the contents of its chosen fields; still a row.
  std::string emptied(const std::vector<CsvField>& fields) const;

  TableBytes bytes_;
  TableOptions options_;
  char separator_ = '\0';
  std::optional<Columns> columns_;
  std::shared_ptr<const ChosenFields> chosen_;  // in the order of their columns
  std::optional<RowFinder> finder_;
  size_t number_ = 0;   // of row_
  std::string row_;     // with its line end
  std::string copied_;  // header and empty lines before the next row
};

}  // namespace redact
