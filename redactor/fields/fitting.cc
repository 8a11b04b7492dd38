// SPDX-License-Identifier: Apache-2.0
#include "redactor/fields/fitting.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/hl7_fields.h"
#include "documents/structured/hl7_segments.h"
#include "documents/structured/html_names.h"
#include "language/date_parts.h"
#include "language/words.h"

namespace redact {

namespace {

bool is_any_number(std::string_view text) { return read_number(text).has_value(); }

bool is_url(std::string_view text) {
  const size_t colon = text.find(':');
  return colon != text.npos && colon > 1 && text.find_first_of(" []{}<>\"") == text.npos;
}

bool is_address(std::string_view text) {
  const size_t at = text.find('@');
  return at != text.npos && at > 0 && at + 1 < text.size() &&
         text.find_first_of(" \t()<>[]:;,\\\"") == text.npos && text.find('@', at + 1) == text.npos;
}

// The name of a tag that HTML does not define. After "<[PATIENT" a browser reads text, not a tag.
bool is_unknown_tag(std::string_view name) {
  return !name.empty() && is_letter(name[0]) && !is_html_element(to_lower(name));
}

// The name of a field in the header of a mail (RFC 5322, section 2.2).
bool is_field_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](char c) { return c > ' ' && c < 0x7f && c != ':'; });
}

// Places that hold one kind of text alone, and what they get instead of another. A segment of HL7
// without a name would continue the previous field.
struct Form {
  Field::Holds holds;
  bool (*fits)(std::string_view text);
  std::string_view otherwise;
};
constexpr auto kForms =
    std::to_array<Form>({{Field::Holds::kLoneNumber, is_any_number, "0"},
                         {Field::Holds::kUrl, is_url, "https://hidden.invalid/"},
                         {Field::Holds::kFieldName, is_field_name, "hidden"},
                         {Field::Holds::kMailAddress, is_address, "hidden@hidden.invalid"},
                         {Field::Holds::kTagName, is_unknown_tag, "hidden"},
                         {Field::Holds::kSegmentName, has_hl7_segment_form, "XXX"}});

// The text that the operator over-89 writes, and the number in its place if only a number is
// possible.
constexpr std::string_view kOverTheOldest = "90+", kOldest = "90";

bool is_date(Field::Holds holds, std::string_view text) {
  return (holds == Field::Holds::kFhirDate && is_fhir_date(text)) ||
         (holds == Field::Holds::kHl7Date && is_hl7_date(text));
}

bool is_fhir_year(std::string_view text) { return text.size() == 4 && is_fhir_date(text); }

// The number that a sheet writes for a day: the days since 30 December 1899 (ECMA-376, part 1,
// 18.17.4.1). nullopt for another text than a day, and for one with a shorter number, or with a
// round one, which may as well be a dose or a price.
std::optional<std::string> serial_of(std::string_view date, DateOrder order) {
  using namespace std::chrono;
  constexpr sys_days kZero = year(1899) / December / 30;
  constexpr int64_t kLeast = 10000, kRound = 100;  // 1927
  const auto parts = DateParts::read(date, order);
  if (!parts || !parts->has_whole_year() || !parts->has_day()) return std::nullopt;
  const int64_t days = (parts->day() - kZero).count();
  const bool is_one = days >= kLeast && days % kRound != 0;
  return is_one ? std::optional(std::to_string(days)) : std::nullopt;
}

// The numbers that formulas write for hidden days, whichever of day and month comes first.
std::unordered_set<std::string> serials_of(const std::vector<HiddenText>& hidden) {
  std::unordered_set<std::string> serials;
  for (const HiddenText& one : hidden) {
    if (one.label != Label::kDate) continue;
    for (const DateOrder order : {DateOrder::kDayFirst, DateOrder::kMonthFirst}) {
      if (auto serial = serial_of(one.text, order)) serials.insert(*std::move(serial));
    }
  }
  return serials;
}

bool is_of_formula(const Field& field) { return field.holds == Field::Holds::kLoneNumber; }

}  // namespace

Result<std::vector<DocumentText::PartEdit>> edits_of_values(const FormattedText& document,
                                                            FieldValues& values) {
  std::vector<DocumentText::PartEdit> edits;
  const DocumentText& text = document.text;
  for (size_t part = 0; part < text.parts().size(); ++part) {
    const auto& [role, begin, end, use] = text.parts()[part];
    const std::string& value = text.part_text(part);
    if (role == PartRole::kRemoved) {
      edits.push_back({part, {0, value.size(), document.masks.at(part)}});
    } else if (role == PartRole::kKept && document.fields[use].use != Field::Use::kMeasure &&
               document.fields[use].use != Field::Use::kName) {
      REDACT_ASSIGN(std::vector<Edit> of_dates, values.edit_dates(document.fields[use], value));
      for (Edit& edit : of_dates) edits.push_back({part, std::move(edit)});
    } else if (role == PartRole::kValue) {
      REDACT_ASSIGN(std::string written, values.write(document.fields[use], value));
      if (written != value) edits.push_back({part, {0, value.size(), std::move(written)}});
    }
  }
  return edits;
}

std::vector<DocumentText::PartEdit> edits_of_numbers(const FormattedText& document,
                                                     const std::vector<HiddenText>& hidden) {
  const DocumentText& text = document.text;
  std::vector<size_t> numbers;  // parts; most documents have none
  for (size_t part = 0; part < text.parts().size(); ++part) {
    const auto& [role, begin, end, use] = text.parts()[part];
    const bool is_measure = document.fields[use].use == Field::Use::kMeasure;
    if (role == PartRole::kKept && is_measure) numbers.push_back(part);
  }
  std::vector<DocumentText::PartEdit> edits;
  if (numbers.empty()) return edits;
  std::unordered_map<std::string, const HiddenText*> hidden_by_digits;  // and letters
  for (const HiddenText& one : hidden) {
    const HiddenText*& known = hidden_by_digits[squeeze(one.text)];
    if (known == nullptr || known->is_guess) known = &one;
  }
  const bool has_formulas = std::ranges::any_of(
      numbers, [&](size_t part) { return is_of_formula(document.fields[text.parts()[part].use]); });
  const auto serials = has_formulas ? serials_of(hidden) : std::unordered_set<std::string>();
  for (const size_t part : numbers) {
    const std::string& number = text.part_text(part);
    const Field& field = document.fields[text.parts()[part].use];
    if (is_of_formula(field) && serials.contains(number)) {
      edits.push_back({part, {0, number.size(), "0"}});
      continue;
    }
    const auto found = hidden_by_digits.find(squeeze(number));
    if (found == hidden_by_digits.end()) continue;
    const auto& [_, written, label, is_guess] = *found->second;
    const bool is_code = field.holds == Field::Holds::kCode;
    if (is_code && (label == Label::kDate || is_guess)) continue;
    // A made-up number would pass for a measured one.
    edits.push_back({part, {0, number.size(), std::string(is_code ? written : "null")}});
  }
  return edits;
}

void fit(const FormattedText& document, std::vector<DocumentText::PartEdit>& edits) {
  std::vector<DocumentText::PartEdit> fitting;
  for (size_t i = 0; i < edits.size();) {
    const size_t part = edits[i].part;
    std::vector<Edit> of_part;
    for (; i < edits.size() && edits[i].part == part; ++i) of_part.push_back(edits[i].edit);
    const std::string& text = document.text.part_text(part);
    const Field& field = document.fields[document.text.parts()[part].use];
    const bool has_whole = part > 0 && document.text.parts()[part - 1].role == PartRole::kWhole;
    if (field.holds == Field::Holds::kNumber && with_edits(text, of_part) == kOverTheOldest) {
      of_part = {{0, text.size(), std::string(kOldest)}};
    }
    if (has_whole) {
      const std::string written = with_edits(text, of_part);
      const bool is_number = field.holds == Field::Holds::kNumber && read_number(written);
      if (is_fhir_year(of_part.front().text) && field.holds == Field::Holds::kFhirDate) {
        // A year also replaces a time of day.
        of_part = {{0, text.size(), of_part.front().text}};
      } else if (!is_number && !is_date(field.holds, written)) {
        const size_t size = document.text.part_text(part - 1).size();
        fitting.push_back({part - 1, {0, size, document.masks.at(part - 1)}});
        continue;
      }
    }
    const auto form = std::ranges::find(kForms, field.holds, &Form::holds);
    if (form != kForms.end() && !form->fits(with_edits(text, of_part))) {
      of_part = {{0, text.size(), std::string(form->otherwise)}};
    }
    if (field.holds == Field::Holds::kAnchor && of_part.front().end == text.size()) {
      of_part.resize(1);  // the new name, which precedes the edits of spans in it
    }
    for (Edit& edit : of_part) fitting.push_back({part, std::move(edit)});
  }
  edits = std::move(fitting);
}

}  // namespace redact
