// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/formula.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/picture.h"
#include "language/month_names.h"
#include "language/weekday_names.h"
#include "language/words.h"

namespace redact {

namespace {

struct FormulaPiece {
  enum class Kind { kString, kName, kFile, kNumber };
  size_t begin, end;
  Kind kind;
  Codec codec = Codec::kVerbatim;
};

bool is_of_name(char c) { return is_alphanumeric(c) || c == '_' || c == '\\' || !is_ascii(c); }

// $B$12 or B12, without its signs.
bool is_cell_reference(std::string_view word) {
  const auto letters =
      static_cast<size_t>(std::ranges::find_if_not(word, is_letter) - word.begin());
  return letters > 0 && letters <= 3 && all_digits(word.substr(letters));
}

class FormulaScan {
 public:
  FormulaScan(std::string_view text, FormulaForm form) : text_(text), form_(form) {}

  std::vector<FormulaPiece> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        add_string();
      } else if (c == '\'') {
        const size_t begin = at_ + 1;
        skip_quoted();
        add_sheets(begin, std::max(begin, at_ - 1));
      } else if (c == '[') {
        form_ == FormulaForm::kExcel ? columns() : addresses();
      } else if (is_of_name(c)) {
        word();
      } else {
        ++at_;
      }
    }
    return std::move(pieces_);
  }

  // The strings of a number format. Its brackets hold colours, conditions, units of time,
  // currencies and languages ([Red], [>=100], [h], [$-407]); its letters say how dates and numbers
  // look.
  std::vector<FormulaPiece> run_number_format() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        add_string();
      } else if (c == '[') {
        at_ = std::min(text_.find(']', at_), text_.size());
      } else {
        at_ += c == '\\' ? 2 : 1;
      }
    }
    return std::move(pieces_);
  }

  // Whether the formula has named or shown a cell so far.
  bool refers() const { return refers_; }

  std::vector<FormulaPiece> run_addresses() {
    for (; at_ < text_.size(); ++at_) addresses();
    return std::move(pieces_);
  }

 private:
  void add_string() {
    const size_t begin = at_;
    skip_quoted();
    pieces_.push_back({begin, at_, FormulaPiece::Kind::kString, Codec::kTableField});
  }

  // To the end of a text in quotes, in which two of them stand for one.
  void skip_quoted() {
    const char quote = text_[at_++];
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != quote) continue;
      if (at_ + 1 == text_.size() || text_[at_ + 1] != quote) break;
      ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void add_name(size_t begin, size_t end, Codec codec = Codec::kVerbatim,
                FormulaPiece::Kind kind = FormulaPiece::Kind::kName) {
    refers_ = true;
    if (begin < end) pieces_.push_back({begin, end, kind, codec});
  }
  // The file of a name between apostrophes.
  void add_file(size_t begin, size_t end) {
    add_name(begin, end, Codec::kSheetName, FormulaPiece::Kind::kFile);
  }

  // The names of sheets between quotes: 'Ward 3:Ward 5', '[1]Ward 3'.
  void add_sheets(size_t begin, size_t end) {
    const std::string_view inside = text_.substr(begin, end - begin);
    const size_t book = inside.rfind(']');
    if (book != inside.npos) {
      const size_t open = inside.find('[');
      add_file(begin, begin + std::min(open, book));  // its folder
      // A number in brackets is that of a linked file.
      if (open < book && !is_number(begin + open + 1, begin + book)) {
        add_file(begin + open + 1, begin + book);
      }
      begin += book + 1;
    }
    for (size_t at = begin; at < end;) {
      const size_t next = std::min(text_.find(':', at), end);
      add_name(at, next, Codec::kSheetName);
      at = next + 1;
    }
  }

  bool is_number(size_t begin, size_t end) const {
    return all_digits(text_.substr(begin, end - begin));
  }

  // Table[Column], [[#All],[Column]:[Other]], [Book.xlsx]Sheet, [1]Sheet: names between brackets,
  // and the number of a linked file.
  void columns() {
    const bool is_of_table = at_ > 0 && is_of_name(text_[at_ - 1]);
    size_t begin = ++at_, depth = 1;
    refers_ = true;
    const auto add = [&] {
      const bool is_word = text_.substr(begin).starts_with('#');
      begin += text_.substr(begin).starts_with('@');
      const bool is_link = !is_of_table && depth == 1 && is_number(begin, at_);
      if (is_word || is_link) return;
      const bool is_book = at_ + 1 < text_.size() && is_of_name(text_[at_ + 1]);
      if (is_book) {
        add_name(begin, at_, Codec::kVerbatim, FormulaPiece::Kind::kFile);
      } else {
        add_name(begin, at_, Codec::kColumnName);
      }
    };
    for (; depth > 0 && at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\'' && at_ + 1 < text_.size()) {
        ++at_;
      } else if (c == '[') {
        ++depth;
        begin = at_ + 1;
      } else if (c == ']') {
        if (begin < at_) add();
        --depth;
        begin = text_.size();
      }
    }
  }

  // Places up to a bracket or the end: a file in quotes with #, a sheet, perhaps in quotes, and a
  // cell behind a point.
  void addresses() {
    for (; at_ < text_.size() && text_[at_] != ']';) {
      const char c = text_[at_];
      const size_t begin = at_ + (c == '\'' || c == '.');
      if (c == '\'') {
        skip_quoted();
        const bool is_file = text_.substr(at_).starts_with('#');
        add_name(begin, std::max(begin, at_ - 1), Codec::kSheetName,
                 is_file ? FormulaPiece::Kind::kFile : FormulaPiece::Kind::kName);
      } else if (c == '.' || is_of_name(c)) {
        for (at_ = begin; at_ < text_.size() && is_of_address(text_[at_], c);) ++at_;
        std::string word(text_.substr(begin, at_ - begin));
        std::erase(word, '$');
        const bool is_sheet = c != '.' && text_.substr(at_).starts_with('.');
        const bool is_cell = is_cell_reference(word) || all_digits(word);
        refers_ |= is_cell;
        if (is_sheet || !is_cell) add_name(begin, at_);
      } else {
        ++at_;
      }
    }
  }
  static bool is_of_address(char c, char first) {
    return is_of_name(c) || (c == '$' && first == '.');
  }

  void word() {
    const size_t begin = at_;
    while (at_ < text_.size() && (is_of_name(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.find_first_not_of("0123456789.") == word.npos) {
      refers_ |= is_row(begin);
      if (!is_row(begin)) pieces_.push_back({begin, at_, FormulaPiece::Kind::kNumber});
      return;
    }
    if (begin == 0 && text_.substr(at_).starts_with(":=")) return;  // the language of the formula
    const bool is_sheet = text_.substr(at_).starts_with('!');
    const bool is_function = text_.substr(at_).starts_with('(');
    const bool is_value = is_digit(word[0]) || word == "TRUE" || word == "FALSE";
    const bool is_cell = is_cell_reference(word);
    refers_ |= is_cell && !is_function;
    if (is_sheet || (!is_function && !is_value && !is_cell)) add_name(begin, at_);
  }

  // Whether the number from `begin` to here is a row, as in $B$12 and 2:12.
  bool is_row(size_t begin) const {
    const char before = begin > 0 ? text_[begin - 1] : ' ';
    return before == '$' || before == ':' || text_.substr(at_).starts_with(':');
  }

  std::string_view text_;
  FormulaForm form_;
  size_t at_ = 0;
  bool refers_ = false;
  std::vector<FormulaPiece> pieces_;
};

// Whether a string may say something: most are empty, or signs between others.
bool has_words(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return is_of_name(c); });
}

// Whether a string is a place, which INDIRECT and HYPERLINK read: 'Ward 3'!B2, #Ward!$A$1.
bool is_place(std::string_view text) {
  const size_t sign = text.rfind('!');
  if (sign == text.npos || text.find('"') != text.npos) return false;
  std::string cell(text.substr(sign + 1, text.find(':', sign) - sign - 1));
  std::erase(cell, '$');
  const size_t begin = text.starts_with('#');
  const std::string_view sheet = text.substr(begin, sign - begin);
  const bool is_quoted = sheet.size() > 2 && sheet.front() == '\'' && sheet.back() == '\'';
  return is_cell_reference(cell) && (is_quoted || std::ranges::all_of(sheet, is_of_name));
}

// Whether a string is the name of a month or a weekday.
bool is_of_calendar(std::string_view text) {
  const std::string word = fold(text);
  return find_month(word, {}) || find_weekday(word, {});
}

// The pieces of a formula that may say something. A string may be a picture of a date, have the
// names of a place, or be a condition with a number (<=45645).
std::vector<FormulaPiece> said_by(std::string_view text, const std::vector<FormulaPiece>& found) {
  using Kind = FormulaPiece::Kind;
  constexpr ptrdiff_t kFewestDays = 3;  // of a list for CHOOSE; one may be a name: April
  const auto inside = [&](const FormulaPiece& piece) {
    return text.substr(piece.begin + 1, std::max(piece.end - piece.begin, size_t{2}) - 2);
  };
  const auto is_day = [&](const FormulaPiece& piece) {
    return piece.kind == Kind::kString && is_of_calendar(inside(piece));
  };
  const bool is_list_of_days = std::ranges::count_if(found, is_day) >= kFewestDays;
  std::vector<FormulaPiece> said;
  for (const FormulaPiece& piece : found) {
    if (!has_words(text.substr(piece.begin, piece.end - piece.begin))) continue;
    const std::string_view string = piece.kind == Kind::kString ? inside(piece) : "";
    const size_t sign = std::min(string.find_first_not_of("<>="), string.size());
    const bool is_condition = string.starts_with('<') || string.starts_with('>');
    if (is_condition && !string.starts_with("<>") && read_number(string.substr(sign))) {
      said.push_back({piece.begin + 1 + sign, piece.end - 1, Kind::kNumber});
    } else if (is_place(string)) {
      for (FormulaPiece& name : FormulaScan(string, FormulaForm::kExcel).run()) {
        name.begin += piece.begin + 1, name.end += piece.begin + 1;
        said.push_back(name);
      }
    } else if (string.empty() || !(is_picture(string) || (is_list_of_days && is_day(piece)))) {
      said.push_back(piece);
    }
  }
  return said;
}

// `is_of_dates`: its numbers are dates or parts of them.
Result<void> add_pieces(PartList& parts, const TextSegment& segment, const SegmentText& read,
                        const std::vector<FormulaPiece>& scanned, bool is_of_dates = false) {
  using Kind = FormulaPiece::Kind;
  const std::string_view text = read.text();
  const std::vector<FormulaPiece> found = said_by(text, scanned);
  std::vector<TextSegment> pieces;
  for (const FormulaPiece& piece : found) {
    Codings codings;
    if (piece.codec != Codec::kVerbatim) codings.push_back({.codec = piece.codec});
    // Beside the text of the cells, like an attribute.
    pieces.push_back(
        {piece.begin, piece.end, codings, Join::kPassage, SegmentKind::kAttribute, segment.place});
  }
  if (!read.enclose(pieces).ok()) return parts.add(segment, Field{});
  for (size_t i = 0; i < pieces.size(); ++i) {
    const FormulaPiece& piece = found[i];
    if (piece.kind == Kind::kString) {
      REDACT_TRY(parts.add(pieces[i], Field{}));
    } else if (piece.kind == Kind::kNumber && is_of_dates) {
      REDACT_TRY(parts.add(
          pieces[i],
          {.use = Field::Use::kHide, .label = Label::kDate, .holds = Field::Holds::kLoneNumber}));
    } else if (piece.kind == Kind::kNumber) {
      REDACT_TRY(parts.add_number(pieces[i], text.substr(piece.begin, piece.end - piece.begin),
                                  nullptr, Field::Holds::kLoneNumber));
    } else {
      // The path of a file is text, but a tag cannot stand in it.
      const auto use = piece.kind == Kind::kFile ? Field::Use::kRead : Field::Use::kName;
      REDACT_TRY(parts.add(pieces[i], {.use = use, .holds = Field::Holds::kAnchor}));
    }
  }
  return {};
}

// Whether a formula says a part of a date, and is no difference.
bool says_part_of_date(std::string_view formula) {
  constexpr auto kParts = word_list<"year month day weekday weeknum isoweeknum">();
  if (formula.find('-') != formula.npos) return false;
  const std::string text = to_lower(formula);
  for (size_t open = text.find('('); open != text.npos; open = text.find('(', open + 1)) {
    size_t begin = open;
    while (begin > 0 && is_of_name(text[begin - 1])) --begin;
    if (is_among(std::string_view(text).substr(begin, open - begin), kParts)) return true;
  }
  return false;
}

}  // namespace

Result<void> add_formula(PartList& parts, const TextSegment& segment, FormulaForm form,
                         bool is_of_dates) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  return add_pieces(parts, segment, read, FormulaScan(read.text(), form).run(), is_of_dates);
}

Result<FormulaUse> add_cell_formula(PartList& parts, const TextSegment& formula,
                                    const TextSegment& whole, FormulaForm form, bool is_hidden,
                                    bool is_one_unit) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), formula));
  FormulaScan scan(read.text(), form);
  const std::vector<FormulaPiece> pieces = scan.run();
  if (is_hidden && !scan.refers()) {
    const bool has_strings = read.text().find('"') != std::string::npos;
    if (is_one_unit && !has_strings) return FormulaUse::kSaysValue;
    REDACT_TRY(parts.remove(whole, {}));
    return FormulaUse::kHasParts;
  }
  const size_t n_before = parts.n_parts();
  REDACT_TRY(add_pieces(parts, formula, read, pieces));
  if (says_part_of_date(read.text())) return FormulaUse::kSaysPart;
  return parts.n_parts() > n_before ? FormulaUse::kHasParts : FormulaUse::kNone;
}

Result<void> add_number_format(PartList& parts, const TextSegment& segment) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  return add_pieces(parts, segment, read,
                    FormulaScan(read.text(), FormulaForm::kExcel).run_number_format());
}

Result<void> add_cell_addresses(PartList& parts, const TextSegment& segment) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  return add_pieces(parts, segment, read,
                    FormulaScan(read.text(), FormulaForm::kOpenDocument).run_addresses());
}

}  // namespace redact
