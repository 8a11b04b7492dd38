// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <unordered_map>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/caption.h"
#include "documents/formats/formula.h"
#include "documents/formats/office_package.h"
#include "documents/formats/office_settings.h"
#include "documents/formats/readers.h"
#include "documents/formats/sheet_reader.h"
#include "documents/formats/workbook_copies.h"

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
    {"xl/revisions/", "with a history of changes"},
    {"xl/richdata/", "with linked types of data"},
    {"xl/model/", "with a data model"},
    {"xl/macrosheets/", "with macros"},
    {"xl/dialogsheets/", "with macros"},
    {"xl/xmlmaps.xml", "with maps of XML"},
});

// What a member is, by its type, else by its usual name.
enum class Kind { kSheet, kStrings, kTable, kOther };
Kind kind_of(const OfficeTypes& types, const std::string& name) {
  const std::string_view type = types.of(name);
  if (type.find("spreadsheetml.worksheet+xml") != type.npos) return Kind::kSheet;
  if (type.find("spreadsheetml.sharedstrings+xml") != type.npos) return Kind::kStrings;
  if (type.find("spreadsheetml.table+xml") != type.npos) return Kind::kTable;
  if (!type.empty() && type != "application/xml") return Kind::kOther;
  const std::string lower = to_lower(name);
  if (lower.starts_with("xl/worksheets/sheet")) return Kind::kSheet;
  if (lower.starts_with("xl/tables/table")) return Kind::kTable;
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
      if (is_pivot_member(package_.types(), members[i].name)) {
        REDACT_TRY(drop_pivot(i));
        continue;
      }
      if (lower.find("chart") != lower.npos) package_.read_last(i);  // it repeats cells
      const Kind kind = kind_of(package_.types(), members[i].name);
      if (kind == Kind::kStrings) {
        if (++n_strings > 1) return withheld("with several lists of strings");
        REDACT_TRY(open_strings(i));
      } else if (kind == Kind::kTable) {
        REDACT_ASSIGN(const auto bytes, package_.bytes_of(i));
        REDACT_TRY(add_table_headers(bytes, stop_, book_.headers, book_.hidden_headers));
      } else if (lower.ends_with("styles.xml") && lower.find("table") == lower.npos) {
        REDACT_ASSIGN(const auto bytes, package_.bytes_of(i));
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
    if (is_custom_data(name)) return add_all(parts, texts);
    REDACT_ASSIGN(OfficeFields fields, OfficeFields::read(format(), parts.bytes(), texts));
    REDACT_TRY(remove_copies(parts, texts, book_.short_ids));
    if (kind_of(package_.types(), name) == Kind::kSheet) {
      return read_sheet(package_.text(), parts, texts, fields, book_, numbers_.at(name));
    }
    return read_other(parts, texts, fields, to_lower(name).starts_with("xl/externallinks/_rels"));
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

  // Drops a pivot table and what belongs to it.
  Result<void> drop_pivot(size_t index) {
    const ZipMembers::Member& member = package_.text().text.members()[index];
    constexpr std::string_view kOfData = "definition";
    const std::string lower = to_lower(member.name);
    const bool may_have_source =
        lower.find(kOfData) != lower.npos || package_.types().of(lower).find(kOfData) != lower.npos;
    // It is empty in a redaction.
    if (may_have_source && !lower.ends_with(".rels") && member.size > 0) {
      REDACT_ASSIGN(const auto bytes, package_.bytes_of(index));
      REDACT_ASSIGN(const bool is_of_cells, is_pivot_of_cells(bytes, stop_));
      if (!is_of_cells) return withheld("with a pivot table of data from elsewhere");
    }
    package_.drop(index);
    return {};
  }

  Result<void> open_strings(size_t index) {
    REDACT_ASSIGN(const size_t file, package_.open_member(index));
    PartList parts(package_.text(), file, package_.text().text.member_bytes(index), stop_);
    REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes(), stop_));
    REDACT_ASSIGN(book_.strings, read_shared_strings(package_.text(), file, parts, texts));
    REDACT_ASSIGN(OfficeFields fields, OfficeFields::read(format(), parts.bytes(), texts));
    for (const TextSegment& segment : texts.segments) {
      const bool is_read =
          segment.kind != SegmentKind::kText && segment.kind != SegmentKind::kNamespace;
      if (is_read) REDACT_TRY(parts.add(segment, fields.of(segment)));
    }
    package_.set_read(index);
    return {};
  }

  Result<void> open_workbook(size_t index) {
    REDACT_ASSIGN(const auto bytes, package_.bytes_of(index));
    REDACT_ASSIGN(const XmlTexts texts, scan_xml(bytes, stop_));
    for (const TextSegment& segment : texts.segments) {
      const std::string_view name = texts.places[segment.place].name;
      if (segment.kind != SegmentKind::kAttribute || name != "date1904") continue;
      REDACT_ASSIGN(const SegmentText value, SegmentText::read(bytes, segment));
      book_.begins_in_1904 = value.text() == "1" || value.text() == "true";
    }
    return {};
  }

  static Result<void> add_all(PartList& parts, const XmlTexts& texts) {
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind != SegmentKind::kNamespace) REDACT_TRY(parts.add(segment, Field{}));
    }
    return {};
  }

  // Whether an attribute leads out of the file. A tag there may be no URL, which Excel refuses.
  static bool is_target(const XmlTexts& texts, const OfficeFields& fields,
                        const TextSegment& segment) {
    const Places::Place& place = texts.places[segment.place];
    return place.name == "Target" && fields.attribute(place.parent, "TargetMode") == "External";
  }

  // `is_linked`: the member says where a linked workbook is.
  Result<void> read_other(PartList& parts, const XmlTexts& texts, OfficeFields& fields,
                          bool is_linked) {
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind == SegmentKind::kNamespace || parts.is_removed(segment)) continue;
      if (is_name(texts, segment) || is_in_titles(texts, segment)) {
        REDACT_TRY(add_name(parts, segment));
      } else if (is_target(texts, fields, segment)) {
        const auto use = is_linked ? Field::Use::kHide : Field::Use::kRead;
        REDACT_TRY(parts.add(segment, {use, Label::kUrl, Field::Holds::kUrl}));
      } else {
        REDACT_TRY(add_sheet_segment(parts, texts, fields, segment));
      }
    }
    return {};
  }

  static Result<void> add_name(PartList& parts, const TextSegment& segment) {
    REDACT_ASSIGN(const SegmentText name, SegmentText::read(parts.bytes(), segment));
    if (name.text().find('!') != std::string::npos) return add_formula(parts, segment);
    const bool is_of_program = name.text().starts_with("_xlnm.") || is_program_name(name.text());
    const auto use = is_of_program                         ? Field::Use::kName
                     : read_caption(name.text()).is_listed ? Field::Use::kCaption
                                                           : Field::Use::kRead;
    return parts.add(segment, {.use = use, .holds = Field::Holds::kAnchor});
  }

  // Whether an attribute is a name to which formulas refer, or one that must differ from others: of
  // a sheet, of cells, of a table or one of its columns, of a query.
  static bool is_name(const XmlTexts& texts, const TextSegment& segment) {
    if (segment.kind != SegmentKind::kAttribute) return false;
    const Places::Place& place = texts.places[segment.place];
    const std::string& element = texts.places[place.parent].name;
    if (element == "sheetName") return place.name == "val";
    const bool has_name = element == "sheet" || element == "definedName" || element == "table" ||
                          element == "tableColumn" || element == "connection" ||
                          element == "queryTable" || element == "queryTableField";
    return has_name && (place.name == "name" || place.name == "displayName");
  }

  // The properties of a file name its sheets: "Ward 3", "'Ward 3'!Print_Area".
  static bool is_in_titles(const XmlTexts& texts, const TextSegment& segment) {
    if (segment.kind != SegmentKind::kText) return false;
    const auto has_titles = [&](uint32_t at) { return texts.places[at].name == "TitlesOfParts"; };
    return texts.places.innermost(segment.place, has_titles) != Places::kRoot;
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
