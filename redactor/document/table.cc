// SPDX-License-Identifier: Apache-2.0
#include "redactor/document/table.h"

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

std::optional<size_t> find(const std::vector<Field>& header, const std::string& name) {
  const auto found = std::find_if(header.begin(), header.end(),
                                  [&](const Field& field) { return field.text == name; });
  if (name.empty() || found == header.end()) return std::nullopt;
  return static_cast<size_t>(found - header.begin());
}

}  // namespace

Result<std::vector<TableRow>> read_table(std::string_view table, char separator,
                                         const RecordFields& columns) {
  Reader reader(table, separator);
  REDACT_ASSIGN(const std::vector<Field> header, reader.next(0));
  const auto text = find(header, columns.text), id = find(header, columns.id);
  const auto patient = find(header, columns.patient);
  if (!text || (!columns.patient.empty() && !patient)) {
    return Error{ErrorKind::kBadInput, text ? "patient column" : "text column",
                 "the header does not name it"};
  }
  std::vector<TableRow> rows;
  for (size_t number = 1;; ++number) {
    REDACT_ASSIGN(std::vector<Field> fields, reader.next(number));
    if (fields.empty()) return rows;
    if (fields.size() != header.size()) {
      return bad(number, "has another number of fields than the header");
    }
    Field& field = fields[*text];
    rows.push_back({{id ? fields[*id].text : std::to_string(number), std::move(field.text),
                     patient ? fields[*patient].text : std::string()},
                    field.begin,
                    field.end});
  }
}

std::string to_field(std::string_view text, char separator, bool quoted) {
  const char special[] = {separator, '"', '\r', '\n'};
  if (!quoted && text.find_first_of({special, sizeof special}) == text.npos) {
    return std::string(text);
  }
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

}  // namespace redact
