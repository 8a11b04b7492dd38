// SPDX-License-Identifier: Apache-2.0
#include "documents/files/table_reader.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "documents/files/plain_text.h"

namespace redact {

namespace {

// A header is a line of names. Without a bound an unterminated quote would make the whole file the
// header.
constexpr size_t kMaxHeaderBytes = 1 << 20;
const std::string kEmptyField = "\"\"";

Error bad_row(size_t number, const char* what) {
  return {ErrorKind::kBadInput, "row " + std::to_string(number), what};
}

std::string_view without_mark(std::string_view row) {
  return row.starts_with(kByteOrderMark) ? row.substr(kByteOrderMark.size()) : row;
}

bool is_empty_line(std::string_view row) { return row == "\n" || row == "\r\n"; }

// The size of the header at the beginning of `bytes`, if fields are separated by `separator`, with
// the empty lines before it. nullopt: the header does not end within `bytes`.
std::optional<size_t> header_size(std::string_view bytes, char separator, bool whole) {
  size_t at = bytes.size() - without_mark(bytes).size();
  for (;;) {
    const std::optional<size_t> size = RowFinder(separator).find_end(bytes.substr(at));
    if (!size) return whole ? std::optional(bytes.size()) : std::nullopt;
    if (!is_empty_line(bytes.substr(at, *size))) return at + *size;
    at += *size;
  }
}

std::string_view without_empty_lines(std::string_view header) {
  header = without_mark(header);
  while (header.starts_with("\n") || header.starts_with("\r\n")) {
    header.remove_prefix(header[0] == '\n' ? 1 : 2);
  }
  return header;
}

bool has_field(std::string_view header, char separator, const std::string& name) {
  const auto fields = split_row(without_empty_lines(header), separator, 0);
  return fields.ok() && std::any_of(fields->begin(), fields->end(),
                                    [&](const CsvField& field) { return field.text == name; });
}

// The column with a name; nullopt if the name is empty, or if the column is absent and not needed.
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

}  // namespace

Result<DocumentReader::Step> TableReader::next() {
  if (!columns_) {
    REDACT_TRY(read_header());
    if (bytes_.size()) {
      REDACT_TRY(check_rows());
      REDACT_TRY(bytes_.rewind());
      ended_ = false;
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
  if (options_.as_records && !options_.columns.are_several()) {
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

Result<void> TableReader::fill() {
  REDACT_ASSIGN(const InputBytes::More more, bytes_.read_more());
  ended_ = more == InputBytes::More::kEnd;
  return {};
}

std::optional<char> TableReader::choose_separator() const {
  const bool whole = ended_ || bytes_.unread().size() > kMaxHeaderBytes;
  for (const char separator : options_.separators) {
    const auto size = header_size(bytes_.unread(), separator, whole);
    if (!size) return std::nullopt;
    if (has_field(bytes_.unread().substr(0, *size), separator, options_.columns.texts.front())) {
      return separator;
    }
  }
  return options_.separators.front();
}

Result<void> TableReader::read_header() {
  std::optional<char> separator;
  while (!(separator = choose_separator())) REDACT_TRY(fill());
  if (const char* kind = binary_kind(bytes_.unread())) return not_plain_text(kind);
  separator_ = *separator;
  const auto size = header_size(bytes_.unread(), separator_, ended_);
  if (!size) return bad_row(0, "is longer than 1 MiB");
  copied_ = bytes_.unread().substr(0, *size);
  bytes_.take(*size);
  finder_.emplace(separator_);
  const std::string_view row = without_empty_lines(copied_);
  std::vector<CsvField> header;
  if (!row.empty()) {
    REDACT_ASSIGN(header, split_row(row, separator_, 0));
  }
  for (const CsvField& field :
       header) {  // else rows that end with CR alone would all be one header
    if (field.text.find_first_of("\r\n") != field.text.npos) {
      return bad_row(0, "has a line end in a field; rows end with LF or CR LF");
    }
  }
  const RecordFields& names = options_.columns;
  Columns columns{header.size(), {}, {}};
  ChosenFields chosen = names.chosen(separator_);
  for (ChosenField& field : chosen.fields) {
    const char* what = field.label ? "labelled column" : "text column";
    REDACT_ASSIGN(const auto column, find_column(header, field.name, what, true));
    field.column = *column;
  }
  std::sort(chosen.fields.begin(), chosen.fields.end(),
            [](const ChosenField& a, const ChosenField& b) { return a.column < b.column; });
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
    if (!size && ended_) size = bytes_.unread().size();
    if (size.value_or(bytes_.unread().size()) > options_.max_row_bytes) {
      return too_large("row " + std::to_string(number_ + 1));
    }
    if (!size) {
      REDACT_TRY(fill());
      continue;
    }
    if (*size == 0) return false;
    row_ = bytes_.unread().substr(0, *size);
    bytes_.take(*size);
    if (!is_empty_line(row_)) break;
    copied_ += row_;
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
