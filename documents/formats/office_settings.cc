// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/office_settings.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/picture.h"
#include "documents/formats/take.h"

namespace redact {

namespace {

// Beginnings of the namespaces of the standard, in both its forms, and of its extensions.
constexpr auto kSpaces = std::to_array<std::string_view>(
    {"http://purl.oclc.org/ooxml/", "http://purl.org/dc/", "http://schemas.microsoft.com/",
     "http://schemas.openxmlformats.org/", "http://www.w3.org/", "urn:microsoft.com/",
     "urn:schemas-microsoft-com:"});
// The values of a switch, and the empty value.
constexpr auto kSwitches =
    std::to_array<std::string_view>({"", "auto", "false", "none", "off", "on", "true"});
constexpr size_t kNameNumber = 3;    // digits in a name: a person's number has more
constexpr size_t kWordsNumber = 10;  // digits of a bookmark that Word made: _Toc448309781
constexpr std::string_view kOldestShown = "89";  // a greater number may be an age that identifies
// Signs between the words of a name. Tags of a policy contain other signs, so they are read as
// text.
constexpr std::string_view kNameSigns = " _-.,:;%()/#";

std::vector<std::string_view> split_at_spaces(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::string_view word = take(text, ' ');
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

class Settings {
 public:
  explicit Settings(std::string_view lines) {
    while (!lines.empty()) {
      const std::string_view line = take(lines, '\n');
      const size_t colon = line.find(':');
      if (line.starts_with('#') || colon == line.npos) continue;
      std::string_view attributes = line.substr(0, colon);
      const auto values = split_at_spaces(line.substr(colon + 1));
      constexpr std::string_view kInWords = "in words ";
      const bool in_words = attributes.starts_with(kInWords);
      if (attributes == "words") {
        words_.insert(values.begin(), values.end());
        continue;
      }
      if (in_words) attributes.remove_prefix(kInWords.size());
      for (const std::string_view attribute : split_at_spaces(attributes)) {
        for (const std::string_view element : values) {
          (in_words ? named_ : any_).insert(key(attribute, element));
        }
      }
    }
  }

  bool may_hold_anything(std::string_view element, std::string_view attribute) const {
    return any_.contains(key(attribute, element)) || any_.contains(key(attribute, "*"));
  }
  bool may_hold_words(std::string_view element, std::string_view attribute) const {
    return named_.contains(key(attribute, element)) || named_.contains(key(attribute, "*"));
  }
  bool is_word(const std::string& word) const { return words_.contains(word); }

 private:
  static std::string key(std::string_view attribute, std::string_view element) {
    return std::string(attribute) + '@' + std::string(element);
  }

  std::unordered_set<std::string> any_, named_;
  std::unordered_set<std::string_view> words_;  // of the list
};

const Settings& settings() {
  static const Settings all(docx_setting_list());
  return all;
}

// Of the elements of SpreadsheetML and its extensions.
const Settings& sheet_settings() {
  static const Settings all(xlsx_setting_list());
  return all;
}

bool is_known_space(std::string_view uri) {
  return uri.find(' ') == uri.npos &&
         std::any_of(kSpaces.begin(), kSpaces.end(),
                     [uri](std::string_view space) { return uri.starts_with(space); });
}

// The id of a shape or of a relationship that Word numbers: "rId7", "_x0000_s1026".
bool is_number_id(std::string_view value) {
  for (const std::string_view before : {"rId", "-", "_x0000_s", "_x0000_t", "_x0000_i"}) {
    if (value.starts_with(before)) return all_digits(value.substr(before.size()));
  }
  return all_digits(value);
}

bool is_setting(const Settings& list, std::string_view element, std::string_view attribute,
                std::string_view value) {
  if (list.may_hold_anything(element, attribute)) return true;
  if (list.may_hold_words(element, attribute) && is_program_name(value)) return true;
  if (element == "dateFormat" && is_picture(value)) return true;
  if ((attribute == "id" || attribute == "spid") && is_number_id(value)) return true;
  if (value.size() <= 2 && all_digits(value) && (value.size() < 2 || value <= kOldestShown)) {
    return true;
  }
  return std::ranges::binary_search(kSwitches, value) || is_known_space(value);
}

}  // namespace

bool is_program_name(std::string_view name) {
  bool is_made = false;  // Word made it, for a bookmark
  for (size_t at = 0; at < name.size();) {
    size_t end = at + 1;
    if (is_digit(name[at])) {
      while (end < name.size() && is_digit(name[end])) ++end;
      if (end - at > (is_made ? kWordsNumber : kNameNumber)) return false;
    } else if (is_letter(name[at])) {
      // A word begins at a capital that follows a small letter or comes before one: "TOCHeading".
      while (end < name.size() && is_letter(name[end]) &&
             !(is_upper(name[end]) &&
               (!is_upper(name[end - 1]) ||
                (end + 1 < name.size() && is_letter(name[end + 1]) && !is_upper(name[end + 1]))))) {
        ++end;
      }
      const std::string word = to_lower(name.substr(at, end - at));
      if (!settings().is_word(word)) return false;
      is_made = name.starts_with('_') && (word == "toc" || word == "ref" || word == "hlk");
    } else if (kNameSigns.find(name[at]) == kNameSigns.npos) {
      return false;
    }
    at = end;
  }
  return true;
}

bool is_hash_name(std::string_view name) {
  constexpr size_t kLeast = 16;  // digits
  return name.size() >= kLeast && name.find_first_not_of("0123456789ABCDEFabcdef") == name.npos;
}

bool may_stay_in_odf(std::string_view attribute) {
  static const Settings all(odf_setting_list());
  return all.may_hold_anything("*", attribute);
}

bool is_docx_setting(std::string_view space, std::string_view element, std::string_view attribute,
                     std::string_view value) {
  // VML writes the text of its boxes in elements of HTML, which have no namespace.
  const bool is_html = space.empty() && is_among(element, word_list<"div font span">());
  return (is_known_space(space) || is_html) && is_setting(settings(), element, attribute, value);
}

bool is_xlsx_setting(std::string_view space, std::string_view element, std::string_view attribute,
                     std::string_view value) {
  if (!is_known_space(space) || space.find("spreadsheetml") == space.npos) {
    return is_docx_setting(space, element, attribute, value);
  }
  return is_setting(sheet_settings(), element, attribute, value);
}

}  // namespace redact
