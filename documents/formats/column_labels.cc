// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/column_labels.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/observations.h"

namespace redact {

namespace {

constexpr size_t kLongestCaption = 48;  // bytes

// Whether a text may head a column: a word or some, without a number.
bool may_name_column(std::string_view text) {
  const bool has_letter =
      std::ranges::any_of(text, [](char c) { return is_letter(c) || (c & 0x80) != 0; });
  return has_letter && text.size() <= kLongestCaption && std::ranges::none_of(text, is_digit);
}

// The text before a remark in brackets at its end, and the remark: "Age", "years".
std::pair<std::string_view, std::string_view> without_remark(std::string_view text) {
  const size_t end = text.find_last_not_of(" :*") + 1;
  const bool has_one = end > 0 && (text[end - 1] == ')' || text[end - 1] == ']');
  const size_t begin = has_one ? text.find_last_of("([") : text.npos;
  if (begin == text.npos || begin == 0) return {text, {}};
  return {text.substr(0, begin), text.substr(begin + 1, end - begin - 2)};
}

}  // namespace

const Field* field_of_caption(std::string_view caption) {
  const auto [text, remark] = without_remark(caption);
  if (text.size() > kLongestCaption) return nullptr;
  std::string name;  // in small letters, words with one space between them, without signs behind
  for (const char c : text) {
    const bool is_between = is_space(c) || c == '_' || c == '.' || c == '-' || c == '/';
    if (is_between && !name.empty() && name.back() != ' ') name += ' ';
    if (!is_between) name += to_lower(c);
  }
  const size_t end = name.find_last_not_of(" :*#");
  name.resize(end == name.npos ? 0 : end + 1);
  const std::array<std::string_view, 1> path{name};
  const Field* field =
      column_fields().find(path, [](std::string_view) { return std::string_view(); });
  const bool is_young = field != nullptr && field->label == Label::kAge &&
                        counts_less_than_years(remark);  // such ages identify nobody
  return is_young ? nullptr : field;
}

bool ColumnLabels::is_beside_another(const CellPlace& place) const {
  const auto& [sheet, row, column] = place;
  return captions_.contains({sheet, row, column + 1}) ||
         captions_.contains({sheet, row, column - 1});
}

// Whether another caption, which is not of a header, stands above or below, perhaps behind an empty
// row: a form. `unlike`: with another label.
bool ColumnLabels::is_in_form(const Captions::value_type& caption, bool unlike) const {
  constexpr uint32_t kNear = 2;  // rows
  const auto& [place, field] = caption;
  if (is_beside_another(place)) return false;
  for (uint32_t row = place.row - std::min(kNear, place.row); row <= place.row + kNear; ++row) {
    const auto other = captions_.find({sheet_, row, place.column});
    if (row == place.row || other == captions_.end() || is_beside_another(other->first)) continue;
    if (!unlike || other->second.label != field.label) return true;
  }
  return false;
}

void ColumnLabels::begin_row(uint32_t row) {
  row_ = row;
  beside_ = nullptr;
  is_header_ = is_value_ = false;
  const auto begin = captions_.lower_bound({sheet_, row, 0});
  const auto end = captions_.lower_bound({sheet_, row + 1, 0});
  is_alone_ = begin != end && std::next(begin) == end;
  if (begin == end) return;
  // A name below a caption may be a word of captions, too.
  is_value_ = is_alone_ && columns_.contains(begin->first.column) && !is_in_form(*begin, true);
  if (is_value_) return;
  is_header_ = !is_alone_ || columns_.empty();
  if (is_header_ || is_in_form(*begin, false)) columns_.clear();
  for (auto at = begin; at != end; ++at) {
    if (!is_in_form(*at, false)) columns_[at->first.column] = &at->second;
  }
  is_header_ = is_header_ && !columns_.empty();
}

const Field* ColumnLabels::of(uint32_t row, uint32_t column, bool has_digit) {
  if (row != row_) begin_row(row);
  const auto own = captions_.find({sheet_, row, column});
  if (own != captions_.end() && !is_value_) {
    const bool is_form = is_in_form(*own, false);
    beside_ = is_form || is_alone_ ? &own->second : nullptr;
    needs_digit_ = !is_form;
    caption_ = column;
    return nullptr;
  }
  const Field* field = std::exchange(beside_, nullptr);
  if (field != nullptr && (has_digit || !needs_digit_)) {
    columns_.erase(caption_);
    return field;
  }
  const auto above = columns_.find(column);
  return above != columns_.end() ? above->second : nullptr;
}

std::string_view ColumnNames::add(uint32_t row, uint32_t column, std::string_view text,
                                  bool is_string) {
  if (row != row_) {
    end_row();
    row_ = row;
    has_captions_ = labels_.is_header();
    may_be_header_ = has_captions_ || names_.empty();
  }
  if (may_be_header_) {
    may_be_header_ = has_captions_ || (is_string && may_name_column(text));
    if (is_string) cells_.emplace_back(column, text);
  }
  const auto name = names_.find(column);
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
