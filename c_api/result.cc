// SPDX-License-Identifier: Apache-2.0
#include "c_api/result.h"

#include "c_api/answer.h"
#include "c_api/arguments.h"

namespace c_api = redact::c_api;
using c_api::Answer;
using redact::SpanSource;

namespace {

// 0 for a source whose spans are never hidden.
int source_of(SpanSource source) {
  switch (source) {
    case SpanSource::kDeny: return REDACT_SOURCE_LIST;
    case SpanSource::kKnown: return REDACT_SOURCE_KNOWN;
    case SpanSource::kField: return REDACT_SOURCE_FIELD;
    case SpanSource::kRule: return REDACT_SOURCE_RULE;
    case SpanSource::kModel: return REDACT_SOURCE_MODEL;
    case SpanSource::kRepeat: return REDACT_SOURCE_REPEAT;
    case SpanSource::kCorrection: return REDACT_SOURCE_CORRECTION;
    case SpanSource::kAllow:
    case SpanSource::kStay: break;
  }
  return 0;
}

// Label names are literals, so their data is terminated.
const char* name_of(redact::Label label) { return redact::label_name(label).data(); }

struct Evidence {
  int source;
  redact::Label label;
};

// All evidence of a finding, the strongest source first.
std::vector<Evidence> evidence_of(const redact::Span& span) {
  std::vector<Evidence> all;
  for (const SpanSource source : span.support.sources()) {
    if (source_of(source) == 0) continue;
    for (const redact::Label label : span.support.labels(source)) {
      all.push_back({source_of(source), label});
    }
  }
  if (all.empty()) all.push_back({source_of(span.source), span.label});
  return all;
}

Answer past_the_last(const char* what) { return {REDACT_NOT_FOUND, what}; }

// A text of a result with its size; NULL and 0 if it has none.
const char* told(const std::string* text, size_t* size) {
  if (size != nullptr) *size = text != nullptr ? text->size() : 0;
  return text != nullptr ? text->c_str() : nullptr;
}

}  // namespace

void redact_result::index_ranges() {
  for (const redact::Entity& entity : redaction.entities) {
    first_range.push_back(ranges.size());
    for (const auto& [begin, end] : entity.pieces()) ranges.push_back({begin, end});
  }
  first_range.push_back(ranges.size());
}

const char* redact_result_output(const redact_result* result, size_t* size) {
  return told(result != nullptr && result->has_output ? &result->redaction.output : nullptr, size);
}

const char* redact_result_mapping(const redact_result* result, size_t* size) {
  return told(result != nullptr && !result->mapping.empty() ? &result->mapping : nullptr, size);
}

const char* redact_result_record(const redact_result* result, size_t* size) {
  return told(result != nullptr && !result->record.empty() ? &result->record : nullptr, size);
}

redact_status redact_result_summary(const redact_result* result, redact_summary* summary) {
  return c_api::guarded(nullptr, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    const redact::Redaction& redaction = result->redaction;
    redact_summary filled{};
    filled.format = result->format;
    filled.needs_review = redaction.needs_review();
    filled.n_findings = redaction.entities.size();
    filled.n_reviews = redaction.review.size();
    filled.n_unread = redaction.n_unread;
    filled.n_tags_in_text = redaction.tags_in_source;
    filled.bytes_unchanged = redaction.bytes_outside;
    REDACT_TRY(c_api::fill(summary, filled, "summary"));
    return {};
  });
}

redact_status redact_result_finding(const redact_result* result, size_t index,
                                    redact_finding* finding) {
  return c_api::guarded(nullptr, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    if (index >= result->redaction.entities.size()) return past_the_last("finding");
    const redact::Entity& entity = result->redaction.entities[index];
    const std::vector<Evidence> evidence = evidence_of(entity.span);
    redact_finding filled{};
    filled.label = name_of(entity.span.label);
    filled.begin = entity.span.begin;
    filled.end = entity.span.end;
    filled.ranges = &result->ranges[result->first_range[index]];
    filled.n_ranges = result->first_range[index + 1] - result->first_range[index];
    filled.score = entity.span.score;
    filled.source = source_of(entity.span.source);
    for (const Evidence& one : evidence) filled.sources |= static_cast<unsigned>(one.source);
    filled.n_evidence = evidence.size();
    if (result->has_output) {
      filled.replacement = entity.replacement.c_str();
      filled.replacement_size = entity.replacement.size();
      filled.out_begin = entity.out_begin;
      filled.out_end = entity.out_end;
    }
    REDACT_TRY(c_api::fill(finding, filled, "finding"));
    return {};
  });
}

redact_status redact_result_evidence(const redact_result* result, size_t finding, size_t index,
                                     redact_evidence* evidence) {
  return c_api::guarded(nullptr, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    if (finding >= result->redaction.entities.size()) return past_the_last("finding");
    const auto all = evidence_of(result->redaction.entities[finding].span);
    if (index >= all.size()) return past_the_last("evidence");
    redact_evidence filled{};
    filled.source = all[index].source;
    filled.label = name_of(all[index].label);
    REDACT_TRY(c_api::fill(evidence, filled, "evidence"));
    return {};
  });
}

redact_status redact_result_review(const redact_result* result, size_t index,
                                   redact_review* review) {
  return c_api::guarded(nullptr, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    if (index >= result->redaction.review.size()) return past_the_last("review");
    const redact::ReviewReason& reason = result->redaction.review[index];
    redact_review filled{};
    filled.reason = reason.name ? REDACT_REASON_UNSURE_NAME : REDACT_REASON_NEARLY_HIDDEN;
    filled.score = reason.score;
    filled.begin = reason.begin;
    filled.end = reason.end;
    REDACT_TRY(c_api::fill(review, filled, "review"));
    return {};
  });
}

void redact_result_free(redact_result* result) { delete result; }
