// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "documents/formats/builtin_fields.h"
#include "documents/formats/field_code.h"
#include "documents/formats/office_package.h"
#include "documents/formats/office_settings.h"
#include "documents/formats/readers.h"
#include "documents/formats/table_captions.h"
#include "documents/formats/workbook_copies.h"

namespace redact {

namespace {

constexpr std::string_view kBody = "word/document.xml";

bool is_code(const XmlTexts& texts, const TextSegment& segment) {
  const std::string& name = texts.places[segment.place].name;
  return segment.kind == SegmentKind::kAttribute
             ? name == "instr"
             : segment.kind == SegmentKind::kText &&
                   (name == "instrText" || name == "delInstrText");
}

Field::Version version_of(std::string_view element) {
  const bool is_old = element == "del" || element == "moveFrom";
  const bool is_new = element == "ins" || element == "moveTo";
  return is_old ? Field::Version::kOld : is_new ? Field::Version::kNew : Field::Version::kAll;
}

// The versions of the document to which the places of a file belong, by their numbers. The content
// of an element has the version of that element unless it gives another.
std::vector<Field::Version> versions_of(const Places& places) {
  std::vector<Field::Version> versions(places.size(), Field::Version::kAll);
  for (uint32_t place = 1; place < places.size(); ++place) {  // behind the one around it
    const auto& [parent, step, number, name, space] = places[place];
    if (step == PlaceStep::kElement) versions[place] = version_of(name);
    if (versions[place] == Field::Version::kAll) versions[place] = versions[parent];
  }
  return versions;
}

// Whether a segment is data in Base64 that repeats texts of the document for a program: of a field
// of a form, of a recipient of a mail merge.
bool is_copy(const XmlTexts& texts, const TextSegment& segment) {
  const Places::Place& place = texts.places[segment.place];
  if (segment.kind == SegmentKind::kText) return place.name == "fldData";
  return segment.kind == SegmentKind::kAttribute && place.name == "val" &&
         texts.places[place.parent].name == "uniqueTag";
}

Result<void> read_member(PartList& parts, const std::string& name, const XmlTexts& texts,
                         const OfficeFormat& format) {
  const bool is_data = is_custom_data(name);
  REDACT_ASSIGN(OfficeFields fields, OfficeFields::read(format, parts.bytes(), texts));
  if (!is_data) REDACT_TRY(remove_copies(parts, texts, {}));
  REDACT_ASSIGN(TableCaptions captions, TableCaptions::read(parts, texts.segments, texts.places));
  const std::vector<Field::Version> versions = versions_of(texts.places);
  bool is_in_code = false, has_argument = false;
  FieldCode before;  // the text of a code before this one
  for (TextSegment segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace || parts.is_removed(segment)) continue;
    if (!is_data && is_copy(texts, segment)) {
      REDACT_TRY(parts.remove(segment, {}));
      continue;
    }
    const bool is_text = segment.kind == SegmentKind::kText;
    const bool is_of_code = !is_data && is_code(texts, segment);
    if (is_text) {
      // No page shows the arguments of a field, which stand between the words of a paragraph.
      const bool is_apart = is_of_code ? !is_in_code : has_argument;
      if (is_apart) segment.join = std::max(segment.join, Join::kParagraph);
      if (!is_of_code || !is_in_code) before = {};
      const bool goes_on = is_of_code && is_in_code && before.is_open;
      if (is_of_code && !goes_on) segment.join = std::max(segment.join, Join::kSpace);
      is_in_code = is_of_code;
      has_argument = has_argument && is_of_code;
    }
    if (is_of_code) {
      REDACT_ASSIGN(const FieldCode code,
                    add_field_code(parts, segment, is_text ? before : FieldCode{}));
      has_argument = has_argument || (is_text && code.is_read);
      if (is_text) before = code;
    } else {
      Field field = is_data ? Field{} : fields.of(segment);
      if (is_text) field.name = captions.over(segment.place);
      if (is_text && !is_data) field.version = versions[segment.place];
      REDACT_TRY(parts.add(segment, field));
    }
  }
  return {};
}

}  // namespace

Result<FormattedText> read_docx(std::string_view document, StopCheck& stop) {
  REDACT_ASSIGN(OfficePackage package, OfficePackage::open(document));
  // The main part may have another name, which the types give.
  if (!package.find(kBody) && !package.types().has_letter()) {
    return Error{ErrorKind::kUnsupported, "text",
                 "is an archive, or an Office file of a kind that is not read, not plain text"};
  }
  const OfficeFormat format{"DOCX", docx_fields(), is_docx_setting};
  return package.read(
      format,
      [&](PartList& parts, const std::string& name, const XmlTexts& texts) {
        return read_member(parts, name, texts, format);
      },
      stop);
}

}  // namespace redact
