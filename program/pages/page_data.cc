// SPDX-License-Identifier: Apache-2.0
#include "program/pages/page_data.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "redactor/records/explanation.h"
#include "redactor/records/offsets.h"
#include "redactor/records/record.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string to_text(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

// Writes the ends of a range. Ranges come in the order of their beginnings; they may overlap.
void place(OrderedJson& json, OffsetCounter& counter, size_t begin, size_t end) {
  json["start"] = counter.at(begin);
  json["end"] = counter.peek(end);
}

// The treatment that hides a label. A person may hide any label, as a deny list does, even one that
// the policy leaves.
const Treatment* hiding(Label label, const Policy& policy) {
  return policy.treatment(hidden_as(label, policy));
}

OrderedJson to_json(const Span& span) {
  OrderedJson json = OrderedJson::object();
  json["label"] = label_name(span.label);
  if (span.score != 0) json["score"] = rounded_score(span.score);
  if (span.source != SpanSource::kModel) json["source"] = source_name(span.source);
  return json;
}

OrderedJson spans_of(const std::vector<Entity>& entities, std::string_view text,
                     const Policy& policy) {
  std::vector<const Entity*> ordered;
  for (const Entity& entity : entities) ordered.push_back(&entity);
  std::stable_sort(ordered.begin(), ordered.end(), [](const Entity* a, const Entity* b) {
    return a->in_text.begin < b->in_text.begin;
  });
  OrderedJson list = OrderedJson::array();
  OffsetCounter counter(text, OffsetUnit::kUtf16);
  for (const Entity* entity : ordered) {
    const Span& span = entity->span;
    OrderedJson json = to_json(span);
    place(json, counter, entity->in_text.begin, entity->in_text.end);
    const std::vector<SpanSource> sources = span.support.sources();
    if (sources.size() > 1) {
      for (const SpanSource one : sources) json["sources"].push_back(source_name(one));
    }
    for (const SpanSource one : sources) {
      const std::vector<Label> labels = span.support.labels(one);
      if (labels == std::vector{span.label}) continue;
      for (const Label label : labels) {
        json["labels"][std::string(source_name(one))].push_back(label_name(label));
      }
    }
    const Treatment* usual = hiding(span.label, policy);
    if (usual == nullptr || entity->replacement != usual->placeholder) {
      json["replacement"] = entity->replacement;
    }
    list.push_back(std::move(json));
  }
  return list;
}

OrderedJson review_of(const std::vector<ReviewReason>& reasons, std::string_view text) {
  OrderedJson list = OrderedJson::array();
  OffsetCounter counter(text, OffsetUnit::kUtf16);
  for (const ReviewReason& reason : reasons) {
    OrderedJson json = OrderedJson::object();
    place(json, counter, reason.begin, reason.end);
    json["score"] = rounded_score(reason.score);
    json["label"] = label_name(reason.name.value_or(reason.nearly));
    list.push_back(std::move(json));
  }
  return list;
}

OrderedJson explain_of(std::vector<Dropped> all, std::string_view text) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Dropped& a, const Dropped& b) { return a.span.begin < b.span.begin; });
  OrderedJson list = OrderedJson::array();
  OffsetCounter counter(text, OffsetUnit::kUtf16);
  for (const Dropped& dropped : all) {
    OrderedJson json = to_json(dropped.span);
    place(json, counter, dropped.span.begin, dropped.span.end);
    if (const std::string origin = origin_of(dropped.span); !origin.empty())
      json["origin"] = origin;
    json["left_out_by"] = reason_of(dropped);
    if (dropped.by == DroppedBy::kStays) json["inside"] = origin_of(dropped.stays);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

PageDocument page_document(std::string_view id, const Redaction& redaction, const Policy& policy) {
  const Reading& reading = *redaction.reading;
  OrderedJson entry = OrderedJson::object();
  entry["id"] = id;
  entry["status"] = status_of(redaction);
  entry["spans"] = redaction.entities.size();
  if (!reading.review.empty()) {
    entry["review"] = reading.review.size();
    const auto nearest = std::max_element(
        reading.review.begin(), reading.review.end(),
        [](const ReviewReason& a, const ReviewReason& b) { return a.score < b.score; });
    entry["nearest"] = rounded_score(nearest->score);
  }
  if (redaction.n_unread > 0) entry["unread"] = redaction.n_unread;
  if (redaction.n_kept_dates > 0) entry["dates"] = redaction.n_kept_dates;
  if (!is_utf8(reading.text)) {
    entry["unshown"] = "it is not valid UTF-8";
    return {to_text(entry), "{}"};
  }
  OrderedJson content = OrderedJson::object();
  content["text"] = reading.text;  // comes first: the page searches up to the next field
  content["id"] = id;
  content["spans"] = spans_of(redaction.entities, reading.text, policy);
  if (!reading.review.empty()) content["review"] = review_of(reading.review, reading.text);
  if (!reading.dropped.empty()) content["explain"] = explain_of(reading.dropped, reading.text);
  return {to_text(entry), to_text(content)};
}

PageDocument withheld_document(std::string_view id, std::string_view why) {
  return {to_text(OrderedJson{{"id", id}, {"status", "failed"}, {"why", why}}), "{}"};
}

std::string page_run(std::string_view model, const Policy& policy,
                     const std::vector<std::string>& entries) {
  OrderedJson labels = OrderedJson::array();
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const auto label = static_cast<Label>(i);
    const Treatment* treatment = hiding(label, policy);
    if (treatment == nullptr) continue;
    labels.push_back({{"label", label_name(label)}, {"placeholder", treatment->placeholder}});
  }
  std::string run = to_text({{"model", model}, {"policy", policy.name()}, {"labels", labels}});
  run.back() = ',';
  run += "\"documents\":[";
  for (const std::string& entry : entries) run += (run.back() == '[' ? "" : ",") + entry;
  return run + "]}";
}

}  // namespace redact
