// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/hl7_fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "base/parse_number.h"
#include "base/word_list.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/hl7_types.h"
#include "language/find_dates.h"

namespace redact {

namespace {

using Hl7Types = std::vector<std::string_view>;

constexpr auto kCodedTypes = word_list<"CE CF CNE CWE">();
// Types of a person's name with what else is known of the person.
constexpr auto kPersons = word_list<"CN CNN NDL PN PPN XCN XPN">();
// Types whose components identify each in its own way, whatever the table calls the field.
constexpr auto kIdentities =
    word_list<"AD CK CM_PAT_ID CN CNN CX DLN EI NDL PLN PN PPN XAD XCN XON XPN XTN">();

// An IP address of version 4.
bool is_network_address(std::string_view text) {
  constexpr ptrdiff_t kPoints = 3;
  return std::ranges::count(text, '.') == kPoints && is_digit(text.front()) &&
         text.find_first_not_of("0123456789.") == text.npos && !is_object_identifier(text);
}

// A code of a table has no white space. A longer one, in bytes, is a text.
bool is_code(std::string_view text) {
  constexpr size_t kLongest = 40;
  return text.size() <= kLongest && text.find_first_of(" \t\r\n") == text.npos;
}

// The same of an institution, whose name may be one word. Digits that are a date are none.
bool is_code_of_institution(std::string_view text) {
  return is_object_identifier(text) ||
         (is_code(text) && !is_network_address(text) && find_dates(text).empty() &&
          std::ranges::none_of(text, [](char c) {
            return !is_upper(c) && !is_digit(c) && c != '_' && c != '-' && c != '.';
          }));
}

// Whether a component names the institution that has assigned a number.
bool names_institution(std::string_view type, std::string_view number) {
  return (type == "HD" && (number == "1" || number == "2")) || (type == "EI" && number == "2") ||
         (type == "CNN" && number == "9");
}

// Hours, minutes and seconds, perhaps with parts of one and a zone; more digits begin with a date.
bool is_time_of_day(std::string_view text) {
  constexpr size_t kSeconds = 6;
  return is_hl7_date(text) &&
         std::min(text.find_first_not_of("0123456789"), text.size()) <= kSeconds;
}

// The treatment of a value by a type without components.
Field by_primitive(std::string_view type, std::string_view text) {
  using Use = Field::Use;
  if (type == "NM" || type == "SI" || type == "SNM") {
    return {.use = read_number(text) ? Use::kMeasure : Use::kRead};
  }
  if (type == "ID" || type == "IS") return {.use = is_code(text) ? Use::kKeep : Use::kRead};
  if (type == "TM" && is_time_of_day(text)) return {.use = Use::kStandard};
  if (type == "DT" || type == "DTM" || type == "TS" || type == "TM") {
    return is_hl7_date(text) ? Field{Use::kHide, Label::kDate} : Field{};
  }
  if (type == "TN") return {Use::kHide, Label::kPhone};
  return {};
}

// A file in an encoding (ED.4) other than Base64: a text that is written as it is, or hexadecimal
// digits.
Field file_in(std::string_view encoding) {
  using Use = Field::Use;
  if (encoding == "A") return {};
  return {.use = encoding == "Hex" ? Use::kUnread : Use::kFile};
}

// The decision that hides more, of two about a value of uncertain type.
Field more_careful(const Field& a, const Field& b) {
  using Use = Field::Use;
  constexpr auto kOrder =
      std::to_array<Use>({Use::kHide, Use::kFile, Use::kRead, Use::kKeep, Use::kMeasure});
  const auto rank = [&](const Field& field) { return std::ranges::find(kOrder, field.use); };
  return rank(b) < rank(a) ? b : a;
}

class ByTypes {
 public:
  explicit ByTypes(const Hl7Value& value) : value_(value) {}

  // The field by the possible types of a value; nullopt if no type has such a part. `parts`: the
  // numbers of its component and subcomponent in it, as far as it is divided.
  std::optional<Field> of(const Hl7Types& types, std::span<const std::string_view> parts,
                          size_t depth = 0) const {
    std::optional<Field> field;
    for (const std::string_view type : types) {
      const std::optional<Field> one = of(type, parts, depth);
      if (one) field = field ? more_careful(*field, *one) : *one;
    }
    return field;
  }

 private:
  using Use = Field::Use;

  std::optional<Field> of(std::string_view type, std::span<const std::string_view> parts,
                          size_t depth) const {
    if (!is_hl7_composite(type)) {
      const bool is_whole = std::ranges::all_of(parts, [](auto part) { return part == "1"; });
      return is_whole ? std::optional(by_primitive(type, value_.text)) : std::nullopt;
    }
    // An undivided value is the first component.
    const std::string_view number = parts.empty() ? "1" : parts.front();
    std::vector<std::string_view> path = {type, number};
    if (parts.size() > 1) path.push_back(parts[1]);
    if (const Field* known = hl7_fields().find(path, value_.beside)) {
      Field field = *known;
      if (is_among(type, kPersons)) field.is_sought = is_name(field.label);
      return field;
    }
    if (type == "TS" && number == "1") return by_primitive(type, value_.text);
    if (names_institution(type, number)) {
      if (is_code_of_institution(value_.text)) return Field{.use = Use::kKeep};
      return Field{.use = Use::kHide, .label = Label::kHospital, .is_sought = false};
    }
    if (is_among(type, kCodedTypes)) {
      if (const auto coded = of_code(number, depth)) return coded;
    }
    const uint32_t n = parse_number<uint32_t>(number).value_or(0);
    const auto rest = parts.empty() ? parts : parts.subspan(1);
    return of(hl7_types(type, n, value_.version), rest, depth + 1);
  }

  // A part of a coded element, which holds up to three codes, each with its text and its system: a
  // code or a text alone may be what somebody typed.
  std::optional<Field> of_code(std::string_view number, size_t depth) const {
    constexpr std::array<std::array<std::string_view, 3>, 3> kCodes = {
        {{"1", "2", "3"}, {"4", "5", "6"}, {"10", "11", "12"}}};
    for (const auto& [code, text, system] : kCodes) {
      const bool has_system = !value_.sibling(depth, system).empty();
      if (number == code) {
        if (has_system) return Field{.use = Use::kStandard};
        return Field{.use = is_code(value_.text) ? Use::kKeep : Use::kRead};
      }
      if (number == text) {
        const bool has_code = !value_.sibling(depth, code).empty();
        return Field{.use = has_code ? Use::kKeep : Use::kRead};
      }
      if (number == system) return Field{.use = Use::kKeep};
    }
    if (number == "7" || number == "8") return Field{.use = Use::kStandard};  // versions
    return std::nullopt;
  }

  const Hl7Value& value_;
};

// The more exact one of the labels of a field and of its component.
Label more_exact(Label of_field, Label of_component) {
  const bool is_number = of_field >= Label::kMedicalRecord && of_field <= Label::kId;
  const bool says_more = (is_name(of_field) && is_name(of_component)) ||
                         (is_number && of_component == Label::kId) ||
                         (of_field == Label::kHospital && of_component == Label::kOrganization);
  return says_more ? of_field : of_component;
}

}  // namespace

bool is_hl7_date(std::string_view text) {
  constexpr size_t kYear = 4;
  return text.size() >= kYear && all_digits(text.substr(0, kYear)) &&
         text.find_first_not_of("0123456789.+-") == text.npos;
}

std::optional<Field> hl7_field(const Hl7Value& value) {
  using Use = Field::Use;
  const Field* known = hl7_fields().find(value.path, value.beside);
  if (value.path.size() < 2) return known != nullptr ? std::optional(*known) : std::nullopt;
  const std::string_view segment = value.path[0];
  const uint32_t number = parse_number<uint32_t>(value.path[1]).value_or(0);
  Hl7Types types = hl7_types(segment, number, value.version);
  if (segment == "OBX" && number == 5) types = {value.beside("2")};
  const std::optional<Field> typed = ByTypes(value).of(types, value.path.subspan(2));
  if (known == nullptr) return typed;
  if (known->use == Use::kFile) return file_in(value.sibling(0, "4"));
  // Two words in the place of a code may repeat a name.
  if (known->use == Use::kStandard && !is_code(value.text)) return Field{.use = Use::kKeep};
  const bool is_identity =
      std::ranges::any_of(types, [](auto type) { return is_among(type, kIdentities); });
  if (known->use != Use::kHide || !is_identity || !typed) return *known;
  Field field = *typed;
  if (field.use == Use::kRead) {
    field = *known;
    field.is_sought = false;
  }
  if (field.use == Use::kHide) field.label = more_exact(known->label, field.label);
  field.is_birth = known->is_birth;
  return field;
}

}  // namespace redact
