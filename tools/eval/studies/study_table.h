// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/eval/tally.h"

namespace redact::eval {

// The measures of a study, as rows of named figures.
struct StudyFigure {
  std::string name;
  std::optional<double> value;
  int digits = 4;  // after the point, in text
};
struct StudyRow {
  std::string name;
  std::vector<StudyFigure> figures;
};

struct StudyTable {
  std::string study;  // its name on the command line and in the JSON
  std::string title;
  std::vector<StudyRow> rows;

  // Adds a row of precision, recall, F1, tp, fp and fn, followed by other figures.
  void add(const std::string& name, const Counts& counts, std::vector<StudyFigure> more = {});
};

std::string to_text(const StudyTable& table);

}  // namespace redact::eval
