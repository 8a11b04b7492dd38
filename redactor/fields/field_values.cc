// SPDX-License-Identifier: Apache-2.0
#include "redactor/fields/field_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "crypto/digest.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/read_document.h"
#include "language/find_dates.h"
#include "language/time_zone.h"

namespace redact {

namespace {

constexpr std::string_view kRemoved = "W1JFTU9WRURd";  // kRemovedFile in Base64
constexpr std::string_view kSomeTime = "2000-01-01T00:00:00Z";

// The first three digits of a postal code, or none in an area with few people.
std::string zip3(const FieldSetting& setting, const std::string& code) {
  const bool is_small =
      std::any_of(setting.small_areas.begin(), setting.small_areas.end(),
                  [&](const std::string& area) { return code.starts_with(area); });
  std::string out = code;
  for (size_t i = is_small ? 0 : 3; i < out.size(); ++i) {
    // Other countries write letters.
    if (is_alphanumeric(out[i]) || out[i] < 0) out[i] = '0';
  }
  return out;
}

Error no_key() { return {ErrorKind::kInternal, "FHIR rules", "need a key and have none"}; }

}  // namespace

Result<std::string> FieldValues::hash(const std::string& value) const {
  if (key_ == nullptr) return no_key();
  REDACT_ASSIGN(const Digest digest, key_->draw("field", value));
  return to_hex(bytes_of(digest));
}

// The noise follows from the patient and the number, so it cannot be averaged away over the
// documents that contain the patient's number.
Result<std::string> FieldValues::perturb(const FieldSetting& setting,
                                         const std::string& value) const {
  if (key_ == nullptr) return no_key();
  REDACT_ASSIGN(const std::string patient, replacer_.patient_or_document());
  constexpr uint64_t kSteps = uint64_t{1} << 32;
  REDACT_ASSIGN(const uint64_t step,
                key_->draw_below(kSteps + 1, "perturb", patient + '\0' + value));
  const double number = read_number(value).value_or(0);
  const double span = setting.is_proportional ? number * setting.span : setting.span;
  const double noise = (static_cast<double>(step) / static_cast<double>(kSteps) - 0.5) * span;
  double near = std::max(number + noise, setting.least);
  if (!std::isfinite(near)) near = number;
  std::array<char, 400> digits;  // 309 of the greatest double, a point and 28
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), near,
                                     std::chars_format::fixed, setting.n_digits);
  std::string text(digits.data(), written.ptr);
  if (text.find_first_not_of("-0.") == text.npos && text[0] == '-') text.erase(0, 1);
  return text;
}

Result<std::vector<Edit>> FieldValues::edit_dates(const Field& field, const std::string& value) {
  std::vector<Edit> edits;
  const bool is_weekday = field.use == Field::Use::kWeekday;
  if (is_weekday && !replacer_.moves_dates()) return edits;
  const std::vector<Word> dates =
      is_weekday ? std::vector<Word>{{0, value.size()}} : find_dates(value);
  for (const auto& [begin, end] : dates) {
    const std::string date = value.substr(begin, end - begin);
    REDACT_ASSIGN(Replacement written, replacer_.replace_kept_date(date));
    // A code has no room for a tag; a weekday that a shift of whole weeks leaves unchanged may
    // stay.
    if (is_weekday && written && written->size() != date.size()) continue;
    if (written && *written != date) edits.push_back({begin, end, *std::move(written)});
    if (is_weekday || !replacer_.moves_dates()) continue;
    if (auto zone = find_zone(value, begin, end); zone && zone->begin >= end) {
      edits.push_back({zone->begin, zone->end, std::move(zone->utc)});
    }
  }
  return edits;
}

Result<std::string> FieldValues::write(const Field& field, const std::string& value) {
  using Use = Field::Use;
  switch (field.use) {
    case Use::kId: return keeps_ids_ ? value : ids_.rename(value);
    case Use::kReference: return keeps_ids_ ? value : ids_.rename_reference(value);
    case Use::kAnchor: {
      // A bookmark of Word begins with a letter, and has 40 characters at most.
      REDACT_ASSIGN(const std::string name, ids_.rename(value));
      return "hidden" + name;
    }
    case Use::kTime: return std::string(kSomeTime);
    case Use::kUnread: return std::string(kRemovedFile);
    case Use::kDrop: return std::string(kRemoved);
    case Use::kShift: {
      const size_t end = std::min(value.find('T'), value.size());
      REDACT_ASSIGN(const std::optional<std::string> day, replacer_.shift(value.substr(0, end)));
      if (!day) return no_key();
      // A small shift may leave a month unchanged, and a shift may reach the years that the rules
      // remove.
      const bool moves = *day != value.substr(0, end) && !replacer_.tells_over_89(*day);
      return moves ? with_utc(*day + value.substr(end)) : value.substr(0, 4);
    }
    case Use::kYear: return value.substr(0, 4);
    case Use::kZip3: return zip3(*field.setting, value);
    case Use::kHash: return hash(value);
    case Use::kPerturb: return perturb(*field.setting, value);
    case Use::kSubstitute: return field.setting->value;
    case Use::kKeep:
    case Use::kStandard:
    case Use::kWeekday:
    case Use::kMeasure:
    case Use::kName:
    case Use::kRead:
    case Use::kCaption:
    case Use::kHide:
    case Use::kFile:
    case Use::kMarkup:
    case Use::kRemove: break;
  }
  return value;
}

}  // namespace redact
