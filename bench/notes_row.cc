// SPDX-License-Identifier: Apache-2.0
#include "bench/notes_row.h"

#include <algorithm>

namespace redact::bench {

namespace {

double percentile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(p * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace

void add_notes_row(const Subject& subject, const LimitMeter& meter, const NotesRun& run,
                   std::vector<Row>& rows) {
  const Work& work = run.work;
  const double operations = 2 * subject.weights * work.rows / run.seconds;
  Row row = first_columns(subject);
  row["test"] = run.test;
  row["documents/s"] = work.documents / run.seconds;
  row["source t/s"] = work.source_tokens / run.seconds;
  row["ms/note p50"] = run.each.empty() ? Row("-") : Row(1000 * percentile(run.each, 0.5));
  row["ms/note p95"] = run.each.empty() ? Row("-") : Row(1000 * percentile(run.each, 0.95));
  row["passes/window"] = work.window_passes / work.windows;
  row["rows/token"] = work.rows / work.source_tokens;
  row["accepted %"] = 100 * work.accepted / work.rows;
  row["% of int8"] = run.limits.int8 > 0 ? Row(100 * operations / run.limits.int8) : Row("-");
  add_last_columns(meter, row);
  rows.push_back(std::move(row));
}

}  // namespace redact::bench
