// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/table.h"

namespace redact::bench {

// The cost of a run over notes. window_passes counts a pass once for each window that takes part in
// it.
struct Work {
  double documents = 0, source_tokens = 0, windows = 0, window_passes = 0, rows = 0, accepted = 0;
};

// What the rows of one run have in common.
struct Subject {
  std::string model;
  int n_threads;
  double weights;  // weights that a row is multiplied with
  Limits limits;
};

// Appends the row of a run that took `seconds`. `each` holds the seconds of each note if the notes
// ran one by one, else it is empty.
void add_notes_row(const Subject& subject, const std::string& test, const Work& work,
                   double seconds, const std::vector<double>& each, std::vector<Row>& rows);

}  // namespace redact::bench
