// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/study_table.h"

#include <algorithm>

#include "tools/eval/format.h"

namespace redact::eval {

void StudyTable::add(const std::string& name, const Counts& c, std::vector<StudyFigure> more) {
  StudyRow row{name,
               {{"precision", c.precision()},
                {"recall", c.recall()},
                {"f1", c.f1()},
                {"tp", c.tp, 0},
                {"fp", c.fp, 0},
                {"fn", c.fn, 0}}};
  row.figures.insert(row.figures.end(), more.begin(), more.end());
  rows.push_back(std::move(row));
}

std::string to_text(const StudyTable& table) {
  constexpr size_t kWidth = 34;  // of the names
  std::string out = "\n  " + table.title + "\n";
  for (const StudyRow& row : table.rows) {
    out += "  " + row.name + std::string(kWidth - std::min(kWidth, row.name.size()), ' ');
    for (const StudyFigure& f : row.figures) {
      out += "  " + f.name + " " + number(f.value, f.digits);
    }
    out += "\n";
  }
  return out;
}

}  // namespace redact::eval
