// SPDX-License-Identifier: Apache-2.0
#include "documents/files/csv_row.h"

#include <utility>

namespace redact {

namespace {

// Reads the fields of a row one after another.
class FieldReader {
 public:
  FieldReader(std::string_view row, char separator, size_t number)
      : row_(row), separator_(separator), number_(number) {}

  Result<std::vector<CsvField>> read() {
    std::vector<CsvField> fields;
    for (;;) {
      REDACT_ASSIGN(CsvField field, read_field());
      fields.push_back(std::move(field));
      if (at_end()) return fields;
      ++at_;  // the separator
    }
  }

 private:
  bool at_end() const {
    const std::string_view rest = row_.substr(at_);
    return rest.empty() || rest[0] == '\n' || rest.substr(0, 2) == "\r\n";
  }
  bool field_ended() const { return at_end() || row_[at_] == separator_; }

  Result<CsvField> read_field() {
    CsvField field{{}, at_, at_};
    if (!field_ended() && row_[at_] == '"') {
      for (++at_;; ++at_) {
        if (at_ == row_.size()) return bad("has an unclosed quote");
        if (row_[at_] == '"' && row_.substr(at_, 2) != "\"\"") break;
        if (row_[at_] == '"') ++at_;
        field.text += row_[at_];
      }
      ++at_;
      if (!field_ended()) return bad("continues after a closing quote");
    } else {
      while (!field_ended()) field.text += row_[at_++];
    }
    field.end = at_;
    return field;
  }

  Error bad(const char* what) const {
    return {ErrorKind::kBadInput, "row " + std::to_string(number_), what};
  }

  std::string_view row_;
  char separator_;
  size_t number_;
  size_t at_ = 0;
};

}  // namespace

std::optional<size_t> RowFinder::find_end(std::string_view bytes) {
  for (; at_ < bytes.size(); ++at_) {
    const char c = bytes[at_];
    if (state_ == State::kQuoted) {
      if (c == '"') state_ = State::kQuoteInQuoted;
    } else if (c == '"' && state_ != State::kPlain) {
      state_ = State::kQuoted;  // it opens a field or is a doubled quote
    } else if (c == '\n') {
      state_ = State::kFieldStart;
      return std::exchange(at_, 0) + 1;
    } else {
      state_ = c == separator_ ? State::kFieldStart : State::kPlain;
    }
  }
  return std::nullopt;
}

Result<std::vector<CsvField>> split_row(std::string_view row, char separator, size_t number) {
  return FieldReader(row, separator, number).read();
}

}  // namespace redact
