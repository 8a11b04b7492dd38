// SPDX-License-Identifier: Apache-2.0
#include "documents/files/table_reader.h"

#include <algorithm>
#include <utility>

#include "documents/files/plain_text.h"

namespace redact {

namespace {

const std::string kEmptyField = "\"\"";

Error bad_row(size_t number, const char* what) {
  return {ErrorKind::kBadInput, "row " + std::to_string(number), what};
}

// The column with a name; nullopt if the name is empty, or if the column is absent and not
// required.
Result<std::optional<size_t>> find_column(const std::vector<CsvField>& header,
                                          const std::string& name, const char* what, bool needed) {
  const auto is_it = [&](const CsvField& field) { return field.text == name; };
  const auto n = name.empty() ? 0 : std::count_if(header.begin(), header.end(), is_it);
  if (n > 1) return Error{ErrorKind::kBadInput, what, "occurs twice in the header"};
  if (n == 0 && needed) return Error{ErrorKind::kBadInput, what, "is missing from the header"};
  if (n == 0) return std::optional<size_t>();
  return std::optional(
      static_cast<size_t>(std::find_if(header.begin(), header.end(), is_it) - header.begin()));
}

bool are_all(const std::vector<std::string>& texts) { return texts.size() == 1 && texts[0] == "*"; }

// The columns that are redacted, in their order.
Result<std::vector<ChosenField>> choose_columns(const std::vector<CsvField>& header,
                                                const RecordFields& names) {
  std::vector<ChosenField> chosen =
      are_all(names.texts) ? names.labelled : names.chosen('\0').fields;
  std::vector<bool> is_other(header.size(), are_all(names.texts));
  for (ChosenField& field : chosen) {
    const char* what = field.label ? "labelled column" : "text column";
    REDACT_ASSIGN(const auto column, find_column(header, field.name, what, true));
    field.column = *column;
    is_other[*column] = false;
  }
  for (size_t column = 0; column < header.size(); ++column) {
    const std::string& name = header[column].text;
    const bool is_read = !name.empty() && (name == names.id || name == names.patient);
    if (is_other[column] && !is_read) chosen.push_back({name, {}, column});
  }
  if (chosen.empty()) return Error{ErrorKind::kBadInput, "header", "has no column to redact"};
  std::sort(chosen.begin(), chosen.end(),
            [](const ChosenField& a, const ChosenField& b) { return a.column < b.column; });
  return chosen;
}

}  // namespace

Result<DocumentReader::Step> TableReader::next() {
  if (!columns_) {
    REDACT_TRY(read_header());
    if (bytes_.size()) {
      REDACT_TRY(check_rows());
      REDACT_TRY(bytes_.rewind());
      number_ = 0;
      REDACT_TRY(read_header());
    }
  }
  REDACT_ASSIGN(const bool has_row, read_row());
  if (!has_row) return Step(End{std::exchange(copied_, {})});
  REDACT_ASSIGN(std::vector<CsvField> fields, split());
  Document document;
  document.where = "row " + std::to_string(number_) + " ";
  document.number = number_;
  if (columns_->id) document.record.id = std::move(fields[*columns_->id].text);
  document.record.has_id = !document.record.id.empty();
  if (!document.record.has_id) document.record.id = std::to_string(number_);
  if (columns_->patient) document.record.patient = fields[*columns_->patient].text;
  const bool are_several = options_.columns.are_several() || are_all(options_.columns.texts);
  if (options_.as_records && !are_several) {
    document.record.text = std::move(fields[chosen_->fields.front().column].text);
    return Step(std::move(document));
  }
  document.chosen = chosen_;
  document.withheld = emptied(fields);
  const size_t size = fields.back().end;
  document.before = std::exchange(copied_, {});
  document.after = row_.substr(size);
  document.record.text = row_.substr(0, size);
  return Step(std::move(document));
}

Result<void> TableReader::read_header() {
  const RecordFields& names = options_.columns;
  const std::vector<ChosenField> named =
      are_all(names.texts) ? std::vector<ChosenField>() : names.chosen(separator_).fields;
  const std::string_view known = named.empty() ? std::string_view() : named.front().name;
  std::optional<char> separator;
  while (!(separator =
               choose_separator(bytes_.unread(), bytes_.has_ended(), options_.separators, known))) {
    REDACT_TRY(bytes_.read_more());
  }
  if (const char* kind = binary_kind(bytes_.unread())) return not_plain_text(kind);
  separator_ = *separator;
  const auto size = header_size(bytes_.unread(), separator_, bytes_.has_ended());
  if (!size) return bad_row(0, "is longer than 1 MiB");
  copied_ = bytes_.unread().substr(0, *size);
  bytes_.take(*size);
  finder_.emplace(separator_);
  REDACT_ASSIGN(const std::vector<CsvField> header, split_header(copied_, separator_));
  for (const CsvField& field :
       header) {  // else rows that end with CR alone would all be one header
    if (field.text.find_first_of("\r\n") != field.text.npos) {
      return bad_row(0, "has a line end in a field; rows end with LF or CR LF");
    }
  }
  Columns columns{header.size(), {}, {}};
  ChosenFields chosen{separator_, {}, names.as_text};
  REDACT_ASSIGN(chosen.fields, choose_columns(header, names));
  chosen_ = std::make_shared<ChosenFields>(std::move(chosen));
  REDACT_ASSIGN(columns.id, find_column(header, names.id, "id column", options_.needs_id));
  REDACT_ASSIGN(columns.patient,
                find_column(header, names.patient, "patient column", !names.patient.empty()));
  columns_ = columns;
  return {};
}

Result<bool> TableReader::read_row() {
  for (;;) {
    std::optional<size_t> size = finder_->find_end(bytes_.unread());
    if (!size && bytes_.has_ended()) size = bytes_.unread().size();
    if (size.value_or(bytes_.unread().size()) > options_.max_row_bytes) {
      return too_large("row " + std::to_string(number_ + 1));
    }
    if (!size) {
      REDACT_TRY(bytes_.read_more());
      continue;
    }
    if (*size == 0) return false;
    row_ = bytes_.unread().substr(0, *size);
    bytes_.take(*size);
    if (!is_empty_line(row_)) break;
    copied_ += row_;
    if (copied_.size() > options_.max_row_bytes) {
      return too_large("empty lines before row " + std::to_string(number_ + 1));
    }
  }
  ++number_;
  return true;
}

Result<std::vector<CsvField>> TableReader::split() const {
  REDACT_ASSIGN(std::vector<CsvField> fields, split_row(row_, separator_, number_));
  if (fields.size() != columns_->n) {
    return bad_row(number_, "does not have as many fields as the header");
  }
  return fields;
}

std::string TableReader::emptied(const std::vector<CsvField>& fields) const {
  std::string row;
  size_t done = 0;
  for (const ChosenField& chosen : chosen_->fields) {
    const CsvField& field = fields[chosen.column];
    row += row_.substr(done, field.begin - done);
    done = field.end;
  }
  row += row_.substr(done, fields.back().end - done);
  return row.empty() ? kEmptyField : row;  // a blank line is not a row
}

Result<void> TableReader::check_rows() {
  for (;;) {
    REDACT_ASSIGN(const bool has_row, read_row());
    if (!has_row) return {};
    REDACT_TRY(split());
    copied_.clear();
  }
}

}  // namespace redact
