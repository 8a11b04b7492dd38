// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/report.h"

#include <nlohmann/json.hpp>

namespace redact {

void Report::add(const Redaction& redaction) {
  ++n_done_;
  n_review_ += redaction.needs_review();
  n_bytes_ += redaction.bytes_outside;
  for (const Entity& entity : redaction.entities) {
    n_bytes_ += entity.span.end - entity.span.begin;
    ++by_label_[static_cast<size_t>(entity.span.label)];
    for (const SpanSource source : entity.span.support.sources()) {
      ++by_source_[static_cast<size_t>(source)];
    }
  }
}

std::string Report::to_json(std::string_view model, std::string_view policy) const {
  nlohmann::ordered_json labels = nlohmann::ordered_json::object();
  for (size_t i = 0; i < by_label_.size(); ++i) {
    if (by_label_[i] > 0) labels[std::string(kLabelNames[i])] = by_label_[i];
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
  const nlohmann::ordered_json report = {
      {"redact", REDACT_VERSION},
      {"model", model},
      {"policy", policy},
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
      {"seconds", seconds.count()}};
  return report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace redact
