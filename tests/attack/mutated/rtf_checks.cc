// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "tests/attack/mutated/checks.h"

namespace redact::testing {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Words that are characters of the text, words whose parameter is a time, and groups whose content
// is removed.
const std::set<std::string> kCharacters = {
    "line",    "tab",       "bullet", "emdash",  "emspace", "endash",
    "enspace", "ldblquote", "lquote", "ltrmark", "qmspace", "rdblquote",
    "rquote",  "rtlmark",   "zwbo",   "zwj",     "zwnbo",   "zwnj"};
const std::set<std::string> kTimes = {"crdate",  "dy",         "hr",  "min", "mo",
                                      "revdttm", "revdttmdel", "sec", "yr"};
const std::set<std::string> kRemoved = {"pict",
                                        "objdata",
                                        "objalias",
                                        "objsect",
                                        "datafield",
                                        "themedata",
                                        "colorschememapping",
                                        "datastore",
                                        "blipuid",
                                        "atndate",
                                        "atnicn",
                                        "passwordhash",
                                        "writereservhash"};

// The braces and control words of an RTF file, in order.
std::string structure(std::string_view rtf) {
  std::string out;
  std::vector<size_t> fallbacks = {1};  // of the groups around
  size_t removed_from = 0;              // the depth of a group whose content is removed
  size_t skip = 0;
  const auto is_kept = [&] { return removed_from == 0; };
  for (size_t i = std::min(rtf.find("{\\rtf"), rtf.size()); i < rtf.size();) {
    const char c = rtf[i];
    if (c == '{' || c == '}') {
      skip = 0;
      if (is_kept()) out += c;
      if (c == '{') {
        fallbacks.push_back(fallbacks.back());
      } else {
        if (removed_from == fallbacks.size()) removed_from = 0, out += '}';
        fallbacks.pop_back();
        if (fallbacks.size() == 1) return out;
      }
      ++i;
      continue;
    }
    if (c == '\r' || c == '\n') {
      ++i;
      continue;
    }
    const bool is_fallback = skip > 0;
    if (is_fallback) --skip;
    if (c != '\\') {
      // A character of UTF-8 is one.
      for (++i; i < rtf.size() && (rtf[i] & 0xC0) == 0x80 && (c & 0x80) != 0;) ++i;
      continue;
    }
    if (i + 1 >= rtf.size() || !is_letter(rtf[i + 1])) {
      const bool is_hex = i + 3 < rtf.size() && rtf[i + 1] == '\'' &&
                          std::isxdigit(rtf[i + 2] & 0xff) && std::isxdigit(rtf[i + 3] & 0xff);
      i += is_hex ? 4 : 2;
      continue;
    }
    std::string name, parameter;
    for (++i; i < rtf.size() && is_letter(rtf[i]) && name.size() < 32; ++i) name += rtf[i];
    size_t digits = i + (i < rtf.size() && rtf[i] == '-');
    if (digits < rtf.size() && is_digit(rtf[digits])) {
      parameter = rtf.substr(i, digits - i);
      for (i = digits; i < rtf.size() && is_digit(rtf[i]) && i - digits < 10; ++i)
        parameter += rtf[i];
    }
    const double value = parameter.empty() ? 0 : std::stod(parameter);
    const bool is_number = !parameter.empty() && value >= -2147483648.0 && value <= 2147483647.0;
    if (i < rtf.size() && rtf[i] == ' ') ++i;
    if (name == "bin" && is_number && value > 0) {
      i = std::min(rtf.size(), i + static_cast<size_t>(value));
    }
    if (is_fallback) continue;
    if (is_kept() && kRemoved.contains(name)) {
      out += "\\" + name;
      removed_from = fallbacks.size();
    }
    if (name == "uc")
      fallbacks.back() = static_cast<size_t>(std::clamp(parameter.empty() ? 1.0 : value, 0.0, 8.0));
    if (name == "u" && is_number) {
      skip = fallbacks.back();
      continue;
    }
    if (!is_kept() || kCharacters.contains(name)) continue;
    out += "\\" + name + (kTimes.contains(name) || name == "bin" ? "" : parameter);
  }
  return out;
}

}  // namespace

Complaint check_rtf(std::string_view source, std::string_view output) {
  const std::string before = structure(source), after = structure(output);
  if (before == after) return std::nullopt;
  const auto differ = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  return "has another control word, behind " +
         std::string(differ.first - std::min<ptrdiff_t>(20, differ.first - before.begin()),
                     differ.first);
}

}  // namespace redact::testing
