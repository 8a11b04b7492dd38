// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/pretokenize.h"

#include <utf8proc.h>

#include <functional>
#include <span>

#include "base/utf8.h"

namespace redact {

namespace {

enum class Kind : unsigned char { kLetter, kNumber, kSpace, kSymbol };

struct Unit {
  int32_t point;
  size_t begin;  // byte
  Kind kind;
  // Whether the unit may be in the upper-case part of a word such as "Ana" (Lu, Lt), in its
  // lower-case part (Ll), or in both: letters without case (Lm, Lo) and combining marks.
  bool upper, lower;
};

bool is_white_space(int32_t point, utf8proc_category_t category) {
  return (point >= 9 && point <= 13) || point == 0x85 || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

std::vector<Unit> units_of(std::string_view text) {
  std::vector<Unit> units;
  units.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    Unit out{unit.code_point, at, Kind::kSymbol, false, false};
    if (unit.code_point >= 0) {
      const auto category = utf8proc_category(unit.code_point);
      if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) {
        out.kind = Kind::kLetter;
        out.upper = category != UTF8PROC_CATEGORY_LL;
        out.lower = category != UTF8PROC_CATEGORY_LU && category != UTF8PROC_CATEGORY_LT;
      } else if (category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME) {
        out.upper = out.lower = true;
      } else if (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) {
        out.kind = Kind::kNumber;
      } else if (is_white_space(unit.code_point, category)) {
        out.kind = Kind::kSpace;
      }
    }
    units.push_back(out);
    at += unit.n_bytes;
  }
  return units;
}

// A scanner over the units: each rule returns the length, in units, of the word at `at`.
class Scanner {
 public:
  explicit Scanner(std::span<const Unit> units) : units_(units) {}

  size_t gpt2(size_t at) const {
    if (const size_t n = clitic(at, false)) return n;
    const size_t lead = at + (point(at) == ' ' && kind_is_not_space(at + 1) ? 1 : 0);
    if (kind_is_not_space(lead)) return run(lead, units_[lead].kind) - at;
    return spaces(at);
  }

  // max_numbers: the maximum numbers in a word.
  size_t llama3(size_t at, size_t max_numbers) const {
    if (const size_t n = clitic(at, true)) return n;
    // One unit that is not a line end, letter or number may precede a sequence of letters.
    const bool leads = !newline(at) && !is(at, Kind::kLetter) && !is(at, Kind::kNumber);
    const size_t letters = at + (leads ? 1 : 0);
    if (is(letters, Kind::kLetter)) return run(letters, Kind::kLetter) - at;
    if (const size_t n = numbers(at, max_numbers)) return n;
    if (const size_t n = symbols(at, false)) return n;
    return lines(at);
  }

  // Like llama3; a word of letters and marks also ends where the case changes (see cased_word), and
  // a clitic is the end of a word or nothing.
  size_t cased(size_t at, size_t max_numbers, bool clitics) const {
    const bool leads = is(at, Kind::kSpace) ? !newline(at) : is(at, Kind::kSymbol) && !mark(at);
    const size_t lead = leads ? 1 : 0;
    if (const size_t n = cased_word(at + lead)) {
      return lead + n + (clitics ? clitic(at + lead + n, true) : 0);
    }
    if (const size_t n = numbers(at, max_numbers)) return n;
    if (const size_t n = symbols(at, true)) return n;
    return lines(at);
  }

 private:
  bool is(size_t i, Kind kind) const { return i < units_.size() && units_[i].kind == kind; }
  bool kind_is_not_space(size_t i) const {
    return i < units_.size() && units_[i].kind != Kind::kSpace;
  }
  int32_t point(size_t i) const { return i < units_.size() ? units_[i].point : -1; }
  bool newline(size_t i) const { return point(i) == '\r' || point(i) == '\n'; }
  bool mark(size_t i) const { return is(i, Kind::kSymbol) && units_[i].upper; }

  size_t run(size_t i, Kind kind) const {
    while (is(i, kind)) ++i;
    return i;
  }

  // At most max_numbers numbers, so that many digits stay linear.
  size_t numbers(size_t at, size_t max_numbers) const {
    size_t n = 0;
    while (n < max_numbers && is(at + n, Kind::kNumber)) ++n;
    return n;
  }

  // A run of white space, without its last unit if a word follows.
  size_t spaces(size_t at) const {
    const size_t end = run(at, Kind::kSpace);
    return end < units_.size() && end - at > 1 ? end - at - 1 : end - at;
  }

  // A run of symbols, with one space before it and the line ends after it (for tekken and gpt-4o,
  // slashes too); 0 if there is none.
  size_t symbols(size_t at, bool slashes) const {
    const size_t first = at + (point(at) == ' ' ? 1 : 0);
    if (!is(first, Kind::kSymbol)) return 0;
    size_t end = run(first, Kind::kSymbol);
    while (newline(end) || (slashes && point(end) == '/')) ++end;
    return end - at;
  }

  // A run of white space up to and including its last line end; like `spaces` if it has none.
  size_t lines(size_t at) const {
    for (size_t i = run(at, Kind::kSpace); i > at; --i) {
      if (newline(i - 1)) return i - at;
    }
    return spaces(at);
  }

  // 's 't 're 've 'm 'll 'd; 0 if there is none. With any_case, case is folded in ASCII and for
  // U+017F, which folds to s.
  size_t clitic(size_t at, bool any_case) const {
    if (point(at) != '\'') return 0;
    const auto letter = [&](size_t i) {
      const int32_t c = point(i);
      if (any_case && c >= 'A' && c <= 'Z') return c + 32;
      return any_case && c == 0x17f ? static_cast<int32_t>('s') : c;
    };
    const int32_t a = letter(at + 1), b = letter(at + 2);
    if (a == 's' || a == 't' || a == 'm' || a == 'd') return 2;
    if ((a == 'r' && b == 'e') || (a == 'v' && b == 'e') || (a == 'l' && b == 'l')) return 3;
    return 0;
  }

  // The length of a match of upper* lower+, else of upper+ lower*, as a backtracking regex matches
  // them: all of "Ana" and "ANA", and the "ANª" of "ANªNA", whose ordinal is the last unit that may
  // be lower case. 0 without a match.
  size_t cased_word(size_t at) const {
    size_t end = at;
    size_t both = 0;  // the end of the last unit of the run that may be lower case as well
    for (; end < units_.size() && units_[end].upper; ++end) {
      if (units_[end].lower) both = end + 1;
    }
    if (end < units_.size() && units_[end].lower) {
      while (end < units_.size() && units_[end].lower) ++end;
      return end - at;
    }
    return (both > 0 ? both : end) - at;
  }

  std::span<const Unit> units_;
};

bool deepseek_punctuation(const Unit& u) {
  const int32_t c = u.point;
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '~') || (c >= 0xff01 && c <= 0xff0f) ||
         (c >= 0xff1a && c <= 0xff5e) || (c >= 0x2018 && c <= 0x201f) ||
         (c >= 0x3000 && c <= 0x3002);
}

bool deepseek_ideograph(const Unit& u) {
  return (u.point >= 0x800 && u.point <= 0x9fa5) || (u.point >= 0xac00 && u.point <= 0xd7ff);
}

// deepseek-llm is six patterns applied one after another, each to the pieces that those before it
// left: single line ends; cased letters with one space before them; punctuation likewise; white
// space at the end of a piece; ideographs; numbers. Returns the ends of words, in units.
class DeepseekSplitter {
 public:
  explicit DeepseekSplitter(const std::vector<Unit>& units) : units_(units) {}

  std::vector<size_t> split() {
    ends_ = {units_.size()};
    isolate([](const Unit& u) { return u.point == '\r' || u.point == '\n'; }, false, 1);
    isolate([](const Unit& u) { return u.upper != u.lower; }, true, SIZE_MAX);
    isolate(deepseek_punctuation, true, SIZE_MAX);
    isolate_trailing_space();
    isolate(deepseek_ideograph, false, SIZE_MAX);
    isolate([](const Unit& u) { return u.kind == Kind::kNumber; }, false, SIZE_MAX);
    return std::move(ends_);
  }

 private:
  void isolate(const std::function<bool(const Unit&)>& matches, bool space_before, size_t most) {
    std::vector<size_t> out;
    size_t begin = 0;
    for (const size_t end : ends_) {
      for (size_t i = begin; i < end;) {
        const bool space =
            space_before && units_[i].kind == Kind::kSpace && i + 1 < end && matches(units_[i + 1]);
        size_t j = i + (space ? 1 : 0);
        const size_t first = j;
        while (j < end && j - first < most && matches(units_[j])) ++j;
        if (j == first) {
          ++i;
          continue;
        }
        if (i > begin) out.push_back(i);
        out.push_back(j);
        begin = i = j;
      }
      if (begin < end) out.push_back(end);
      begin = end;
    }
    ends_ = std::move(out);
  }

  void isolate_trailing_space() {
    std::vector<size_t> out;
    size_t begin = 0;
    for (const size_t end : ends_) {
      size_t i = end;
      while (i > begin && units_[i - 1].kind == Kind::kSpace) --i;
      if (i > begin && i < end) out.push_back(i);
      out.push_back(end);
      begin = end;
    }
    ends_ = std::move(out);
  }

  const std::vector<Unit>& units_;
  std::vector<size_t> ends_;
};

// Splits off digits one by one and applies gpt-2 to the pieces between them. The end of a piece
// counts as the end of the text, so white space before a digit is one word.
void split_digits(std::span<const Unit> units, std::vector<size_t>& ends) {
  for (size_t begin = 0; begin < units.size();) {
    size_t end = begin;
    while (end < units.size() && units[end].kind != Kind::kNumber) ++end;
    const Scanner scanner(units.first(end));
    while (begin < end) ends.push_back(begin += scanner.gpt2(begin));
    if (end < units.size()) ends.push_back(begin = end + 1);
  }
}

// The ends of words, in units.
std::vector<size_t> split_units(SplitRule rule, const std::vector<Unit>& units) {
  std::vector<size_t> ends;
  if (rule == SplitRule::kDeepseekLlm) return DeepseekSplitter(units).split();
  if (rule == SplitRule::kSmolLm) {
    split_digits(units, ends);
    return ends;
  }
  const Scanner scanner(units);
  for (size_t at = 0; at < units.size(); ends.push_back(at)) {
    switch (rule) {
      case SplitRule::kGpt2: at += scanner.gpt2(at); break;
      case SplitRule::kTekken: at += scanner.cased(at, 1, false); break;
      case SplitRule::kGpt4o: at += scanner.cased(at, 3, true); break;
      case SplitRule::kQwen2: at += scanner.llama3(at, 1); break;
      default: at += scanner.llama3(at, 3); break;
    }
  }
  return ends;
}

}  // namespace

std::vector<size_t> split_words(SplitRule rule, std::string_view text) {
  const std::vector<Unit> units = units_of(text);
  if (units.empty()) return {};
  std::vector<size_t> ends = split_units(rule, units);
  for (size_t& end : ends) end = end < units.size() ? units[end].begin : text.size();
  return ends;
}

}  // namespace redact
