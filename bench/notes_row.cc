// SPDX-License-Identifier: Apache-2.0
#include "bench/notes_row.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace redact::bench {

namespace {

// Memory resident now, from the second number of /proc/self/statm, which is in pages.
double resident_mib() {
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double percentile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(p * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace

void add_notes_row(const Subject& subject, const std::string& test, const Work& work,
                   double seconds, const std::vector<double>& each, std::vector<Row>& rows) {
  const double operations = 2 * subject.weights * work.rows / seconds;
  rows.push_back(
      {{"model", subject.model},
       {"threads", subject.n_threads},
       {"test", test},
       {"documents/s", work.documents / seconds},
       {"source t/s", work.source_tokens / seconds},
       {"ms/note p50", each.empty() ? Row("-") : Row(1000 * percentile(each, 0.5))},
       {"ms/note p95", each.empty() ? Row("-") : Row(1000 * percentile(each, 0.95))},
       {"passes/window", work.window_passes / work.windows},
       {"rows/token", work.rows / work.source_tokens},
       {"accepted %", 100 * work.accepted / work.rows},
       {"% of int8", subject.limits.int8 > 0 ? 100 * operations / subject.limits.int8 : 0},
       {"MiB resident", resident_mib()}});
}

}  // namespace redact::bench
