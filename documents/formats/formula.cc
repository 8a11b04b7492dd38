// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/formula.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"

namespace redact {

namespace {

struct FormulaPiece {
  enum class Kind { kString, kName, kNumber };
  size_t begin, end;
  Kind kind;
};

bool is_of_name(char c) { return is_alphanumeric(c) || c == '_' || c == '\\' || (c & 0x80) != 0; }

// $B$12 or B12, without its signs.
bool is_cell_reference(std::string_view word) {
  const auto letters =
      static_cast<size_t>(std::ranges::find_if_not(word, is_letter) - word.begin());
  return letters > 0 && letters <= 3 && std::ranges::all_of(word.substr(letters), is_digit);
}

// .B12 or .$B$12:.C13: cells of the same sheet, as OpenDocument writes them.
bool is_range(std::string_view text) {
  std::string word;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(':', at), text.size());
    word = text.substr(at, end - at);
    std::erase(word, '$');
    if (!word.starts_with('.') || !is_cell_reference(std::string_view(word).substr(1)))
      return false;
    at = end + 1;
  }
  return true;
}

class FormulaScan {
 public:
  explicit FormulaScan(std::string_view text) : text_(text) {}

  std::vector<FormulaPiece> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        const size_t begin = at_;
        skip_quoted();
        pieces_.push_back({begin, at_, FormulaPiece::Kind::kString});
      } else if (c == '\'') {
        const size_t begin = at_ + 1;
        skip_quoted();
        add_sheets(begin, std::max(begin, at_ - 1));
      } else if (c == '[') {
        columns();
      } else if (is_of_name(c)) {
        word();
      } else {
        ++at_;
      }
    }
    return std::move(pieces_);
  }

 private:
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

  void add_name(size_t begin, size_t end) {
    if (begin < end) pieces_.push_back({begin, end, FormulaPiece::Kind::kName});
  }

  // The names of sheets between quotes: 'Ward 3:Ward 5', '[1]Ward 3'.
  void add_sheets(size_t begin, size_t end) {
    const std::string_view inside = text_.substr(begin, end - begin);
    const size_t book = inside.rfind(']');
    if (book != inside.npos) {
      const size_t open = inside.find('[');
      if (open < book) add_book(begin + open + 1, begin + book);
      add_name(begin, begin + std::min(open, book));  // its folder
      begin += book + 1;
    }
    for (size_t at = begin; at < end;) {
      const size_t next = std::min(text_.find(':', at), end);
      add_name(at, next);
      at = next + 1;
    }
  }

  // A number in brackets is that of a linked file.
  void add_book(size_t begin, size_t end) {
    const std::string_view inside = text_.substr(begin, end - begin);
    if (!std::ranges::all_of(inside, is_digit) && !is_range(inside)) add_name(begin, end);
  }

  // [Column], [[#All],[Column]:[Other]]: names between brackets.
  void columns() {
    size_t begin = ++at_;
    const auto add = [&] {
      const bool is_word = text_.substr(begin).starts_with('#');
      begin += text_.substr(begin).starts_with('@');
      if (!is_word) add_book(begin, at_);
    };
    for (size_t depth = 1; depth > 0 && at_ < text_.size(); ++at_) {
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

  void word() {
    const size_t begin = at_;
    while (at_ < text_.size() && (is_of_name(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (std::ranges::all_of(word, is_digit)) {
      pieces_.push_back({begin, at_, FormulaPiece::Kind::kNumber});
      return;
    }
    if (begin == 0 && text_.substr(at_).starts_with(":=")) return;  // the language of the formula
    const bool is_sheet = text_.substr(at_).starts_with('!');
    const bool is_function = text_.substr(at_).starts_with('(');
    const bool is_value = is_digit(word[0]) || word == "TRUE" || word == "FALSE";
    const bool is_cell = is_cell_reference(word);
    if (is_sheet || (!is_function && !is_value && !is_cell)) add_name(begin, at_);
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<FormulaPiece> pieces_;
};

// Whether a string may say something: most are empty, or signs between others.
bool has_words(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return is_of_name(c); });
}

}  // namespace

Result<void> add_formula(PartList& parts, const TextSegment& segment) {
  using Kind = FormulaPiece::Kind;
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  const std::string_view text = read.text();
  std::vector<FormulaPiece> found = FormulaScan(text).run();
  std::erase_if(found, [&](const FormulaPiece& piece) {
    return !has_words(text.substr(piece.begin, piece.end - piece.begin));
  });
  std::vector<TextSegment> pieces;
  for (const FormulaPiece& piece : found) {
    Codings codings;
    if (piece.kind == Kind::kString) codings.push_back({.codec = Codec::kTableField});
    // Beside the text of the cells, like an attribute.
    pieces.push_back(
        {piece.begin, piece.end, codings, Join::kPassage, SegmentKind::kAttribute, segment.place});
  }
  if (!read.enclose(pieces).ok()) return parts.add(segment, Field{});
  for (size_t i = 0; i < pieces.size(); ++i) {
    const FormulaPiece& piece = found[i];
    if (piece.kind == Kind::kString) {
      REDACT_TRY(parts.add(pieces[i], Field{}));
    } else if (piece.kind == Kind::kNumber) {
      REDACT_TRY(parts.add_number(pieces[i], text.substr(piece.begin, piece.end - piece.begin)));
    } else {
      REDACT_TRY(parts.add(pieces[i], {.use = Field::Use::kName, .holds = Field::Holds::kAnchor}));
    }
  }
  return {};
}

}  // namespace redact
