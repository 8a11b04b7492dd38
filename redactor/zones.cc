// SPDX-License-Identifier: Apache-2.0
#include "redactor/zones.h"

#include <utility>

#include "language/time_zone.h"
#include "redactor/resolve.h"

namespace redact {

std::vector<Span> with_zones(std::string_view text, std::vector<Span> spans, const Policy& policy,
                             const std::vector<size_t>& walls) {
  if (!policy.moves_dates()) return spans;
  std::vector<Span> all;
  for (size_t i = 0; i < spans.size(); ++i) {
    const Span& span = all.emplace_back(spans[i]);
    if (span.label != Label::kDate) continue;
    const size_t most = i + 1 < spans.size() ? spans[i + 1].begin : text.size();
    const auto zone = find_zone(text.substr(0, most), span.begin, span.end);
    if (!zone || zone->begin < span.end) continue;
    all.push_back({zone->begin, zone->end, Label::kDate, 0, SpanSource::kRule});
    all.back().shipped = true;
  }
  return cut_at(walls, all);
}

}  // namespace redact
