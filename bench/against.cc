// SPDX-License-Identifier: Apache-2.0
#include "bench/against.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "redactor/finder/redaction_model.h"

namespace redact::bench {

namespace {

// A decision closer than this may differ between devices: ten times the difference in scores that
// different orders of sums caused on CPUs with different instruction sets.
constexpr float kUnsure = 0.02f;

Result<std::vector<Result<Findings>>> find_on(const std::string& device, const Options& options,
                                              const std::vector<Note>& notes) {
  ModelOptions on_device;
  on_device.model_path = options.model;
  on_device.device = device;
  on_device.n_threads = options.n_threads;
  on_device.max_sequences = options.in_flight;
  on_device.max_rows = options.max_rows;
  on_device.round_by_blocks = true;
  REDACT_ASSIGN(const auto finder, SpanFinder::open(on_device));
  std::vector<Query> queries;
  for (const Note& note : notes) queries.push_back({note.text});
  return finder.find_all(queries);
}

bool same_places(const std::vector<Span>& a, const std::vector<Span>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Span& x, const Span& y) {
    return x.begin == y.begin && x.end == y.end && x.label == y.label;
  });
}

}  // namespace

Result<void> add_against_rows(const Options& options, const std::vector<Note>& notes,
                              std::vector<Row>& rows) {
  REDACT_ASSIGN(const auto one, find_on(options.device, options, notes));
  REDACT_ASSIGN(const auto other, find_on(options.against, options, notes));
  size_t n_spans = 0, n_unsure = 0, n_different = 0;
  double furthest = 0;
  for (size_t i = 0; i < notes.size(); ++i) {
    if (!one[i].ok()) return one[i].error();
    if (!other[i].ok()) return other[i].error();
    const Findings &a = *one[i], &b = *other[i];
    n_spans += a.spans.size();
    if (!same_places(a.spans, b.spans)) {
      ++(std::min(a.least_margin, b.least_margin) < kUnsure ? n_unsure : n_different);
      continue;
    }
    for (size_t s = 0; s < a.spans.size(); ++s) {
      furthest = std::max(furthest, std::abs(double{a.spans[s].score} - b.spans[s].score));
    }
  }
  char score[16];
  std::snprintf(score, sizeof score, "%.1e", furthest);
  rows.push_back({{"test", options.device + " against " + options.against},
                  {"documents", notes.size()},
                  {"spans", n_spans},
                  {"different", n_different},
                  {"different and unsure", n_unsure},
                  {"scores differ by at most", score}});
  if (n_different == 0) return {};
  return Error{ErrorKind::kInternal, "--against",
               std::to_string(n_different) + " notes have other spans on the other device"};
}

}  // namespace redact::bench
