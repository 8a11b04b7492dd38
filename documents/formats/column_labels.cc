// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/column_labels.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "documents/formats/caption.h"

namespace redact {

namespace {

// Whether a text may head a column: a word or some, without a number.
bool may_name_column(std::string_view text) {
  constexpr size_t kLongest = 48;  // bytes
  return has_letter(text) && text.size() <= kLongest && std::ranges::none_of(text, is_digit);
}

struct Cell {
  SheetText of;
  Caption caption = {};
  bool is_listed() const { return caption.is_listed; }
  bool is_caption() const { return caption.field != nullptr; }
  uint32_t row() const { return of.at.row; }
  uint32_t column() const { return of.at.column; }
};

bool is_value(Label label, const Cell& cell) { return may_be_value(label, cell.of.text); }

// Whether a cell is more surely such a value than a caption with a digit, such as "HbA1c".
bool is_sure_value(Label label, const Cell& cell) {
  if (is_of_words(label) || !is_value(label, cell)) return false;
  const auto n_digits = std::ranges::count_if(cell.of.text, is_digit);
  const auto n_letters = std::ranges::count_if(cell.of.text, is_letter);
  return cell.of.is_typed || n_digits >= (label == Label::kDate ? 2 : n_letters);
}

// Whether a value is no year or shorter number, which heads columns, too.
bool is_long_value(const Cell& cell) {
  constexpr ptrdiff_t kYear = 4;  // digits
  const auto n_digits = std::ranges::count_if(cell.of.text, is_digit);
  const bool is_of_century = cell.of.text.starts_with("19") || cell.of.text.starts_with("20");
  return n_digits > kYear || (n_digits == kYear && !is_of_century);
}

// Gives the cells of a sheet their labels, row by row.
class Labelling {
 public:
  explicit Labelling(std::vector<SheetText> texts) {
    const auto place = [](const SheetText& text) { return text.at; };
    if (!std::ranges::is_sorted(texts, {}, place)) {
      std::stable_sort(texts.begin(), texts.end(),
                       [](const SheetText& a, const SheetText& b) { return a.at < b.at; });
    }
    cells_.reserve(texts.size());
    for (const SheetText& text : texts) {
      cells_.push_back({text, text.is_typed ? Caption{} : read_caption(text.text)});
    }
  }

  void run() {
    for (size_t begin = 0; begin < cells_.size();) {
      size_t end = begin;
      while (end < cells_.size() && cells_[end].row() == cells_[begin].row()) ++end;
      add_row(begin, end);
      begin = end;
    }
  }

  std::vector<std::pair<CellPlace, const Field*>> labels;
  std::vector<CellPlace> captions;
  std::vector<uint32_t> headers;

 private:
  // What a caption labels.
  enum class Role : uint8_t { kNone, kBelow, kBeside, kBoth };
  static constexpr uint32_t kNear = 2;  // rows between which captions stand below one another

  const Cell* at(uint32_t row, uint32_t column) const {
    const CellPlace place{row, column};
    const auto found = std::lower_bound(
        cells_.begin(), cells_.end(), place,
        [](const Cell& cell, const CellPlace& wanted) { return cell.of.at < wanted; });
    return found != cells_.end() && found->of.at == place ? &*found : nullptr;
  }
  const Cell* listed_at(uint32_t row, uint32_t column) const {
    const Cell* cell = at(row, column);
    return cell != nullptr && cell->is_listed() ? cell : nullptr;
  }

  // The next cell of the row; nullptr at its end.
  const Cell* right_of(const Cell& cell) const {
    const Cell* next = &cell + 1;
    return next < cells_.data() + cells_.size() && next->row() == cell.row() ? next : nullptr;
  }
  // The first cell below, perhaps behind a row of units or an empty one.
  const Cell* below(const Cell& cell) const {
    constexpr uint32_t kFarthest = 3;  // rows
    for (uint32_t row = cell.row() + 1; row <= cell.row() + kFarthest; ++row) {
      if (const Cell* found = at(row, cell.column())) return found;
    }
    return nullptr;
  }

  bool is_beside_another(const Cell& cell) const {
    return listed_at(cell.row(), cell.column() + 1) != nullptr ||
           listed_at(cell.row(), cell.column() - 1) != nullptr;
  }
  // Whether another caption, which is not of a header, stands above or below, perhaps behind an
  // empty row: a form. `unlike`: with another label.
  bool is_in_form(const Cell& cell, bool unlike) const {
    if (is_beside_another(cell)) return false;
    for (uint32_t row = cell.row() - std::min(kNear, cell.row()); row <= cell.row() + kNear;
         ++row) {
      const Cell* other = listed_at(row, cell.column());
      if (row == cell.row() || other == nullptr || is_beside_another(*other)) continue;
      if (!unlike || other->caption.field->label != cell.caption.field->label) return true;
    }
    return false;
  }

  bool has_value_beside(const Cell& caption) const {
    const Cell* right = right_of(caption);
    return right != nullptr && !right->is_caption() &&
           is_sure_value(caption.caption.field->label, *right);
  }
  bool has_value_below(const Cell& caption) const {
    const Cell* found = below(caption);
    return found != nullptr && !found->is_listed() &&
           is_value(caption.caption.field->label, *found);
  }

  // Whether a caption has a value beside it and none so sure below.
  bool is_of_form(const Cell& caption) const {
    const Cell* found = below(caption);
    const bool is_above = found != nullptr && !found->is_listed() &&
                          is_sure_value(caption.caption.field->label, *found);
    return has_value_beside(caption) && !is_above;
  }

  const Field* column_of(const Cell& cell) const {
    const auto found = columns_.find(cell.column());
    return found == columns_.end() ? nullptr : found->second;
  }

  // Whether captions and values alternate in a row.
  bool is_form(size_t begin, size_t end) const {
    size_t n_captions = 0, n_beside = 0, n_below = 0;
    for (size_t i = begin; i < end; ++i) {
      if (!cells_[i].is_listed()) continue;
      ++n_captions;
      if (is_of_words(cells_[i].caption.field->label)) continue;
      n_beside += is_of_form(cells_[i]);
      n_below += !has_value_beside(cells_[i]) && has_value_below(cells_[i]);
    }
    return n_captions > 1 && n_beside > 0 && n_below == 0;
  }

  // Whether a row has values of labelled columns.
  bool is_data(size_t begin, size_t end) const {
    bool has_digit = false, has_word = false;
    for (size_t i = begin; i < end; ++i) {
      const Field* field = column_of(cells_[i]);
      has_digit |= std::ranges::any_of(cells_[i].of.text, is_digit);
      if (field == nullptr || cells_[i].is_caption() || !is_value(field->label, cells_[i]))
        continue;
      if (!is_of_words(field->label)) return true;
      has_word = true;
    }
    return has_word && has_digit;
  }

  // The role of a caption whose words are listed, in a row that is not a form.
  Role role_of_listed(const Cell& cell, bool is_alone, bool is_in_data) const {
    if (is_alone && column_of(cell) != nullptr && !is_in_form(cell, true)) return Role::kNone;
    const bool is_above_value = has_value_below(cell);
    const bool is_lone = is_alone && has_value_beside(cell);
    if (is_alone && is_of_form(cell)) return Role::kBeside;
    if (is_in_data) return Role::kNone;
    const bool is_for_words = is_of_words(cell.caption.field->label);
    if (is_in_form(cell, false) && (is_for_words || !is_above_value)) return Role::kBeside;
    if (is_alone && !columns_.empty() && is_below_text(cell)) return Role::kNone;
    return is_lone && is_long_value(*right_of(cell)) ? Role::kBoth : Role::kBelow;
  }

  // Whether a text stands directly above that is no caption, as in the middle of a table.
  bool is_below_text(const Cell& cell) const {
    const Cell* above = at(cell.row() - 1, cell.column());
    return above != nullptr && !above->is_listed();
  }

  // The role of a caption that is known by its end. Its text may be that of a cell in a table.
  Role role_of_other(const Cell& cell, bool is_in_header) const {
    if (is_in_header) return Role::kBelow;
    if (column_of(cell) != nullptr) return Role::kNone;
    if (at(cell.row() - 1, cell.column()) == nullptr && has_value_below(cell)) return Role::kBelow;
    return has_value_beside(cell) ? Role::kBeside : Role::kNone;
  }

  void add_row(size_t begin, size_t end) {
    const auto n_listed = std::count_if(cells_.begin() + static_cast<ptrdiff_t>(begin),
                                        cells_.begin() + static_cast<ptrdiff_t>(end),
                                        [](const Cell& cell) { return cell.is_listed(); });
    const bool is_of_form = is_form(begin, end), is_in_data = is_data(begin, end);
    std::map<uint32_t, Role> roles;  // by column
    size_t n_below = 0;
    for (const bool listed : {true, false}) {
      const bool is_in_header = n_below > 0;
      for (size_t i = begin; i < end; ++i) {
        const Cell& cell = cells_[i];
        if (!cell.is_caption() || cell.is_listed() != listed) continue;
        const Role role = !listed      ? role_of_other(cell, is_in_header)
                          : is_of_form ? Role::kBeside
                                       : role_of_listed(cell, n_listed == 1, is_in_data);
        n_below += role == Role::kBelow || role == Role::kBoth;
        if (role != Role::kNone) roles[cell.column()] = role;
      }
    }
    const bool is_header = n_below > 1 || (n_below == 1 && columns_.empty());
    // A form where a table was.
    const bool is_other = !is_in_data && std::ranges::any_of(roles, [&](const auto& role) {
      return role.second == Role::kBeside && columns_.contains(role.first);
    });
    if (is_header || is_other) columns_.clear();
    if (is_header) headers.push_back(cells_[begin].row());
    std::map<uint32_t, const Field*> beside;  // by column
    for (size_t i = begin; i < end; ++i) {
      const auto role = roles.find(cells_[i].column());
      if (role == roles.end()) continue;
      if (role->second != Role::kBeside) columns_[role->first] = cells_[i].caption.field;
      if (role->second != Role::kBelow) add_beside(cells_[i], roles, beside);
    }
    for (size_t i = begin; i < end; ++i) {
      const Cell& cell = cells_[i];
      if (!roles.contains(cell.column())) {
        const auto own = beside.find(cell.column());
        const Field* field = own != beside.end() ? own->second : column_of(cell);
        if (field != nullptr && is_value(field->label, cell)) {
          labels.emplace_back(cell.of.at, field);
          continue;
        }
      }
      const bool is_symbol = is_header && is_symbol_of_element(cell.of.text);
      if (cell.is_listed() || is_symbol) captions.push_back(cell.of.at);
    }
  }

  // The column of the last value beside a caption of a form, from that of the first on: values of
  // several people are alike, and the row above or below has values in the same columns.
  uint32_t last_beside(const Cell& caption, const Cell& first) const {
    const Label label = caption.caption.field->label;
    const Cell* last = &first;
    for (const Cell* next = right_of(*last); next != nullptr; next = right_of(*next)) {
      const bool has_others = at(next->row() - 1, next->column()) != nullptr ||
                              at(next->row() + 1, next->column()) != nullptr;
      if (next->column() != last->column() + 1 || next->is_caption() || !has_others ||
          next->of.is_typed != first.of.is_typed || !is_sure_value(label, *next)) {
        break;
      }
      last = next;
    }
    return last->column();
  }

  void add_beside(const Cell& caption, const std::map<uint32_t, Role>& roles,
                  std::map<uint32_t, const Field*>& beside) const {
    const Field* field = caption.caption.field;
    const Cell* first = right_of(caption);
    if (first == nullptr || roles.contains(first->column())) return;
    uint32_t last = first->column();
    if (!is_of_words(field->label)) {
      last = last_beside(caption, *first);
    } else {
      // Names have the columns of the numbers above or below them.
      for (uint32_t row = caption.row() - std::min(kNear, caption.row());
           row <= caption.row() + kNear; ++row) {
        const Cell* other = listed_at(row, caption.column());
        const Cell* value = other != nullptr ? right_of(*other) : nullptr;
        const bool is_alike = value != nullptr && value->column() == first->column() &&
                              !is_of_words(other->caption.field->label) && !value->is_caption() &&
                              is_sure_value(other->caption.field->label, *value);
        if (is_alike) last = std::max(last, last_beside(*other, *value));
      }
    }
    for (const Cell* cell = first; cell != nullptr && cell->column() <= last;
         cell = right_of(*cell)) {
      if (!roles.contains(cell->column())) beside[cell->column()] = field;
    }
  }

  std::vector<Cell> cells_;
  std::map<uint32_t, const Field*> columns_;
};

}  // namespace

ColumnLabels::ColumnLabels(std::vector<SheetText> cells) {
  Labelling labelling(std::move(cells));
  labelling.run();
  labels_ = std::move(labelling.labels);
  captions_ = std::move(labelling.captions);
  headers_ = std::move(labelling.headers);
}

const Field* ColumnLabels::of(CellPlace cell) const {
  const auto found =
      std::ranges::lower_bound(labels_, cell, {}, [](const auto& label) { return label.first; });
  return found != labels_.end() && found->first == cell ? found->second : nullptr;
}

bool ColumnLabels::is_caption(CellPlace cell) const {
  return std::ranges::binary_search(captions_, cell);
}

bool ColumnLabels::is_header(uint32_t row) const {
  return std::ranges::binary_search(headers_, row);
}

const ColumnLabels& labels_of(const std::map<size_t, ColumnLabels>& sheets, size_t sheet) {
  static const ColumnLabels kNone;
  const auto found = sheets.find(sheet);
  return found == sheets.end() ? kNone : found->second;
}

std::string_view ColumnNames::add(CellPlace cell, std::string_view text, bool is_string) {
  if (cell.row != row_) {
    end_row();
    row_ = cell.row;
    has_captions_ = labels_.is_header(cell.row);
    may_be_header_ = has_captions_ || names_.empty();
  }
  if (may_be_header_) {
    may_be_header_ = has_captions_ || (is_string && may_name_column(text));
    if (is_string) cells_.emplace_back(cell.column, text);
  }
  const auto name = names_.find(cell.column);
  return name != names_.end() && !has_captions_ ? name->second : std::string_view();
}

void ColumnNames::end_row() {
  constexpr size_t kFewest = 3;  // columns of a table whose captions are unknown; a form has two
  if (may_be_header_ && (has_captions_ || cells_.size() >= kFewest)) {
    names_ = {cells_.begin(), cells_.end()};
  }
  cells_.clear();
}

}  // namespace redact
