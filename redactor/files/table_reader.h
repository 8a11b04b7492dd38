// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/files/csv_row.h"
#include "redactor/files/document_reader.h"
#include "redactor/files/input_bytes.h"

namespace redact {

// How a table is read.
struct TableOptions {
  std::string_view separators;  // the first by which the header has the column of texts is it
  RecordFields columns;  // the header holds each once; without one of ids, rows are numbered from 1
  bool needs_id = false;  // a table without the column of ids is no table
  size_t max_row_bytes = kMaxDocumentBytes;
};

// The texts of one column of a table, whose first row names the columns. Empty lines are no rows.
// A row that does not fit the header breaks the table off: what stands behind it may belong to
// another column. A regular file is read through once before its first document, so nothing comes
// of a broken one; of a pipe the rows before have come. Errors name the row (the header is row 0)
// or the column, never what stands there.
class TableReader : public DocumentReader {
 public:
  TableReader(InputBytes bytes, TableOptions options)
      : bytes_(std::move(bytes)), options_(std::move(options)) {}

  Result<Step> next(bool wait) override;
  double share_read() const override { return bytes_.share_read(); }

 private:
  struct Columns {
    size_t n;  // of a row
    size_t text;
    std::optional<size_t> id, patient;
  };

  // Whether `row_` holds the next row that is no empty line.
  enum class Row { kRead, kNotYet, kEnd };
  Result<Row> read_row(bool wait);
  Result<bool> read_header(bool wait);  // false: it has not come yet
  // The separator by which the header has the column of texts, the first where it has it by none;
  // nullopt where too little has come to tell.
  std::optional<char> choose_separator() const;
  Result<void> check_rows();
  Result<std::vector<Field>> split() const;
  Result<bool> fill(bool wait);  // false: nothing is at hand

  InputBytes bytes_;
  TableOptions options_;
  bool ended_ = false;  // bytes_ has no more than it holds
  char separator_ = '\0';
  std::optional<Columns> columns_;
  std::optional<RowFinder> finder_;
  size_t number_ = 0;   // of row_
  std::string row_;     // with its line end
  std::string copied_;  // header and empty lines in front of the next row
};

}  // namespace redact
