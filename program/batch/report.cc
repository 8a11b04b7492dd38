// SPDX-License-Identifier: Apache-2.0
#include "program/batch/report.h"

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>

#include "redactor/records/explanation.h"

namespace redact {

namespace {

// "2026-11-24T03:12:05Z", or an empty text for a time that no calendar has.
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

void Report::add(const Redaction& redaction, const Policy& policy, Detail detail) {
  ++n_done_;
  n_review_ += redaction.needs_review();
  n_other_language_ += redaction.other_language;
  n_bytes_ += redaction.output.size();
  for (const Entity& entity : redaction.entities) {
    ++by_label_[static_cast<size_t>(told_label(entity.span.label, policy, detail))];
    for (const SpanSource source : told_sources(entity.span.support, detail)) {
      ++by_source_[static_cast<size_t>(source)];
    }
  }
}

void Report::set(const BatchTotals& totals) {
  n_done_ = totals.n_done;
  n_review_ = totals.n_review;
  n_withheld_ = totals.n_withheld;
  n_bytes_ = totals.n_bytes;
  by_label_ = {};
  by_source_ = {};
  for (size_t i = 0; i < by_label_.size(); ++i) {
    const auto found = totals.by_label.find(std::string(kLabelNames[i]));
    if (found != totals.by_label.end()) by_label_[i] = found->second;
  }
  for (size_t i = 0; i < by_source_.size(); ++i) {
    const std::string name(source_name(static_cast<SpanSource>(i)));
    const auto found = totals.by_finder.find(name);
    if (found != totals.by_finder.end()) by_source_[i] = found->second;
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
  nlohmann::ordered_json labels = nlohmann::ordered_json::object();
  for (size_t i = 0; i < by_label_.size(); ++i) {
    if (by_label_[i] > 0) labels[std::string(kLabelNames[i])] = by_label_[i];
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
  nlohmann::ordered_json report = {
      {"redact", REDACT_VERSION},
      {"model", settings["model"]},
      {"policy", settings["policy"]},
      {"documents", {{"redacted", n_done_}, {"review", n_review_}, {"withheld", n_withheld_}}},
      {"inputs_left_out", n_left_out_},
      {"entities", labels},
      {"found_by",
       {{"model", found_by(SpanSource::kModel)},
        {"repeat", found_by(SpanSource::kRepeat)},
        {"rule", found_by(SpanSource::kRule)},
        {"list", found_by(SpanSource::kDeny)},
        {"known", found_by(SpanSource::kKnown)},
        {"field", found_by(SpanSource::kField)}}},
      {"bytes", n_bytes_},
      {"seconds", seconds.count()},
      {"settings", settings},
      {"runs", runs}};
  if (const size_t n = found_by(SpanSource::kCorrection); n > 0) {
    report["found_by"]["correction"] = n;
  }
  return report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace redact
