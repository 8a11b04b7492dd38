// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_map>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/docx_settings.h"
#include "documents/formats/formula.h"
#include "documents/formats/office_package.h"
#include "documents/formats/readers.h"
#include "documents/formats/sheet_reader.h"

namespace redact {

namespace {

Error withheld(std::string_view what) {
  return {ErrorKind::kUnsupported, "text", "is an XLSX file " + std::string(what)};
}

// Members that this reader does not read, by a piece of their names in small letters.
struct Unread {
  std::string_view folder;
  std::string_view what;
};
constexpr auto kUnread = std::to_array<Unread>({
    {"xl/pivotcache/", "with a pivot table, which holds its data a second time"},
    {"xl/pivottables/", "with a pivot table, which holds its data a second time"},
    {"xl/externallinks/", "with links to other workbooks, whose data it holds"},
    {"xl/connections.xml", "with connections to other sources of data"},
    {"xl/querytables/", "with connections to other sources of data"},
    {"xl/revisions/", "with a history of changes"},
    {"xl/richdata/", "with linked types of data"},
    {"xl/slicers/", "with slicers, which hold data a second time"},
    {"xl/slicercaches/", "with slicers, which hold data a second time"},
    {"xl/timelines/", "with slicers, which hold data a second time"},
    {"xl/timelinecaches/", "with slicers, which hold data a second time"},
    {"xl/model/", "with a data model"},
    {"xl/macrosheets/", "with macros"},
    {"xl/dialogsheets/", "with macros"},
    {"xl/xmlmaps.xml", "with maps of XML"},
});

// What a member is, by its type, else by its usual name.
enum class Kind { kSheet, kStrings, kOther };
Kind kind_of(const DocxTypes& types, const std::string& name) {
  const std::string_view type = types.of(name);
  if (type.find("spreadsheetml.worksheet+xml") != type.npos) return Kind::kSheet;
  if (type.find("spreadsheetml.sharedstrings+xml") != type.npos) return Kind::kStrings;
  if (!type.empty() && type != "application/xml") return Kind::kOther;
  const std::string lower = to_lower(name);
  if (lower.starts_with("xl/worksheets/sheet")) return Kind::kSheet;
  return lower == "xl/sharedstrings.xml" ? Kind::kStrings : Kind::kOther;
}

class WorkbookReader {
 public:
  WorkbookReader(OfficePackage& package, StopCheck& stop) : package_(package), stop_(stop) {}

  // Reads what the cells refer to.
  Result<void> open() {
    const auto& members = package_.text().text.members();
    size_t n_strings = 0, n_books = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      numbers_[members[i].name] = i;
      const std::string lower = to_lower(members[i].name);
      for (const auto& [folder, what] : kUnread) {
        if (lower.starts_with(folder)) return withheld(what);
      }
      if (package_.types().of(members[i].name).find("macro") != std::string::npos) {
        return withheld("with macros");
      }
      const Kind kind = kind_of(package_.types(), members[i].name);
      if (kind == Kind::kStrings) {
        if (++n_strings > 1) return withheld("with several lists of strings");
        REDACT_TRY(open_strings(i));
      } else if (lower.ends_with("styles.xml") && lower.find("table") == lower.npos) {
        REDACT_ASSIGN(const auto bytes, bytes_of_member(i));
        REDACT_ASSIGN(book_.styles, SheetStyles::read(bytes, stop_));
      } else if (is_workbook(members[i].name)) {
        ++n_books;
        REDACT_TRY(open_workbook(i));
      }
    }
    if (n_books != 1) return withheld("without a workbook in XML, such as XLSB");
    return {};
  }

  Result<void> read(PartList& parts, const std::string& name, const XmlTexts& texts) {
    if (name.starts_with("customXml/item") && !name.starts_with("customXml/itemProps")) {
      return add_all(parts, texts);
    }
    OfficeFields fields(format(), texts);
    REDACT_TRY(fields.read(parts.bytes()));
    const size_t number = numbers_.at(name);
    switch (kind_of(package_.types(), name)) {
      case Kind::kSheet: return read_sheet(package_.text(), parts, texts, fields, book_, number);
      case Kind::kStrings: break;
      case Kind::kOther: return read_other(parts, texts, fields);
    }
    for (const TextSegment& segment : texts.segments) {
      const bool is_read =
          segment.kind != SegmentKind::kText && segment.kind != SegmentKind::kNamespace;
      if (is_read) REDACT_TRY(parts.add(segment, fields.of(segment)));
    }
    return {};
  }

  static const OfficeFormat& format() {
    static const OfficeFormat format{"XLSX", xlsx_fields(), is_xlsx_setting};
    return format;
  }

 private:
  bool is_workbook(const std::string& name) const {
    const std::string_view type = package_.types().of(name);
    return type.find("spreadsheetml.sheet.main") != type.npos ||
           type.find("spreadsheetml.template.main") != type.npos || name == "xl/workbook.xml";
  }

  Result<std::string_view> bytes_of_member(size_t index) {
    REDACT_TRY(package_.open_member(index));
    return package_.text().text.member_bytes(index);
  }

  Result<void> open_strings(size_t index) {
    REDACT_ASSIGN(const size_t file, package_.open_member(index));
    PartList parts(package_.text(), file, package_.text().text.member_bytes(index), stop_);
    REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes(), stop_));
    REDACT_ASSIGN(book_.strings, read_shared_strings(package_.text(), file, parts, texts));
    return {};
  }

  Result<void> open_workbook(size_t index) {
    REDACT_ASSIGN(const auto bytes, bytes_of_member(index));
    REDACT_ASSIGN(const XmlTexts texts, scan_xml(bytes, stop_));
    OfficeFields fields(format(), texts);
    REDACT_TRY(fields.read(bytes));
    for (const TextSegment& segment : texts.segments) {
      const Places::Place& place = texts.places[segment.place];
      if (segment.kind != SegmentKind::kAttribute || place.name != "date1904") continue;
      const std::string_view value = fields.attribute(place.parent, "date1904");
      book_.begins_in_1904 = value == "1" || value == "true";
    }
    return {};
  }

  // Data of other programs, which may have any form.
  static Result<void> add_all(PartList& parts, const XmlTexts& texts) {
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind != SegmentKind::kNamespace) REDACT_TRY(parts.add(segment, Field{}));
    }
    return {};
  }

  Result<void> read_other(PartList& parts, const XmlTexts& texts, OfficeFields& fields) {
    REDACT_ASSIGN(const std::set<uint32_t> points, identifying_points(parts.bytes(), texts));
    for (const TextSegment& element : texts.elements) {
      if (points.contains(element.place)) REDACT_TRY(parts.remove(element, {}));
    }
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind == SegmentKind::kNamespace) continue;
      if (is_within(texts.places, segment.place, points)) continue;
      if (is_name(texts, segment) || is_in_titles(texts, segment)) {
        REDACT_TRY(add_name(parts, segment));
      } else {
        REDACT_TRY(add_sheet_segment(parts, texts, fields, segment));
      }
    }
    return {};
  }

  static Result<void> add_name(PartList& parts, const TextSegment& segment) {
    REDACT_ASSIGN(const SegmentText name, SegmentText::read(parts.bytes(), segment));
    if (name.text().find('!') != std::string::npos) return add_formula(parts, segment);
    const bool is_of_program = name.text().starts_with("_xlnm.") || is_docx_name(name.text());
    return parts.add(segment, {.use = is_of_program ? Field::Use::kName : Field::Use::kRead,
                               .holds = Field::Holds::kAnchor});
  }

  // Whether an attribute is a name to which formulas refer: of a sheet, of cells, of a table or one
  // of its columns.
  static bool is_name(const XmlTexts& texts, const TextSegment& segment) {
    if (segment.kind != SegmentKind::kAttribute) return false;
    const Places::Place& place = texts.places[segment.place];
    const std::string& element = texts.places[place.parent].name;
    const bool has_name = element == "sheet" || element == "definedName" || element == "table" ||
                          element == "tableColumn";
    return has_name && (place.name == "name" || place.name == "displayName");
  }

  // The properties of a file name its sheets: "Ward 3", "'Ward 3'!Print_Area".
  static bool is_in_titles(const XmlTexts& texts, const TextSegment& segment) {
    if (segment.kind != SegmentKind::kText) return false;
    for (uint32_t at = segment.place; at != Places::kRoot; at = texts.places[at].parent) {
      if (texts.places[at].name == "TitlesOfParts") return true;
    }
    return false;
  }

  static bool is_within(const Places& places, uint32_t place, const std::set<uint32_t>& around) {
    for (; place != Places::kRoot && !around.empty(); place = places[place].parent) {
      if (around.contains(place)) return true;
    }
    return false;
  }

  // The points of charts that repeat dates of cells, which are numbers of days, or numbers that may
  // be those of people. Programs draw the charts of workbooks from the cells.
  static Result<std::set<uint32_t>> identifying_points(std::string_view bytes,
                                                       const XmlTexts& texts) {
    constexpr size_t kShortest = 5;  // digits
    std::set<uint32_t> series, points;
    for (const TextSegment& segment : texts.segments) {
      const Places::Place& place = texts.places[segment.place];
      if (segment.kind == SegmentKind::kText && place.name == "v" &&
          texts.places[place.parent].name == "pt") {
        REDACT_ASSIGN(const SegmentText value, SegmentText::read(bytes, segment));
        const bool is_number = std::ranges::all_of(value.text(), is_digit);
        if (is_number && value.text().size() >= kShortest) points.insert(place.parent);
      }
      if (segment.kind != SegmentKind::kText || place.name != "formatCode") continue;
      REDACT_ASSIGN(const SegmentText code, SegmentText::read(bytes, segment));
      if (is_date_format(code.text())) series.insert(place.parent);
    }
    for (uint32_t place = 1; place < texts.places.size() && !series.empty(); ++place) {
      const auto& [parent, step, number, name, space] = texts.places[place];
      if (name == "pt" && step == PlaceStep::kElement && series.contains(parent)) {
        points.insert(place);
      }
    }
    return points;
  }

  OfficePackage& package_;
  StopCheck& stop_;
  Workbook book_;
  std::unordered_map<std::string, size_t> numbers_;  // of members
};

}  // namespace

Result<FormattedText> read_xlsx(std::string_view document, StopCheck& stop,
                                const FormattedText* made_from) {
  REDACT_ASSIGN(OfficePackage package, OfficePackage::open(document));
  package.text().made_from = made_from;
  WorkbookReader reader(package, stop);
  REDACT_TRY(reader.open());
  return package.read(
      WorkbookReader::format(),
      [&](PartList& parts, const std::string& name, const XmlTexts& texts) {
        return reader.read(parts, name, texts);
      },
      stop);
}

}  // namespace redact
