// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/table.h"

namespace redact::bench {

// What a run over notes cost. Passes are counted for each window that took part.
struct Work {
  double documents = 0, source_tokens = 0, windows = 0, window_passes = 0, rows = 0, accepted = 0;
};

// What all rows of notes of one run share.
struct Subject {
  std::string model;
  int n_threads;
  double weights;  // that a row multiplies
  Limits limits;
};

// Appends the row of a run that took `seconds`; `each`: of each note, where they ran one by one.
void add_notes_row(const Subject& subject, const std::string& test, const Work& work,
                   double seconds, const std::vector<double>& each, std::vector<Row>& rows);

}  // namespace redact::bench
