// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/odf_settings.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/office_settings.h"
#include "documents/formats/picture.h"

namespace redact {

namespace {

// The word of "urn:oasis:names:tc:opendocument:xmlns:WORD:1.0", or of LibreOffice's
// "urn:org:documentfoundation:names:experimental:office:xmlns:WORD:1.0"; empty for another
// namespace.
std::string_view word_of(std::string_view space) {
  constexpr std::string_view kBefore = ":xmlns:";
  const bool is_known = space.starts_with("urn:oasis:names:tc:opendocument:") ||
                        space.starts_with("urn:org:documentfoundation:names:experimental:");
  const size_t at = space.find(kBefore);
  if (!is_known || at == space.npos) return {};
  space.remove_prefix(at + kBefore.size());
  return space.substr(0, space.find(':'));
}

// Namespaces whose attributes say how something looks; sorted.
constexpr auto kLooks = sorted_words<
    "animation calcext chart datastyle dr3d loext office presentation smil-compatible style "
    "svg-compatible xsl-fo-compatible">();
// Attributes of these that may hold words.
constexpr auto kWords = sorted_words<
    "class-names condition dde-item dde-topic name num-prefix num-suffix string-value "
    "target-frame-name title">();

// Whether a value has a word that begins with a capital, a letter beyond ASCII, or the bracket of a
// tag: what describes a look is in small letters, but for fonts and scripts.
bool may_be_name(std::string_view value) {
  for (size_t at = 0; at < value.size(); ++at) {
    if (!is_ascii(value[at]) || value[at] == '[') return true;
    const std::string_view rest = value.substr(at);
    if (rest.size() > 2 && is_upper(rest[0]) && is_lower(rest[1]) && is_lower(rest[2])) return true;
  }
  return false;
}

// A name as its writer sees it: "Heading_20_1" is "Heading 1".
std::string shown(std::string_view name) {
  std::string out;
  for (size_t at = 0; at < name.size(); ++at) {
    const bool is_space_sign = name.substr(at).starts_with("_20_");
    out += is_space_sign ? ' ' : name[at];
    at += is_space_sign ? 3 : 0;
  }
  return out;
}

// A name that a program numbers: "P1", "ce12", "Table1.A", "__RefHeading___Toc123_4".
bool is_given_by_program(std::string_view name) {
  constexpr size_t kMostLetters = 4, kMostDigits = 4;
  const auto letters =
      static_cast<size_t>(std::ranges::find_if_not(name, is_letter) - name.begin());
  const std::string_view digits = name.substr(letters);
  const bool is_numbered = letters > 0 && letters <= kMostLetters && !digits.empty() &&
                           digits.size() <= kMostDigits && all_digits(digits);
  return is_numbered || is_program_name(shown(name));
}

bool is_name_of_style(std::string_view attribute) {
  return attribute.ends_with("style-name") || attribute.ends_with("font-name") ||
         attribute.starts_with("font-name") || attribute == "master-page-name" ||
         attribute == "page-layout-name" || attribute == "stroke-dash" ||
         attribute == "fill-gradient-name" || attribute == "fill-hatch-name" ||
         attribute == "fill-image-name" || attribute == "marker-start" || attribute == "marker-end";
}

}  // namespace

Field odf_attribute(const Places::Place& element, const Places::Place& attribute,
                    std::string_view value) {
  static const Field kStays{.use = Field::Use::kStandard};
  // Those that are read: a name that somebody chose; those that refer to it.
  static const Field kName{.use = Field::Use::kRead, .holds = Field::Holds::kAnchor};
  static const Field kReference{.use = Field::Use::kName, .holds = Field::Holds::kAnchor};
  const std::string& name = attribute.name;
  const std::string_view space = word_of(attribute.space);
  const bool is_link = attribute.space == "http://www.w3.org/1999/xlink";
  if (is_link && name == "href") {
    // A place in the document, or a member of the archive.
    if (value.starts_with('#')) return kReference;
    const std::string_view member = value.substr(0, value.find('.', 2));
    const std::string_view stem = member.substr(member.rfind('/') + 1);
    const bool is_member = value.starts_with("Pictures/") || value.starts_with("./Object");
    return is_member && (is_hash_name(stem) || is_given_by_program(stem)) ? kStays : Field{};
  }
  if (name == "ref-name" || name == "bookmark-name") return kReference;
  if (is_name_of_style(name)) return is_given_by_program(value) ? kStays : kReference;
  if (name == "name" || name == "display-name") {
    if (space == "config" || element.name == "font-face" || is_given_by_program(value)) {
      return kReference;
    }
    return kName;
  }
  // A field of a form, and an entry of its list: somebody chose what they are called and hold.
  const bool is_control = word_of(element.space) == "loext" &&
                          (element.name == "content-control" || element.name == "list-item");
  if (is_control && (value == "true" || value == "false")) return kStays;
  if (is_control && name == "date-format" && is_picture(value)) return kStays;
  const bool is_look = !is_control && (std::ranges::binary_search(kLooks, space) ||
                                       attribute.space == "http://openoffice.org/2009/office");
  const bool may_have_capital =
      name.find("font") != name.npos || name.find("script") != name.npos || name == "generator";
  const bool is_word = std::ranges::binary_search(kWords, name) || name == "value" ||
                       (!may_have_capital && may_be_name(value));
  if (is_look && !is_word) return kStays;
  if (name == "target-frame-name" && value.starts_with('_')) return kStays;
  if (may_stay_in_odf(name) && (is_link || !space.empty() || attribute.space.empty() ||
                                attribute.space == "http://www.w3.org/XML/1998/namespace")) {
    return kStays;
  }
  if (space == "manifest" && (name == "full-path" || name == "version")) return kReference;
  return is_given_by_program(value) ? kReference : Field{};
}

bool is_odf_config(std::string_view type, std::string_view value) {
  if (type == "boolean") return value == "true" || value == "false";
  return (type == "int" || type == "short" || type == "long" || type == "double") &&
         read_number(value).has_value();
}

}  // namespace redact
