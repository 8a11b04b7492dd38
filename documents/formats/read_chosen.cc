// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "documents/files/csv_row.h"
#include "documents/formats/caption.h"
#include "documents/formats/readers.h"
#include "documents/structured/json_scan.h"

namespace redact {

namespace {

Result<void> add(PartList& parts, const TextSegment& segment, const ChosenFields& chosen,
                 const ChosenField& field) {
  // The innermost of the dotted names of a JSON line.
  const size_t dot = chosen.separator == '\0' ? field.name.rfind('.') : std::string::npos;
  const std::string name = field.name.substr(dot + 1);
  if (!field.label) return parts.add_content(segment, chosen.as_text, name);
  const Field* named = read_caption(name).field;
  const bool is_birth = field.label == Label::kDate && named != nullptr && named->is_birth;
  return parts.add(
      segment,
      {.use = Field::Use::kHide, .label = *field.label, .is_birth = is_birth, .is_labelled = true});
}

Result<void> read_row(PartList& parts, const ChosenFields& chosen) {
  REDACT_ASSIGN(const std::vector<CsvField> fields, split_row(parts.bytes(), chosen.separator, 1));
  std::vector<bool> is_chosen(fields.size());
  for (const ChosenField& field : chosen.fields) {
    if (field.column >= fields.size()) {
      return Error{ErrorKind::kBadInput, "row", "has fewer fields than the header"};
    }
    const CsvField& in_row = fields[field.column];
    is_chosen[field.column] = true;
    if (in_row.text.empty()) continue;
    const TextSegment segment{
        .begin = in_row.begin,
        .end = in_row.end,
        .codings = {{.codec = Codec::kTableField, .separator = chosen.separator}}};
    REDACT_TRY(add(parts, segment, chosen, field));
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!is_chosen[i]) parts.count_dates(fields[i].text);
  }
  return {};
}

// The names on the way to a place, with dots between them. Items of arrays have no name.
std::string dotted(const Places& places, uint32_t place) {
  std::string name;
  for (; place != Places::kRoot; place = places[place].parent) {
    if (places[place].step != PlaceStep::kKey) continue;
    name = places[place].name + (name.empty() ? "" : "." + name);
  }
  return name;
}

Error no_text(const ChosenField& field) {
  return {ErrorKind::kBadInput, "line", "field \"" + field.name + "\" is not a string"};
}

Result<void> read_json_line(PartList& parts, const ChosenFields& chosen) {
  REDACT_ASSIGN(
      const JsonTexts texts,
      scan_json(parts.bytes(), {.keys = true, .numbers = true, .literals = true}, parts.stop()));
  std::vector<bool> is_there(chosen.fields.size());
  for (const TextSegment& segment : texts.segments) {
    const std::string name = dotted(texts.places, segment.place);
    bool is_chosen = false;
    for (size_t i = 0; i < chosen.fields.size(); ++i) {
      const ChosenField& field = chosen.fields[i];
      const bool is_key = segment.kind == SegmentKind::kKey;
      const bool is_string = segment.kind == SegmentKind::kString;
      const bool is_null = !is_key && !is_string && parts.bytes()[segment.begin] == 'n';
      if (is_key && name.starts_with(field.name + ".")) return no_text(field);
      if (name != field.name) continue;
      is_there[i] = is_chosen = true;
      if (is_key || is_null) continue;
      if (!is_string && !field.label) return no_text(field);
      REDACT_TRY(add(parts, segment, chosen, field));
    }
    if (!is_chosen) parts.count_dates(bytes_of(parts.bytes(), segment));
  }
  for (size_t i = 0; i < chosen.fields.size(); ++i) {
    if (is_there[i]) continue;
    return Error{ErrorKind::kBadInput, "line", "has no field \"" + chosen.fields[i].name + "\""};
  }
  return {};
}

}  // namespace

Result<void> read_chosen(PartList& parts, const ChosenFields& chosen) {
  return chosen.separator != '\0' ? read_row(parts, chosen) : read_json_line(parts, chosen);
}

}  // namespace redact
