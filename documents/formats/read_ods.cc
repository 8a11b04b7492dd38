// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/column_labels.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/formula.h"
#include "documents/formats/odf_members.h"
#include "documents/formats/part_list.h"
#include "documents/formats/sheet_cell.h"
#include "documents/structured/xml_tags.h"

namespace redact {

namespace {

// A cell with its segments.
struct OdsCell {
  uint32_t place = 0;
  size_t sheet = 0;
  CellPlace at = {};
  const TextSegment* element = nullptr;    // whole
  std::vector<const TextSegment*> texts;   // of its paragraphs
  std::vector<const TextSegment*> others;  // notes, drawings, attributes that say more
  const TextSegment* formula = nullptr;
  const TextSegment* value = nullptr;   // the attribute with the number or the date
  const TextSegment* string = nullptr;  // the attribute with the string of a formula
  std::string text;
};

// Attributes of a cell that stay.
constexpr auto kKeptAttributes = word_list<
    "value-type number-columns-repeated style-name currency boolean-value time-value "
    "number-columns-spanned number-rows-spanned protected content-validation-name "
    "number-matrix-columns-spanned number-matrix-rows-spanned">();

class OdsReader {
 public:
  // `number`: of the member. Tables are sheets by their places and by this.
  OdsReader(FormattedText& read, PartList& parts, const XmlTexts& texts, OfficeFields& fields,
            size_t number)
      : read_(read),
        parts_(parts),
        texts_(texts),
        places_(texts.places),
        fields_(fields),
        first_sheet_(number << 32) {}

  Result<void> run() {
    for (const TextSegment& element : texts_.elements) {
      if (is_cell(element.place)) elements_[element.place] = &element;
      if (is_element(element.place, "table-row")) {
        REDACT_TRY(place_cells(element));
      }
    }
    for (const TextSegment& segment : texts_.segments) {
      if (segment.kind == SegmentKind::kNamespace || parts_.is_removed(segment)) continue;
      const uint32_t cell = cell_of(segment.place);
      if (cell == Places::kRoot) {
        order_.push_back({&segment, 0});
      } else {
        REDACT_TRY(take(segment, cell));
      }
    }
    for (OdsCell& cell : cells_) REDACT_TRY(find_text(cell));
    const std::map<size_t, ColumnLabels>& labels = find_labels();
    std::map<size_t, ColumnNames> names;  // by sheet
    for (const auto& [segment, cell] : order_) {
      if (segment != nullptr) {
        REDACT_TRY(add_odf_segment(parts_, texts_, fields_, *segment));
      } else {
        const ColumnLabels& of_sheet = labels_of(labels, cells_[cell].sheet);
        ColumnNames& its_names = names.try_emplace(cells_[cell].sheet, of_sheet).first->second;
        REDACT_TRY(add_cell(cells_[cell], of_sheet, its_names));
      }
    }
    return {};
  }

 private:
  bool is_element(uint32_t place, std::string_view name) const {
    return places_[place].name == name && places_[place].step == PlaceStep::kElement;
  }

  // Cells that a joined one covers keep what they held.
  bool is_cell(uint32_t place) const {
    return is_element(place, "table-cell") || is_element(place, "covered-table-cell");
  }

  // The innermost cell around a place; the root if there is none.
  uint32_t cell_of(uint32_t place) const {
    return places_.innermost(place, [&](uint32_t at) { return is_cell(at); });
  }

  // Finds the columns of a row's cells, some of which are empty and have no segment.
  Result<void> place_cells(const TextSegment& row) {
    constexpr uint32_t kMostRepeated = 1 << 20;
    if (!row.codings.empty()) {
      return Error{ErrorKind::kUnsupported, "text", "is an OpenDocument sheet in another encoding"};
    }
    const std::string_view xml = bytes_of(parts_.bytes(), row);
    uint32_t column = 1;
    int depth = 0;
    for (const XmlTag& tag : tags_of(xml)) {
      if (tag.is_end) --depth;
      const bool is_child = depth == 1 && !tag.is_end;
      if (is_child && (tag.name == "table-cell" || tag.name == "covered-table-cell")) {
        columns_[row.begin + tag.begin] = column;
        uint32_t repeated = 1;
        for (const XmlTagAttribute& attribute : attributes_of(xml, tag)) {
          if (!attribute.name.ends_with(":number-columns-repeated")) continue;
          const char* end = attribute.value.data() + attribute.value.size();
          std::from_chars(attribute.value.data(), end, repeated);
        }
        column += std::min(repeated, kMostRepeated);
      }
      if (!tag.is_end && !tag.is_empty) ++depth;
    }
    return {};
  }

  Result<void> take(const TextSegment& segment, uint32_t place) {
    if (cells_.empty() || cells_.back().place != place) {
      const auto known = index_.find(place);
      if (known == index_.end()) {
        REDACT_TRY(begin_cell(place));
      } else {
        // A cell goes on behind a table within it.
        return Error{ErrorKind::kUnsupported, "text", "is an OpenDocument sheet within a sheet"};
      }
    }
    OdsCell& cell = cells_.back();
    const Places::Place& at = places_[segment.place];
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    if (is_attribute && at.parent == place) {
      if (at.name == "formula") {
        cell.formula = &segment;
      } else if (at.name == "value" || at.name == "date-value") {
        cell.value = &segment;
      } else if (at.name == "string-value") {
        cell.string = &segment;
      } else if (!is_among(at.name, kKeptAttributes)) {
        cell.others.push_back(&segment);
      }
      return {};
    }
    const bool is_in_paragraph =
        segment.kind == SegmentKind::kText && is_of_paragraph(segment, place);
    (is_in_paragraph ? cell.texts : cell.others).push_back(&segment);
    return {};
  }

  // Whether a text belongs to a paragraph of the cell, not to a note in it.
  bool is_of_paragraph(const TextSegment& segment, uint32_t cell) const {
    uint32_t place = segment.place;
    if (place == cell) return false;
    for (; places_[place].parent != cell; place = places_[place].parent) {
      if (places_[place].name == "annotation" || places_[place].name == "shapes") return false;
    }
    return places_[place].name == "p";
  }

  Result<void> begin_cell(uint32_t place) {
    const auto element = elements_.find(place);
    if (element == elements_.end()) return Error{ErrorKind::kInternal, "cell", "has no element"};
    OdsCell cell;
    cell.place = place;
    cell.element = element->second;
    const uint32_t row = places_[place].parent;
    const uint32_t table =
        places_.innermost(row, [&](uint32_t at) { return places_[at].name == "table"; });
    if (row != row_) ++n_rows_;
    row_ = row;
    const auto column = columns_.find(cell.element->begin);
    cell.sheet = first_sheet_ + table;
    cell.at = {n_rows_, column != columns_.end() ? column->second : places_[place].number};
    index_[place] = cells_.size();
    order_.push_back({nullptr, cells_.size()});
    cells_.push_back(std::move(cell));
    return {};
  }

  Result<void> find_text(OdsCell& cell) {
    for (const TextSegment* segment : cell.texts) {
      REDACT_ASSIGN(const SegmentText text, SegmentText::read(parts_.bytes(), *segment));
      if (!cell.text.empty() && segment->join != Join::kNothing) cell.text += ' ';
      cell.text += text.text();
    }
    return {};
  }

  // By the place of the sheet.
  const std::map<size_t, ColumnLabels>& find_labels() {
    if (read_.made_from != nullptr) return read_.made_from->labels;
    std::map<size_t, std::vector<SheetText>> texts;
    for (const OdsCell& cell : cells_) {
      std::vector<SheetText>& of_sheet = texts[cell.sheet];
      const std::string_view text = said_by(cell);
      if (!text.empty()) {
        of_sheet.push_back({cell.at, text, is_typed(cell)});
      } else if (cell.formula != nullptr) {  // some programs store no results
        of_sheet.push_back({cell.at, bytes_of(parts_.bytes(), *cell.formula), true});
      }
    }
    for (auto& [sheet, cells] : texts) read_.labels.emplace(sheet, ColumnLabels(std::move(cells)));
    return read_.labels;
  }

  // What a cell shows; if it shows nothing, its value.
  std::string_view said_by(const OdsCell& cell) const {
    if (!cell.text.empty()) return cell.text;
    return cell.value != nullptr ? value_of(cell) : string_of(cell);
  }

  std::string_view type_of(const OdsCell& cell) const {
    return fields_.attribute(cell.place, "value-type");
  }
  std::string_view value_of(const OdsCell& cell) const {
    return fields_.attribute(cell.place, places_[cell.value->place].name);
  }

  std::string_view string_of(const OdsCell& cell) const {
    return cell.string != nullptr ? fields_.attribute(cell.place, "string-value") : "";
  }

  // Whether a cell holds a number or a date.
  bool is_typed(const OdsCell& cell) const {
    if (cell.value == nullptr) return false;
    const std::string_view type = type_of(cell);
    if (type == "date")
      return is_iso_day(value_of(cell)) && places_[cell.value->place].name == "date-value";
    return (type == "float" || type == "percentage" || type == "currency") &&
           read_number(value_of(cell)).has_value();
  }

  // Whether the shown text of a number may say more than the number.
  static bool has_word(std::string_view text) {
    return std::ranges::adjacent_find(text, [](char a, char b) {
             return may_be_letter(a) && may_be_letter(b);
           }) != text.end();
  }

  Result<void> add_cell(const OdsCell& cell, const ColumnLabels& labels, ColumnNames& names) {
    const Field* label = said_by(cell).empty() ? nullptr : labels.of(cell.at);
    Field field = label != nullptr ? *label : Field{};
    const bool is_caption = labels.is_caption(cell.at);
    if (!is_typed(cell) && is_caption) field = Field{Field::Use::kCaption};
    if (!cell.text.empty()) {
      field.name = names.add(cell.at, cell.text, !is_typed(cell));
    }
    for (const TextSegment* other : cell.others) {
      REDACT_TRY(add_odf_segment(parts_, texts_, fields_, *other));
    }
    const bool is_hidden =
        labels.of(cell.at) != nullptr || (is_typed(cell) && type_of(cell) == "date");
    REDACT_ASSIGN(const FormulaUse formula, add_formula_of(cell, is_hidden));
    const Join join =
        std::exchange(last_row_, cell.at.row) == cell.at.row ? Join::kCell : Join::kBlock;
    const bool has_parts = formula == FormulaUse::kHasParts || formula == FormulaUse::kSaysPart;
    const bool is_one = cell.others.empty() && !has_parts;
    if (formula == FormulaUse::kSaysPart && cell.value != nullptr) {
      for (const TextSegment* text : cell.texts) REDACT_TRY(parts_.remove(*text, {}));
      return parts_.remove(whole(*cell.value), {});
    }
    if (is_typed(cell)) {
      return is_one ? add_typed(cell, field, label != nullptr, join, formula)
                    : add_divided(cell, field, label != nullptr, join);
    }
    if (cell.value != nullptr) REDACT_TRY(parts_.add(*cell.value, Field{}));
    if (cell.string != nullptr) return add_string(cell, field, join, is_one);
    return add_texts(cell, field, join);
  }

  Result<FormulaUse> add_formula_of(const OdsCell& cell, bool is_hidden) {
    if (cell.formula == nullptr) return FormulaUse::kNone;
    return add_cell_formula(parts_, *cell.formula, whole(*cell.formula), FormulaForm::kOpenDocument,
                            is_hidden, is_typed(cell) && cell.others.empty());
  }

  // An attribute with its name and the space before it.
  TextSegment whole(const TextSegment& attribute) const {
    const size_t begin = parts_.bytes().find_last_of(" \t\r\n", attribute.begin);
    return as_written(attribute, begin, attribute.end + 1);  // with the quote
  }

  // The string of a formula. Where the cell shows the same, both are one unit.
  Result<void> add_string(const OdsCell& cell, const Field& field, Join join, bool is_one) {
    if (cell.texts.empty()) {
      TextSegment segment = *cell.string;
      segment.join = join;
      return parts_.add(segment, field);
    }
    if (!is_one || cell.texts.size() > 1 || string_of(cell) != cell.text) {
      REDACT_TRY(parts_.remove(whole(*cell.string), {}));
      return add_texts(cell, field, join);
    }
    TextSegment segment = *cell.element;
    segment.codings.push_back({.codec = Codec::kOdfCell,
                               .ascii_only = cell.string->codings.back().ascii_only,
                               .cell = CellValue::kString});
    segment.join = join;
    return parts_.add(segment, field);
  }

  Result<void> add_texts(const OdsCell& cell, const Field& field, Join join) {
    for (const TextSegment* text : cell.texts) {
      TextSegment segment = *text;
      if (text == cell.texts.front()) segment.join = join;
      REDACT_TRY(parts_.add(segment, field));
    }
    return {};
  }

  // A cell that is one unit.
  Result<void> add_typed(const OdsCell& cell, Field field, bool is_labelled, Join join,
                         FormulaUse formula) {
    const bool is_date = type_of(cell) == "date";
    TextSegment segment = *cell.element;
    segment.codings.push_back({.codec = Codec::kOdfCell,
                               .ascii_only = cell.value->codings.back().ascii_only,
                               .cell = is_date ? CellValue::kIsoDay : CellValue::kNumber,
                               .drops_formula = formula == FormulaUse::kSaysValue});
    segment.join = join;
    if (is_date && !is_labelled) field = Field{Field::Use::kHide, Label::kDate};
    if (field.label == Label::kAge) field.holds = Field::Holds::kNumber;
    if (is_date || is_labelled) return parts_.add(segment, field);
    if (has_word(cell.text)) return add_texts(cell, field, join);
    return parts_.add_number(segment, value_of(cell));
  }

  // A cell with a note, or a formula with strings or names: a hidden value is removed, and the
  // shown text is read. A number that its column does not hide is removed if it repeats a hidden
  // number.
  Result<void> add_divided(const OdsCell& cell, Field field, bool is_labelled, Join join) {
    const bool is_date = type_of(cell) == "date";
    if (is_date && !is_labelled) field = Field{Field::Use::kHide, Label::kDate};
    const TextSegment attribute = whole(*cell.value);
    if (is_date || is_labelled) {
      REDACT_TRY(parts_.remove(attribute, {}));
      return add_texts(cell, field, join);
    }
    REDACT_TRY(parts_.add_number(*cell.value, value_of(cell), &attribute));
    if (has_word(cell.text)) return add_texts(cell, field, join);
    for (const TextSegment* text : cell.texts) {
      REDACT_TRY(parts_.add_number(*text, value_of(cell), text));
    }
    return {};
  }

  FormattedText& read_;
  PartList& parts_;
  const XmlTexts& texts_;
  const Places& places_;
  OfficeFields& fields_;
  size_t first_sheet_;
  std::unordered_map<uint32_t, const TextSegment*> elements_;  // cells, by place
  std::unordered_map<size_t, uint32_t> columns_;               // of cells, by their byte
  std::vector<OdsCell> cells_;
  std::unordered_map<uint32_t, size_t> index_;  // of cells, by place
  struct Ordered {
    const TextSegment* segment;  // nullptr: a cell
    size_t cell;
  };
  std::vector<Ordered> order_;
  uint32_t row_ = Places::kRoot, n_rows_ = 0, last_row_ = 0;
};

}  // namespace

Result<void> add_odf_cells(FormattedText& into, PartList& parts, const XmlTexts& texts,
                           OfficeFields& fields, size_t number) {
  return OdsReader(into, parts, texts, fields, number).run();
}

}  // namespace redact
