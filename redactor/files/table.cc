// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/table.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace redact {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Field {
  std::string text;
  size_t begin, end;  // bytes of the table, quotes included
};

Error bad(size_t row, const char* what) {
  return {ErrorKind::kBadInput, "row " + std::to_string(row), what};
}

// Reads the fields of a table, row by row.
class Reader {
 public:
  Reader(std::string_view table, char separator) : table_(table), separator_(separator) {
    if (table_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  // The fields of the next row that is no empty line; none at the end of the table.
  Result<std::vector<Field>> next(size_t row) {
    std::vector<Field> fields;
    while (at_ < table_.size() && is_line_end()) skip_line_end();
    while (at_ < table_.size()) {
      REDACT_ASSIGN(Field field, read_field(row));
      fields.push_back(std::move(field));
      if (at_ == table_.size()) break;
      if (is_line_end()) {
        skip_line_end();
        break;
      }
      ++at_;                       // the separator
      if (at_ == table_.size()) {  // and an empty field behind it
        fields.push_back({{}, at_, at_});
      }
    }
    return fields;
  }

 private:
  bool is_line_end() const { return table_[at_] == '\n' || table_.substr(at_, 2) == "\r\n"; }
  void skip_line_end() { at_ += table_[at_] == '\r' ? 2 : 1; }

  Result<Field> read_field(size_t row) {
    Field field{{}, at_, at_};
    const auto ended = [this] {
      return at_ == table_.size() || table_[at_] == separator_ || is_line_end();
    };
    if (!ended() && table_[at_] == '"') {
      for (++at_;; ++at_) {
        if (at_ == table_.size()) return bad(row, "has a quote that does not end");
        if (table_[at_] == '"' && table_.substr(at_, 2) != "\"\"") break;
        if (table_[at_] == '"') ++at_;
        field.text += table_[at_];
      }
      ++at_;
      if (!ended()) return bad(row, "goes on behind a quote that has ended");
    } else {
      while (!ended()) field.text += table_[at_++];
    }
    field.end = at_;
    return field;
  }

  std::string_view table_;
  char separator_;
  size_t at_ = 0;
};

// The column of a name; nothing where the name is empty, or absent and not needed.
Result<std::optional<size_t>> find(const std::vector<Field>& header, const std::string& name,
                                   const char* what, bool needed) {
  const auto is_it = [&](const Field& field) { return field.text == name; };
  const auto n = name.empty() ? 0 : std::count_if(header.begin(), header.end(), is_it);
  if (n > 1) return Error{ErrorKind::kBadInput, what, "stands twice in the header"};
  if (n == 0 && needed) return Error{ErrorKind::kBadInput, what, "does not stand in the header"};
  if (n == 0) return std::optional<size_t>();
  return std::optional(
      static_cast<size_t>(std::find_if(header.begin(), header.end(), is_it) - header.begin()));
}

// The separator by which the header has the column; the first, where it has it by none.
char choose_separator(std::string_view table, std::string_view separators,
                      const std::string& column) {
  for (const char separator : separators) {
    const Result<std::vector<Field>> header = Reader(table, separator).next(0);
    if (!header.ok()) continue;
    for (const Field& field : *header) {
      if (field.text == column) return separator;
    }
  }
  return separators.front();
}

}  // namespace

Result<Table> read_table(std::string_view table, std::string_view separators,
                         const RecordFields& columns, bool needs_id) {
  Table read{choose_separator(table, separators, columns.text), {}};
  Reader reader(table, read.separator);
  REDACT_ASSIGN(const std::vector<Field> header, reader.next(0));
  for (const Field& field : header) {  // rows that end with CR alone would all be the header
    if (field.text.find_first_of("\r\n") != field.text.npos) {
      return bad(0, "has a line end in a field; rows end with LF or CR LF");
    }
  }
  REDACT_ASSIGN(const auto text, find(header, columns.text, "text column", true));
  REDACT_ASSIGN(const auto id, find(header, columns.id, "id column", needs_id));
  REDACT_ASSIGN(const auto patient,
                find(header, columns.patient, "patient column", !columns.patient.empty()));
  for (size_t number = 1;; ++number) {
    REDACT_ASSIGN(std::vector<Field> fields, reader.next(number));
    if (fields.empty()) return read;
    if (fields.size() != header.size()) {
      return bad(number, "has another number of fields than the header");
    }
    Field& field = fields[*text];
    std::string row_id = id ? fields[*id].text : std::string();
    if (row_id.empty()) row_id = std::to_string(number);
    read.rows.push_back({{std::move(row_id), std::move(field.text),
                          patient ? fields[*patient].text : std::string()},
                         field.begin,
                         field.end});
  }
}

std::string to_field(std::string_view text, char separator, bool quoted) {
  const char special[] = {separator, '\r', '\n'};
  const bool plain =
      !text.starts_with('"') && text.find_first_of({special, sizeof special}) == text.npos;
  if (!quoted && plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

}  // namespace redact
