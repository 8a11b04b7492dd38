// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/odf_members.h"

#include <algorithm>
#include <string>
#include <utility>

#include "documents/formats/builtin_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/formula.h"
#include "documents/formats/odf_settings.h"
#include "documents/formats/readers.h"
#include "documents/formats/table_captions.h"

namespace redact {

namespace {

constexpr std::string_view kManifest = "META-INF/manifest.xml";

Error odf_withheld(std::string_view what) {
  return {ErrorKind::kUnsupported, "text", "is an OpenDocument file " + std::string(what)};
}

// Whether an attribute consists of places in sheets.
bool is_cell_address(std::string_view attribute) {
  return attribute.ends_with("-address") || attribute.ends_with("-ranges") ||
         attribute.ends_with("-range") || attribute == "buttons";
}

// Adds the date of a field. Programs read it, so a tag is not possible: the first day of sheets
// replaces it. A time of day stays.
Result<void> add_day(PartList& parts, const TextSegment& segment, Field field,
                     const std::string& value, bool is_time) {
  constexpr std::string_view kFirstDay = "1899-12-30", kHours = "PT00H";
  const bool is_day_time = is_fhir_time(value) || value.find('H') < kHours.size();
  if (value.starts_with(kFirstDay) || (is_time && is_day_time)) return {};
  if (!is_fhir_date(value)) return parts.remove(segment, std::string(kFirstDay));
  field.holds = Field::Holds::kFhirDate;
  const std::string time = is_time ? value.substr(std::min(value.find('T'), value.size())) : "";
  return parts.add_typed(segment, field,
                         {segment.begin, segment.end, std::string(kFirstDay) + time});
}

bool is_no_setting(std::string_view, std::string_view, std::string_view, std::string_view) {
  return false;
}

}  // namespace

const OfficeFormat& odf_format() {
  static const OfficeFormat format{"OpenDocument", odf_fields(), is_no_setting};
  return format;
}

Result<void> add_odf_segment(PartList& parts, const XmlTexts& texts, OfficeFields& fields,
                             const TextSegment& segment, std::string_view caption) {
  const Places::Place& place = texts.places[segment.place];
  Field field = fields.of(segment);
  field.name = caption;
  const bool is_attribute = segment.kind == SegmentKind::kAttribute;
  const std::string value(is_attribute ? fields.attribute(place.parent, place.name) : "");
  if (is_attribute && field.label == Label::kDate) {
    return add_day(parts, segment, field, value, place.name == "time-value");
  }
  if (is_attribute && field.use == Field::Use::kRead) {
    if (place.name == "value" && read_number(value)) {
      return parts.add_number(segment, value, nullptr, Field::Holds::kLoneNumber);
    }
    if (is_cell_address(place.name)) return add_cell_addresses(parts, segment);
    const std::string& element = texts.places[place.parent].name;
    const bool is_condition =
        (place.name == "condition" && (element == "map" || element == "content-validation")) ||
        (place.name == "value" && element == "condition");
    if (place.name == "expression" || is_condition) {
      const bool is_of_dates = value.find("is-date()") != value.npos;
      return add_formula(parts, segment, FormulaForm::kOpenDocument, is_of_dates);
    }
    field = odf_attribute(texts.places[place.parent], place, value);
  } else if (segment.kind == SegmentKind::kText && place.name == "config-item") {
    REDACT_ASSIGN(const SegmentText item, SegmentText::read(parts.bytes(), segment));
    if (is_odf_config(fields.attribute(segment.place, "type"), item.text())) {
      field = Field{Field::Use::kStandard};
    }
  }
  return parts.add(segment, field);
}

namespace {

// Whether a member is a chart or a spreadsheet.
bool is_kind(const XmlTexts& texts, std::string_view kind) {
  return std::ranges::any_of(texts.elements, [&](const TextSegment& element) {
    const Places::Place& place = texts.places[element.place];
    return place.name == kind && texts.places[place.parent].name == "body";
  });
}

// Empties the cells of a chart's data that are dates or long numbers.
Result<void> remove_points(PartList& parts, const XmlTexts& texts, const OfficeFields& fields) {
  for (const TextSegment& element : texts.elements) {
    if (texts.places[element.place].name != "table-cell") continue;
    const std::string_view value = fields.attribute(element.place, "value");
    const bool is_date = fields.attribute(element.place, "value-type") == "date";
    if (!is_date && !is_long_number(value.substr(0, value.find('.')))) continue;
    const std::string_view tag = bytes_of(parts.bytes(), element);
    std::string name(tag.substr(0, tag.find_first_of(" \t\r\n/>")));
    REDACT_TRY(parts.remove_element(element, false, std::move(name) + "/>"));
  }
  return {};
}

// Adds all segments of a member, those of a sheet or of the data of a chart as cells. `number`: of
// the member in its file. Dates and long numbers of a chart's data are removed: they may repeat
// cells, and programs then draw the cells.
Result<void> add_odf_member(FormattedText& into, PartList& parts, const XmlTexts& texts,
                            size_t number) {
  REDACT_ASSIGN(OfficeFields fields, OfficeFields::read(odf_format(), parts.bytes(), texts));
  const bool is_chart = is_kind(texts, "chart");
  if (is_chart) REDACT_TRY(remove_points(parts, texts, fields));
  if (is_chart || is_kind(texts, "spreadsheet")) {
    return add_odf_cells(into, parts, texts, fields, number);
  }
  REDACT_ASSIGN(TableCaptions captions, TableCaptions::read(parts, texts.segments, texts.places));
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace) continue;
    const bool is_text = segment.kind == SegmentKind::kText;
    REDACT_TRY(add_odf_segment(parts, texts, fields, segment,
                               is_text ? captions.over(segment.place) : std::string_view()));
  }
  return {};
}

// Errors: kUnsupported if the file is encrypted or has macros.
Result<OfficePackage> open_odf(std::string_view document) {
  REDACT_ASSIGN(OfficePackage package, OfficePackage::open(document));
  for (const ZipMembers::Member& member : package.text().text.members()) {
    if (member.name.starts_with("Basic/") || member.name.starts_with("Scripts/")) {
      return odf_withheld("with macros");
    }
  }
  if (const auto index = package.find(kManifest)) {
    REDACT_ASSIGN(const auto manifest, package.bytes_of(*index));
    const bool is_encrypted = manifest.find("encryption-data") != manifest.npos;
    if (is_encrypted) return odf_withheld("that is encrypted");
  }
  return package;
}

}  // namespace

// Of texts and sheets. Both may hold charts and sheets as objects, which are further members.
Result<FormattedText> read_odf(std::string_view document, StopCheck& stop,
                               const FormattedText* made_from) {
  REDACT_ASSIGN(OfficePackage package, open_odf(document));
  package.text().made_from = made_from;
  return package.read(
      odf_format(),
      [&](PartList& parts, const std::string& name, const XmlTexts& texts) {
        return add_odf_member(package.text(), parts, texts, package.find(name).value_or(0));
      },
      stop);
}

}  // namespace redact
