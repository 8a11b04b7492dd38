// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/subject.h"

namespace redact::bench {

// The cost of a run over notes. window_passes counts a pass once for each window that takes part in
// it.
struct Work {
  double documents = 0, source_tokens = 0, windows = 0, window_passes = 0, rows = 0, accepted = 0;
};

// A run that took `seconds`. `each` holds the seconds of each note if the notes ran one by one,
// else it is empty. `limits` were measured around it.
struct NotesRun {
  std::string test;
  Work work;
  double seconds = 0;
  std::vector<double> each;
  Limits limits;
};

void add_notes_row(const Subject& subject, const LimitMeter& meter, const NotesRun& run,
                   std::vector<Row>& rows);

}  // namespace redact::bench
