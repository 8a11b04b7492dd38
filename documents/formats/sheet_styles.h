// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"

namespace redact {

// Whether a number format of Excel shows a date: it has a day or a year outside quotes, brackets
// and escapes ("dd.mm.yyyy", not "[h]:mm").
bool is_date_format(std::string_view code);

// The styles of an XLSX file's cells that show numbers as dates (xl/styles.xml).
class SheetStyles {
 public:
  // `xml`: the member. kBadInput if it is not XML.
  static Result<SheetStyles> read(std::string_view xml, StopCheck& stop);

  // Whether cells of a style show dates; `style` is the attribute s of a cell.
  bool is_date(size_t style) const { return style < dates_.size() && dates_[style]; }

 private:
  std::vector<bool> dates_;
};

}  // namespace redact
