// SPDX-License-Identifier: Apache-2.0
#include "redactor/formats/known_fields.h"

#include <string>

namespace redact {

namespace {

// A shorter value may be a word of the text: "OR" is Oregon.
constexpr size_t kLeastKnown = 4;

bool is_known(Label label, const std::string& value) {
  if (label == Label::kState || label == Label::kCountry || label == Label::kDate) return false;
  return is_name(label) || value.size() >= kLeastKnown;
}

}  // namespace

std::vector<Span> evidence_of_fields(const FormattedText& document) {
  std::vector<Span> spans;
  for (const DocumentText::Part& part : document.text.parts()) {
    const Field& field = document.fields[part.use];
    if (part.role != PartRole::kRead || field.use != Field::Use::kHide) continue;
    size_t end = part.end;
    if (field.is_fhir_date) {
      // The time of day stays where the date is only moved.
      end = std::min(end, document.text.text().find('T', part.begin));
    }
    spans.push_back({part.begin, end, field.label, 0, SpanSource::kField});
  }
  return spans;
}

TermList known_from_fields(const FormattedText& document, DateOrder order) {
  TermList known(order);
  const auto& parts = document.text.parts();
  for (size_t i = 0; i < parts.size(); ++i) {
    const Field& field = document.fields[parts[i].use];
    if (parts[i].role != PartRole::kRead || field.use != Field::Use::kHide) continue;
    const std::string& value = document.text.part_text(i);
    if (is_known(field.label, value)) known.add_known(value, field.label);
  }
  return known;
}

}  // namespace redact
