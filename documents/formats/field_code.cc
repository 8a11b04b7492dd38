// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/field_code.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/office_settings.h"
#include "documents/formats/picture.h"

namespace redact {

namespace {

// A word of a field's code, without its quotes.
struct CodeWord {
  size_t begin, end;
  std::string lower;
};

// `is_quoted`: whether the code begins between quotes, and then whether it ends there.
std::vector<CodeWord> words_of_code(std::string_view code, bool& is_quoted) {
  std::vector<CodeWord> words;
  for (size_t at = 0;;) {
    size_t begin = is_quoted ? 0 : std::min(code.find_first_not_of(" \t\r\n", at), code.size());
    if (!is_quoted) {
      is_quoted = code.substr(begin).starts_with('"');
      begin += is_quoted;
    }
    const size_t end =
        std::min(code.find_first_of(is_quoted ? "\"" : " \t\r\n", begin), code.size());
    if (begin == code.size()) return words;
    words.push_back({begin, end, to_lower(code.substr(begin, end - begin))});
    if (end == code.size()) return words;
    at = end + is_quoted;
    is_quoted = false;
  }
}

// Names of fields whose first argument is a bookmark, and of other fields; sorted. FORMTEXT and the
// like have no arguments. A field's code may be divided, so that its first word can be an argument:
// a word that is not the name of a field is read.
constexpr auto kReferring = sorted_words<"ask gotobutton noteref pageref ref set">();
constexpr auto kFields = sorted_words<
    "addressblock advance author autonum autotext barcode bibliography citation comments compare "
    "createdate database date docproperty docvariable edittime embed filename filesize fillin "
    "formcheckbox formdropdown formtext greetingline hyperlink if includepicture includetext index "
    "info keywords lastsavedby link listnum macrobutton mergefield mergerec mergeseq next nextif "
    "numchars numpages numwords page print printdate quote rd revnum savedate section sectionpages "
    "seq skipif styleref subject symbol ta tc template time title toa toc useraddress userinitials "
    "username xe">();
constexpr auto kFormats = sorted_words<
    "alphabetic arabic caps cardtext charformat dollartext firstcap hex lower mergeformat ordinal "
    "ordtext roman upper">();

// The properties of a document that DOCPROPERTY names (ECMA-376, part 1, 17.16.5.16).
constexpr auto kProperties = sorted_words<
    "author bytes category characters characterswithspaces comments company createtime "
    "hyperlinkbase keywords lastprinted lastsavedby lastsavedtime lines manager nameofapplication "
    "odmadocid pages paragraphs revisionnumber security subject template title totaleditingtime "
    "words">();

// The use of an argument of SYMBOL: the number of a character, the name of its font, its size.
Field::Use use_in_symbol(const std::string& word, const std::string& before) {
  constexpr size_t kLongest = 6;  // 0xF0FE
  if (before == "\\f") return Field::Use::kName;
  const bool is_short = word.size() <= kLongest && is_digit(word[0]);
  return is_short && (before == "symbol" || before == "\\s") ? Field::Use::kStandard
                                                             : Field::Use::kRead;
}

Field::Use use_of(const std::vector<CodeWord>& words, size_t i, std::string_view code) {
  const auto& [begin, end, word] = words[i];
  const auto has = [](const auto& list, const std::string& name) {
    return std::ranges::binary_search(list, name);
  };
  if (word.size() == 2 && word[0] == '\\') return Field::Use::kStandard;
  if (i == 0) {
    const bool is_name = has(kReferring, word) || has(kFields, word);
    return is_name ? Field::Use::kStandard : Field::Use::kRead;
  }
  const std::string &before = words[i - 1].lower, &name = words[0].lower;
  if (name == "symbol") return use_in_symbol(word, before);
  if (name == "docproperty" && i == 1 && has(kProperties, word)) return Field::Use::kStandard;
  const bool is_levels =
      word.size() == 3 && is_digit(word[0]) && word[1] == '-' && is_digit(word[2]);
  if (is_levels && before.starts_with('\\'))
    return Field::Use::kStandard;  // of a table of contents
  if (before == "\\*" && has(kFormats, word)) return Field::Use::kStandard;
  if ((before == "\\@" || before == "\\#") && is_picture(word)) return Field::Use::kStandard;
  const bool refers = (i == 1 && has(kReferring, before)) || before == "\\l";
  const bool is_anchor = refers && !is_program_name(code.substr(begin, end - begin));
  return is_anchor ? Field::Use::kAnchor : Field::Use::kRead;
}

}  // namespace

Result<FieldCode> add_field_code(PartList& parts, const TextSegment& segment,
                                 const FieldCode& before) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  const std::string& code = read.text();
  FieldCode added{.is_quoted = before.is_quoted};
  const std::vector<CodeWord> words = words_of_code(code, added.is_quoted);
  std::vector<TextSegment> pieces;
  std::vector<Field::Use> uses;
  size_t at = 0;
  const auto add = [&](size_t end, Field::Use use) {
    size_t begin = std::exchange(at, end);
    if (use == Field::Use::kStandard) return;
    // Blanks and quotes stay, so that words remain apart when one is removed.
    const auto is_between = [](char c) { return is_space(c) || c == '"'; };
    while (begin < end && is_between(code[begin])) ++begin;
    while (begin < end && is_between(code[end - 1])) --end;
    if (begin == end) return;
    const Join first = begin == 0 ? segment.join : std::max(segment.join, Join::kSpace);
    pieces.push_back({.begin = begin,
                      .end = end,
                      .codings = {},
                      .join = pieces.empty() ? first : Join::kSpace,
                      .kind = segment.kind,
                      .place = segment.place});
    uses.push_back(use);
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const Field::Use use = use_of(words, i, code);
    if (use == Field::Use::kRead) continue;
    add(words[i].begin, Field::Use::kRead);
    add(words[i].end, use);
  }
  add(code.size(), Field::Use::kRead);
  added.is_read = std::ranges::count(uses, Field::Use::kRead) > 0;
  added.is_open = !pieces.empty() && pieces.back().end == code.size();
  if (!read.enclose(pieces).ok()) {
    REDACT_TRY(parts.add(segment, Field{}));
    added.is_read = added.is_open = true;
    return added;
  }
  for (size_t i = 0; i < pieces.size(); ++i) REDACT_TRY(parts.add(pieces[i], {uses[i]}));
  return added;
}

}  // namespace redact
