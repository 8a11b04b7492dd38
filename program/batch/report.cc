// SPDX-License-Identifier: Apache-2.0
#include "program/batch/report.h"

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>

#include "program/batch/kept.h"
#include "redactor/records/explanation.h"

namespace redact {

namespace {

// "2026-11-24T03:12:05Z", or an empty text for a time outside the calendar.
std::string utc(double since_1970) {
  constexpr double kMost = 1e15;  // a damaged journal may hold any number
  if (!(std::abs(since_1970) < kMost)) return {};
  const auto seconds = static_cast<std::time_t>(std::floor(since_1970));
  std::tm parts;
  char text[32];
  if (::gmtime_r(&seconds, &parts) == nullptr) return {};
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

Result<void> Report::finished(const Outcome& /*outcome*/,
                              std::optional<std::string_view> /*source*/,
                              const Redaction* redaction, Kept& kept) const {
  if (redaction != nullptr) kept.counts.add(*redaction, *policy_, detail_);
  return {};
}

Result<void> Report::reported(const Outcome& outcome) {
  const bool is_end = outcome.event.kind == Event::Kind::kInputEnd;
  if (outcome.undoes_input) now_ = at_input_;
  if (!outcome.text.ok()) {
    ++now_.n_withheld;
  } else if (!is_end) {
    if (outcome.kept != nullptr) {
      now_.redacted.add(outcome.kept->counts);
    } else {
      ++now_.redacted.n_done;
    }
  }
  if (is_end) at_input_ = now_;
  return {};
}

Result<void> Report::written() {
  written_ = now_;
  return {};
}

Result<void> Report::ended(const std::string& how) {
  if (journal_ == nullptr) {
    if (how == "failed") now_.redacted = written_.redacted;  // the others have no result
    return {};
  }
  REDACT_ASSIGN(Past past, blame("--journal", Past::open(journal_->database())));
  REDACT_ASSIGN(const BatchTotals totals, blame("--journal", past.totals()));
  set(totals);
  return {};
}

void Report::set(const BatchTotals& totals) {
  now_.n_withheld = totals.n_withheld;
  RedactionCounts& counts = now_.redacted;
  counts.n_done = totals.n_done;
  counts.n_review = totals.n_review;
  counts.n_bytes = totals.n_bytes;
  for (size_t i = 0; i < counts.by_label.size(); ++i) {
    const auto found = totals.by_label.find(std::string(kLabelNames[i]));
    counts.by_label[i] = found == totals.by_label.end() ? 0 : found->second;
  }
  for (size_t i = 0; i < counts.by_source.size(); ++i) {
    const auto found = totals.by_finder.find(std::string(source_name(static_cast<SpanSource>(i))));
    counts.by_source[i] = found == totals.by_finder.end() ? 0 : found->second;
  }
}

std::string Report::to_json(std::string_view setup, const std::vector<PastRun>& all_runs) const {
  const auto settings = nlohmann::ordered_json::parse(setup);
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const PastRun& run : all_runs) {
    nlohmann::ordered_json one = {
        {"host", run.host}, {"threads", run.n_threads}, {"started", utc(run.started)}};
    if (run.ended) one["ended"] = utc(*run.ended);
    one["how"] = run.ended ? run.how : "killed";
    runs.push_back(std::move(one));
  }
  const RedactionCounts& counts = now_.redacted;
  nlohmann::ordered_json labels = nlohmann::ordered_json::object();
  for (size_t i = 0; i < counts.by_label.size(); ++i) {
    if (counts.by_label[i] > 0) labels[std::string(kLabelNames[i])] = counts.by_label[i];
  }
  const auto found_by = [&](SpanSource source) {
    return counts.by_source[static_cast<size_t>(source)];
  };
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
  nlohmann::ordered_json report = {
      {"redact", REDACT_VERSION},
      {"model", settings["model"]},
      {"policy", settings["policy"]},
      {"documents",
       {{"redacted", counts.n_done}, {"review", counts.n_review}, {"withheld", now_.n_withheld}}},
      {"inputs_left_out", n_left_out_},
      {"entities", labels},
      {"found_by",
       {{"model", found_by(SpanSource::kModel)},
        {"repeat", found_by(SpanSource::kRepeat)},
        {"rule", found_by(SpanSource::kRule)},
        {"list", found_by(SpanSource::kDeny)},
        {"known", found_by(SpanSource::kKnown)},
        {"field", found_by(SpanSource::kField)}}},
      {"bytes", counts.n_bytes},
      {"seconds", seconds.count()},
      {"settings", settings},
      {"runs", runs}};
  if (const size_t n = found_by(SpanSource::kCorrection); n > 0) {
    report["found_by"]["correction"] = n;
  }
  return report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace redact
