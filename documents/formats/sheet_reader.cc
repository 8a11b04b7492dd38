// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/sheet_reader.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "documents/formats/column_labels.h"
#include "documents/formats/formula.h"
#include "documents/formats/sheet_cell.h"
#include "documents/formats/sheet_margins.h"

namespace redact {

namespace {

Error unreadable_cell(const TextSegment& cell, std::string what) {
  return {ErrorKind::kUnsupported, "the cell at byte " + std::to_string(cell.begin),
          std::move(what)};
}

class SheetReader {
 public:
  SheetReader(FormattedText& read, PartList& parts, const XmlTexts& texts, OfficeFields& fields,
              Workbook& workbook, size_t number)
      : read_(read),
        parts_(parts),
        texts_(texts),
        places_(texts.places),
        fields_(fields),
        workbook_(workbook),
        number_(number) {}

  Result<void> run() {
    for (const TextSegment& element : texts_.elements) {
      const Places::Place& place = places_[element.place];
      const bool is_child = (place.name == "v" || place.name == "f") && is_cell(place.parent);
      if (is_child || is_cell(element.place)) elements_[element.place] = &element;
    }
    for (const TextSegment& segment : texts_.segments) {
      const uint32_t cell = cell_of(segment.place);
      if (cell == Places::kRoot) {
        const bool is_left = segment.kind != SegmentKind::kNamespace && !parts_.is_removed(segment);
        if (is_left) order_.push_back({&segment, 0});
        continue;
      }
      REDACT_TRY(take(segment, cell));
    }
    for (SheetCell& cell : cells_) REDACT_TRY(find_text(cell));
    const ColumnLabels& labels = find_labels();
    ColumnNames names(labels);
    for (const auto& [segment, cell] : order_) {
      REDACT_TRY(segment == nullptr      ? add_cell(cells_[cell], labels, names)
                 : is_scenario(*segment) ? add_scenario(*segment, labels)
                                         : add_sheet_segment(parts_, texts_, fields_, *segment));
    }
    return {};
  }

 private:
  bool is_cell(uint32_t place) const {
    const uint32_t row = places_[place].parent;
    return places_[place].name == "c" && places_[place].step == PlaceStep::kElement &&
           places_[row].name == "row" && places_[places_[row].parent].name == "sheetData";
  }

  // The cell around a place; the root if there is none.
  uint32_t cell_of(uint32_t place) const {
    return places_.innermost(place, [&](uint32_t at) { return is_cell(at); });
  }

  // The number of a row in its sheet, and that of a cell in its row, where the file does not say.
  void place_cell(uint32_t place, SheetCell& cell) {
    const uint32_t row = places_[place].parent;
    const bool is_new_row = row != row_place_;
    if (is_new_row)
      row_number_ = parse_number<uint32_t>(fields_.attribute(row, "r")).value_or(row_number_ + 1);
    row_place_ = row;
    cell.row = row_number_;
    const uint32_t column = column_of(fields_.attribute(place, "r"));
    column_ = column != 0 ? column : is_new_row ? 1 : column_ + 1;
    cell.column = column_;
  }

  Result<void> take(const TextSegment& segment, uint32_t place) {
    if (place != cell_place_) {
      cell_place_ = place;
      SheetCell cell;
      cell.type = fields_.attribute(place, "t");
      cell.style = fields_.attribute(place, "s");
      place_cell(place, cell);
      const auto element = elements_.find(place);
      if (element == elements_.end()) return Error{ErrorKind::kInternal, "cell", "has no element"};
      cell.element = element->second;
      order_.push_back({nullptr, cells_.size()});
      cells_.push_back(std::move(cell));
    }
    SheetCell& cell = cells_.back();
    const Places::Place& at = places_[segment.place];
    if (segment.kind == SegmentKind::kNamespace) return {};
    if (segment.kind == SegmentKind::kText) {
      bool is_reading = false;
      for (uint32_t up = segment.place; up != place; up = places_[up].parent) {
        is_reading |= places_[up].name == "rPh";
      }
      const bool is_child = at.parent == place;
      const bool is_value = is_child && at.name == "v", is_formula = is_child && at.name == "f";
      cell.has_others |= !is_value && !is_formula && at.name != "t";
      auto& list = is_value     ? cell.values
                   : is_formula ? cell.formulas
                   : is_reading ? cell.readings
                                : cell.strings;
      list.push_back(&segment);
      return {};
    }
    if (at.name == "si" && places_[at.parent].name == "f") {
      cell.shared = fields_.attribute(at.parent, "si");
    }
    const bool is_setting =
        segment.kind == SegmentKind::kAttribute && fields_.of(segment).use == Field::Use::kStandard;
    cell.has_others |= !is_setting;
    return {};
  }

  Result<void> find_text(SheetCell& cell) {
    if (cell.has_others) return unreadable_cell(*cell.element, "it has parts of an unknown kind");
    if (cell.values.size() > 1 || cell.formulas.size() > 1) {
      return unreadable_cell(*cell.element, "its value is divided");
    }
    const auto& from = cell.type == "inlineStr" ? cell.strings : cell.values;
    if (cell.type == "inlineStr" ? !cell.values.empty() : !cell.strings.empty()) {
      return unreadable_cell(*cell.element, "it has two values");
    }
    for (const TextSegment* segment : from) {
      REDACT_ASSIGN(const SegmentText value, SegmentText::read(parts_.bytes(), *segment));
      if (!cell.text.empty() && segment->join == Join::kSpace) cell.text += ' ';
      cell.text += value.text();
    }
    if (cell.type != "s" || cell.text.empty()) return {};
    const auto& strings = workbook_.strings;
    const auto index = parse_number<uint32_t>(cell.text);
    if (!index) return unreadable_cell(*cell.element, "its string has no number");
    cell.text = {};
    if (*index >= strings.size() || strings[*index].text.empty()) return {};
    cell.text = strings[*index].text;
    strings_of_[&cell] = &strings[*index];
    read_.text.add_user(strings[*index].shared);
    return {};
  }

  const ColumnLabels& find_labels() {
    if (read_.made_from != nullptr) return labels_of(read_.made_from->labels, number_);
    std::vector<SheetText> texts;
    for (const SheetCell& cell : cells_) {
      if (!cell.text.empty()) {
        texts.push_back({{cell.row, cell.column}, cell.text, !is_string(cell)});
      } else if (!cell.formulas.empty()) {  // some programs store no results
        const std::string_view formula = bytes_of(parts_.bytes(), *cell.formulas.front());
        texts.push_back({{cell.row, cell.column}, formula, true});
      }
    }
    if (!workbook_.hidden_headers.empty() && has_table()) add_hidden_headers(texts);
    return read_.labels.insert_or_assign(number_, ColumnLabels(std::move(texts))).first->second;
  }

  bool has_table() const {
    for (uint32_t place = 1; place < places_.size(); ++place) {
      if (places_[place].name == "tablePart") return true;
    }
    return false;
  }
  // Adds the hidden headers of tables, except where the sheet has a cell.
  void add_hidden_headers(std::vector<SheetText>& texts) const {
    std::set<CellPlace> taken;
    for (const SheetText& text : texts) taken.insert(text.at);
    for (const auto& [row, column, text] : workbook_.hidden_headers) {
      if (!taken.contains({row, column})) texts.push_back({{row, column}, text, false});
    }
  }

  // The way in which the characters of a number are read.
  std::optional<CellValue> kind_of(const SheetCell& cell, const Field* label) const {
    constexpr uint32_t kFirstDay = 10000;  // of a number that no style shows as a date: 1927
    constexpr uint32_t kLastDay = 2958465;
    if (cell.type == "d") return CellValue::kIsoDay;
    const auto days = parse_number<uint32_t>(cell.text.substr(0, cell.text.find('.'))).value_or(0);
    const bool is_date_column = label != nullptr && label->label == Label::kDate;
    const auto style = parse_number<uint32_t>(cell.style).value_or(0);
    const SheetStyles& styles = workbook_.styles;
    // A time that is so large has a day before it, which the style does not show.
    const bool may_be_day = is_date_column || styles.is_time(style);
    const bool is_day = days > 0 && days <= kLastDay &&
                        (styles.is_date(style) || (may_be_day && days >= kFirstDay));
    if (is_day) return workbook_.begins_in_1904 ? CellValue::kDay1904 : CellValue::kDay1900;
    return label != nullptr ? std::optional(CellValue::kNumber) : std::nullopt;
  }

  Result<void> add_cell(const SheetCell& cell, const ColumnLabels& labels, ColumnNames& names) {
    const CellPlace place{cell.row, cell.column};
    const Field* label = cell.text.empty() ? nullptr : labels.of(place);
    const bool is_caption = labels.is_caption(place);
    Field field = label != nullptr ? *label : Field{};
    if (is_caption && is_string(cell)) field = Field{Field::Use::kCaption};
    if (is_string(cell) && workbook_.headers.contains({cell.row, cell.column, cell.text})) {
      field.holds = Field::Holds::kAnchor;
    }
    if (!cell.text.empty()) {
      field.name = names.add(place, cell.text, is_string(cell));
    }
    for (const TextSegment* reading : cell.readings) REDACT_TRY(parts_.remove(*reading, {}));
    REDACT_ASSIGN(const FormulaUse formula, add_formula_of(cell, labels.of(place)));
    if (cell.text.empty()) return {};
    const Join join = std::exchange(row_, cell.row) == cell.row ? Join::kCell : Join::kBlock;
    if (cell.type == "s") return add_shared(cell, field, join);
    if (cell.type == "inlineStr" || cell.type == "str") return add_strings(cell, field, join);
    return add_value(cell, field, label, join, formula);
  }

  // Whether an attribute is the value of a cell in a scenario.
  bool is_scenario(const TextSegment& segment) const {
    const Places::Place& place = places_[segment.place];
    return segment.kind == SegmentKind::kAttribute && place.name == "val" &&
           places_[place.parent].name == "inputCells";
  }
  // It is one of the cell that it names.
  Result<void> add_scenario(const TextSegment& segment, const ColumnLabels& labels) {
    const std::string_view at = fields_.attribute(places_[segment.place].parent, "r");
    const CellPlace place{row_of(at), column_of(at)};
    const Field* label = labels.of(place);
    const auto cell = std::ranges::find_if(cells_, [&](const SheetCell& one) {
      return CellPlace{one.row, one.column} == place;
    });
    const bool is_date = cell != cells_.end() && kind_of(*cell, label) != CellValue::kNumber &&
                         kind_of(*cell, label).has_value();
    Field field = label != nullptr ? *label : Field{};
    if (is_date && label == nullptr) field = {.use = Field::Use::kHide, .label = Label::kDate};
    field.holds = Field::Holds::kLoneNumber;
    return parts_.add(segment, field);
  }

  Result<FormulaUse> add_formula_of(const SheetCell& cell, const Field* label) {
    // The first of the cells that share a formula has it.
    if (cell.formulas.empty()) {
      return date_parts_.contains(cell.shared) ? FormulaUse::kSaysPart : FormulaUse::kNone;
    }
    const TextSegment& formula = *cell.formulas.front();
    const bool is_hidden = is_string(cell) || cell.text.empty() ? label != nullptr
                           : is_number(cell)                    ? kind_of(cell, label).has_value()
                                                                : false;
    const bool is_shared = !fields_.attribute(formula.place, "t").empty();  // by other cells
    REDACT_ASSIGN(
        const FormulaUse use,
        add_cell_formula(parts_, formula, *elements_.at(formula.place), FormulaForm::kExcel,
                         is_hidden && !is_shared, !is_string(cell) && !cell.text.empty()));
    if (use == FormulaUse::kSaysPart && !cell.shared.empty()) date_parts_.insert(cell.shared);
    return use;
  }

  // The cell as a whole.
  TextSegment whole(const SheetCell& cell, CellValue kind, Join join,
                    bool drops_formula = false) const {
    TextSegment segment = *cell.element;
    const bool is_ascii = std::ranges::any_of(
        cell.values, [](const TextSegment* value) { return value->codings.back().ascii_only; });
    segment.codings.push_back({.codec = Codec::kSheetCell,
                               .ascii_only = is_ascii,
                               .cell = kind,
                               .drops_formula = drops_formula});
    segment.join = join;
    return segment;
  }

  Result<void> add_shared(const SheetCell& cell, const Field& field, Join join) {
    const SharedString& string = *strings_of_.at(&cell);
    TextSegment segment = whole(cell, CellValue::kString, join);
    segment.codings.back().shared = string.text;
    const size_t part = parts_.n_parts();
    REDACT_TRY(parts_.add(segment, field));
    if (parts_.n_parts() > part) read_.text.show(part, string.shared);
    return {};
  }

  Result<void> add_strings(const SheetCell& cell, const Field& field, Join join) {
    const auto& pieces = cell.type == "str" ? cell.values : cell.strings;
    // One replacement stands for all runs of a labelled cell.
    if (pieces.size() > 1 && field.use == Field::Use::kHide && cell.formulas.empty()) {
      return parts_.add(whole(cell, CellValue::kString, join), field);
    }
    for (const TextSegment* piece : pieces) {
      TextSegment segment = *piece;
      if (piece == pieces.front()) segment.join = join;
      REDACT_TRY(parts_.add(segment, field));
    }
    return {};
  }

  void add_short_id(const SheetCell& cell, const Field& label) {
    constexpr size_t kFewest = 3, kMost = 4;  // digits; longer numbers go from charts anyway
    const std::string whole = cell.text.substr(0, cell.text.find('.'));
    const bool is_short = whole.size() >= kFewest && whole.size() <= kMost;
    if (is_short && label.label != Label::kAge) workbook_.short_ids.insert(whole);
  }

  Result<void> add_value(const SheetCell& cell, const Field& field, const Field* label, Join join,
                         FormulaUse formula) {
    if (is_boolean(cell) || (is_error(cell))) return {};
    if (!is_number(cell)) {
      TextSegment segment = *cell.values.front();
      segment.join = join;
      return parts_.add(segment, field);
    }
    if (formula == FormulaUse::kSaysPart) {
      return parts_.remove(*elements_.at(cell.values.front()->place), {});
    }
    const auto kind = kind_of(cell, label);
    if (label != nullptr) add_short_id(cell, *label);
    if (formula == FormulaUse::kHasParts) {
      // Its result goes if its column hides it, or if it says a hidden number: programs compute it
      // again.
      const TextSegment& element = *elements_.at(cell.values.front()->place);
      return kind ? parts_.remove(element, {})
                  : parts_.add_number(*cell.values.front(), cell.text, &element);
    }
    if (!kind) return parts_.add_number(whole(cell, CellValue::kNumber, join), cell.text);
    Field of_value = field;
    if (*kind != CellValue::kNumber && field.use == Field::Use::kRead) {
      of_value = Field{Field::Use::kHide, Label::kDate};
    }
    if (of_value.label == Label::kAge) of_value.holds = Field::Holds::kNumber;
    return parts_.add(whole(cell, *kind, join, formula == FormulaUse::kSaysValue), of_value);
  }

  FormattedText& read_;
  PartList& parts_;
  const XmlTexts& texts_;
  const Places& places_;
  OfficeFields& fields_;
  Workbook& workbook_;
  size_t number_;
  std::unordered_map<uint32_t, const TextSegment*> elements_;  // cells and their values, by place
  std::vector<SheetCell> cells_;
  std::unordered_map<const SheetCell*, const SharedString*> strings_of_;
  struct Ordered {
    const TextSegment* segment;  // nullptr: a cell
    size_t cell;
  };
  std::vector<Ordered> order_;
  uint32_t cell_place_ = Places::kRoot, row_place_ = Places::kRoot;
  uint32_t row_number_ = 0, column_ = 0;
  uint32_t row_ = 0;                       // of the last cell with a text
  std::set<std::string_view> date_parts_;  // formulas that cells share and that say parts of dates
};

}  // namespace

bool is_formula(const XmlTexts& texts, const TextSegment& segment) {
  if (segment.kind != SegmentKind::kText) return false;
  const std::string& name = texts.places[segment.place].name;
  return name == "f" || name == "formula" || name == "formula1" || name == "formula2" ||
         name == "definedName" || name == "calculatedColumnFormula" || name == "totalsRowFormula" ||
         name == "oldFormula" || name == "FmlaLink" || name == "FmlaRange";
}

Result<void> add_sheet_segment(PartList& parts, const XmlTexts& texts, OfficeFields& fields,
                               const TextSegment& segment) {
  const Places::Place& place = texts.places[segment.place];
  if (is_formula(texts, segment)) {
    const uint32_t validation = texts.places.innermost(
        segment.place, [&](uint32_t at) { return texts.places[at].name == "dataValidation"; });
    const bool is_of_dates = fields.attribute(validation, "type") == "date";
    return add_formula(parts, segment, FormulaForm::kExcel, is_of_dates);
  }
  // The place of a link in the workbook; another one may be the end of an address.
  const bool is_location =
      segment.kind == SegmentKind::kAttribute && place.name == "location" &&
      fields.attribute(place.parent, "location").find('!') != std::string_view::npos;
  const bool is_attribute = segment.kind == SegmentKind::kAttribute;
  if (is_attribute && place.name == "formatCode") return add_number_format(parts, segment);
  const bool has_formula = is_attribute && (place.name == "refersTo" || place.name == "fmlaLink" ||
                                            place.name == "fmlaRange");
  if (is_location || has_formula) return add_formula(parts, segment);
  if (is_margin(texts, segment)) return add_margin(parts, segment);
  return parts.add(segment, fields.of(segment));
}

Result<void> read_sheet(FormattedText& read, PartList& parts, const XmlTexts& texts,
                        OfficeFields& fields, Workbook& workbook, size_t number) {
  return SheetReader(read, parts, texts, fields, workbook, number).run();
}

}  // namespace redact
