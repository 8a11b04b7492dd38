// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/explanation.h"

namespace redact {

std::string_view source_name(SpanSource source) {
  switch (source) {
    case SpanSource::kCorrection: return "correction";
    case SpanSource::kAllow: return "allow";
    case SpanSource::kDeny: return "list";
    case SpanSource::kKnown: return "known";
    case SpanSource::kField: return "field";
    case SpanSource::kRule: return "rule";
    case SpanSource::kStay: return "stay";
    case SpanSource::kModel: return "model";
    case SpanSource::kRepeat: return "repeat";
  }
  return "";
}

std::string origin_of(const Span& span) {
  if (span.line == 0) return "";
  const auto at = [&](const char* file) { return file + (":" + std::to_string(span.line)); };
  switch (span.source) {
    case SpanSource::kAllow: return at("--allow");
    case SpanSource::kDeny: return at("--deny");
    case SpanSource::kRule:
    case SpanSource::kStay: return at(span.shipped ? "patterns.yaml" : "--rules");
    case SpanSource::kCorrection:
    case SpanSource::kKnown:
    case SpanSource::kField:
    case SpanSource::kModel:
    case SpanSource::kRepeat: break;
  }
  return "";
}

std::string told_origin(const Span& span, Detail detail) {
  return told_source(span, detail) == span.source ? origin_of(span) : "";
}

std::string_view reason_of(const Dropped& dropped) {
  switch (dropped.by) {
    case DroppedBy::kPolicy: return "policy";
    case DroppedBy::kStays: return source_name(dropped.stays.source);
    case DroppedBy::kOperator: return "operator";
  }
  return "";
}

std::string to_line(const Dropped& dropped, const Policy& policy, Detail detail) {
  const Span& span = dropped.span;
  const std::string label(label_name(span.label));
  const std::string origin = told_origin(span, detail);
  const std::string line = label + " (" + std::string(source_name(told_source(span, detail))) +
                           (origin.empty() ? "" : ", " + origin) + ") hides nothing: ";
  switch (dropped.by) {
    case DroppedBy::kPolicy: return line + "the policy does not list " + label;
    case DroppedBy::kOperator: {
      const Treatment* treatment = policy.treatment(span.label);
      const std::string_view name = treatment != nullptr ? operator_name(treatment->op) : "";
      return line + "the policy's operator " + std::string(name) + " leaves it as it is";
    }
    case DroppedBy::kStays: break;
  }
  const bool allowed = dropped.stays.source == SpanSource::kAllow;
  return line + "it lies inside " + (allowed ? "an allowed term, " : "what a rule leaves, ") +
         origin_of(dropped.stays);
}

}  // namespace redact
