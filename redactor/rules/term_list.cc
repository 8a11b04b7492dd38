// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/term_list.h"

#include <algorithm>

#include "redactor/files/file_io.h"
#include "redactor/span/merge_spans.h"
#include "redactor/text/code_points.h"
#include "redactor/text/words.h"

namespace redact {

namespace {

constexpr size_t kMaxGap = 3;        // bytes between two words of a term: ", " or " - "
constexpr size_t kMaxIndent = 12;    // bytes between the words of two lines
constexpr size_t kMinNamePart = 3;   // letters of a surname that is looked for by itself
constexpr size_t kMaxDateWords = 6;  // "el 3 de mayo de 2020"

// Whether what lies between two words may lie inside a term: a little, or one end of a line.
bool joins(std::string_view gap) {
  if (gap.find_first_not_of(" \t\r\n") == gap.npos) {
    return gap.size() <= kMaxIndent && std::count(gap.begin(), gap.end(), '\n') <= 1;
  }
  return gap.size() <= kMaxGap && gap.find_first_of("\n\r;:!?\"") == gap.npos;
}

// The lines of a list, each with its number from 1.
template <typename Add>
Result<TermList> read_lines(const std::string& path, Add add) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  TermList list;
  size_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    std::string_view line = std::string_view(content).substr(at, end - at);
    at = end + 1;
    ++number;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line[0] == '#') continue;
    if (!CodePointCounter::is_valid(line)) {
      return Error{ErrorKind::kBadInput, "list line " + std::to_string(number), "is not UTF-8"};
    }
    REDACT_TRY(add(list, line, "list line " + std::to_string(number)));
  }
  return list;
}

}  // namespace

Result<TermList> TermList::read_deny(const std::string& path) {
  return read_lines(
      path, [](TermList& list, std::string_view line, const std::string& where) -> Result<void> {
        const size_t tab = line.find('\t');
        if (tab == line.npos)
          return Error{ErrorKind::kBadInput, where, "is not LABEL, a tab and a term"};
        const auto label = find_label(line.substr(0, tab));
        if (!label) return Error{ErrorKind::kBadInput, where, "begins with no label"};
        list.add(line.substr(tab + 1), *label);
        return {};
      });
}

Result<TermList> TermList::read_allow(const std::string& path) {
  return read_lines(path, [](TermList& list, std::string_view line, const std::string&) {
    list.add(line, Label::kOther);
    return Result<void>();
  });
}

void TermList::add(std::string_view term, Label label) {
  std::string key = squeeze(term);
  if (key.empty()) return;
  longest_ = std::max(longest_, key.size());
  terms_.insert_or_assign(std::move(key), Term{label, false});
}

void TermList::add_known(std::string_view value, Label label) {
  add(value, label);
  if (is_name(label)) {
    for (const Word& word : find_words(value)) {
      std::string key = fold(value, word);
      const bool long_enough = word.end - word.begin >= kMinNamePart;
      if (long_enough && is_capital(value, word.begin))
        terms_.emplace(std::move(key), Term{label, true});
    }
  }
  if (label == Label::kDate) {
    const auto date = DateParts::read(value, order_);
    if (date && date->has_day() && date->has_year()) dates_.push_back({date->day(), label});
  }
}

std::vector<Span> TermList::find(std::string_view text, SpanSource source) const {
  std::vector<Span> found;
  if (terms_.empty()) return found;
  const std::vector<Word> words = find_words(text);
  size_t date_end = 0;  // where the last date ended: another begins behind it
  for (size_t i = 0; i < words.size(); ++i) {
    std::string key;
    const bool may_be_date = !dates_.empty() && words[i].begin >= date_end;
    for (size_t j = i; j < words.size(); ++j) {
      if (j > i && !joins(text.substr(words[j - 1].end, words[j].begin - words[j - 1].end))) break;
      key += fold(text, words[j]);
      const bool date_goes_on = may_be_date && j - i < kMaxDateWords;
      if (key.size() > longest_ && !date_goes_on) break;
      const auto hit = [&](Label label) {
        found.push_back({words[i].begin, words[j].end, label, 0, source});
      };
      const auto term = terms_.find(key);
      if (term != terms_.end() && (!term->second.capital || is_capital(text, words[i].begin))) {
        hit(term->second.label);
      }
      if (!date_goes_on) continue;
      const auto date =
          DateParts::read(text.substr(words[i].begin, words[j].end - words[i].begin), order_);
      if (!date || !date->has_day() || !date->has_year()) continue;
      for (const auto& [day, label] : dates_) {
        if (day != date->day()) continue;
        hit(label);
        date_end = words[j].end;
      }
    }
  }
  return merge_spans(std::move(found));
}

}  // namespace redact
