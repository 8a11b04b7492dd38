// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact {

// Rows of a table in the format of RFC 4180: a field in double quotes may hold separators, line
// ends and doubled quotes; rows end with LF or CR LF.

// Finds the end of a row while its bytes are still arriving.
class RowFinder {
 public:
  explicit RowFinder(char separator) : separator_(separator) {}

  // `bytes` begins with the row and continues that of the previous call. Returns the size of the
  // row, its line end included; nullopt if the row does not end within `bytes`.
  std::optional<size_t> find_end(std::string_view bytes);

 private:
  enum class State { kFieldStart, kPlain, kQuoted, kQuoteInQuoted };

  char separator_;
  State state_ = State::kFieldStart;
  size_t at_ = 0;  // bytes examined so far
};

struct CsvField {
  std::string text;
  size_t begin, end;  // bytes of the row, quotes included
};

// The fields of a whole row. kBadInput, at "row `number`", if its quotes are malformed.
Result<std::vector<CsvField>> split_row(std::string_view row, char separator, size_t number);

}  // namespace redact
