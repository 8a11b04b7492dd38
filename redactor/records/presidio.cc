// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "redactor/records/explanation.h"
#include "redactor/records/formats.h"
#include "redactor/records/presidio_names.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

// The score of a span in [0, 1]: the logistic function of the model's score, and 1 where no model
// decided.
double score_of(const Span& span) {
  const bool is_model = span.source == SpanSource::kModel || span.source == SpanSource::kRepeat;
  if (!is_model) return 1;
  constexpr double kDigits = 1e6;
  const double share = 1 / (1 + std::exp(-static_cast<double>(span.score)));
  return std::round(share * kDigits) / kDigits;
}

OrderedJson analyzer_results(const RecordContext& context, std::string_view source,
                             const std::vector<Entity>& entities) {
  OrderedJson results = OrderedJson::array();
  OffsetCounter in(source, context.offsets);
  for (const Entity& entity : entities) {
    const Span& span = entity.span;
    OrderedJson result = OrderedJson::object();
    result["entity_type"] = presidio_name(span.label);
    result["start"] = in.at(span.begin);
    result["end"] = in.peek(span.end);
    result["score"] = score_of(span);
    result["analysis_explanation"] = nullptr;
    OrderedJson metadata = {{"recognizer_name", "redact"},
                            {"recognizer_identifier", context.model},
                            {"source", source_name(span.source)},
                            {"label", label_name(span.label)}};
    if (context.detail == Detail::kText) metadata["text"] = entity.surface;
    result["recognition_metadata"] = std::move(metadata);
    results.push_back(std::move(result));
  }
  return results;
}

// An item's text is the text between its offsets, as in Presidio. Text that is rewritten as a whole
// (an attachment in Base64) is one item, however many entities it contains.
OrderedJson anonymizer_result(const RecordContext& context, const Redaction& redaction) {
  const std::string_view output = redaction.output;
  OrderedJson items = OrderedJson::array();
  OffsetCounter out(output, context.offsets);
  const Entity* last = nullptr;
  for (const Entity& entity : redaction.entities) {
    const size_t begin = entity.out_begin, end = entity.out_end;
    const bool is_repeated =
        last != nullptr && begin < end && begin == last->out_begin && end == last->out_end;
    if (is_repeated) continue;
    last = &entity;
    OrderedJson item = OrderedJson::object();
    item["start"] = out.at(begin);
    item["end"] = out.peek(end);
    item["entity_type"] = presidio_name(entity.span.label);
    item["text"] = output.substr(begin, end - begin);
    item["operator"] = begin < end ? "replace" : "redact";
    items.push_back(std::move(item));
  }
  return {{"text", output}, {"items", std::move(items)}};
}

}  // namespace

Result<std::string> to_presidio(const RecordContext& context, std::string_view source,
                                const Redaction& redaction) {
  REDACT_TRY(check_unicode(source, redaction.is_archive, "JSON"));
  OrderedJson line = OrderedJson::object();
  line["id"] = context.id;
  line["status"] = status_of(redaction);
  if (context.offsets != OffsetUnit::kCodePoints) {
    line["offsets"] = offset_unit_name(context.offsets);
  }
  line["analyzer_results"] = analyzer_results(context, source, redaction.entities);
  line["anonymizer_result"] = anonymizer_result(context, redaction);
  return with_fields(line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace),
                     context.kept);
}

}  // namespace redact
