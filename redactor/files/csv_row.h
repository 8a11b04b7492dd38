// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact {

// A row of a table as RFC 4180 writes it: a field in double quotes may hold separators, line ends
// and doubled quotes; rows end with LF or CR LF.

// Finds where a row ends while its bytes still come in.
class RowFinder {
 public:
  explicit RowFinder(char separator) : separator_(separator) {}

  // `bytes` begins with the row and holds at least what it held in the call before. The size of
  // the row, its line end included; nullopt where it goes on behind `bytes`.
  std::optional<size_t> find_end(std::string_view bytes);

 private:
  enum class State { kFieldStart, kPlain, kQuoted, kQuoteInQuoted };

  char separator_;
  State state_ = State::kFieldStart;
  size_t at_ = 0;  // bytes that have been looked at
};

struct Field {
  std::string text;
  size_t begin, end;  // bytes of the row, quotes included
};

// The fields of a whole row. kBadInput, at "row `number`", where its quotes make no sense.
Result<std::vector<Field>> split_row(std::string_view row, char separator, size_t number);

// A text as a field of a table, in quotes where it must be or its field was. Quotes inside a field
// that has none around it stay as they are: some tables write them so.
std::string to_field(std::string_view text, char separator, bool quoted);

}  // namespace redact
