// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_fields.h"

#include <algorithm>
#include <string>
#include <vector>

#include "documents/formats/builtin_fields.h"
#include "documents/formats/fhir_types.h"
#include "documents/formats/fhir_values.h"

namespace redact {

namespace {

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::string_view kNumbers = "decimal|integer|integer64|unsignedInt|positiveInt";

bool is_kept_use(Field::Use use) {
  using Use = Field::Use;
  return use == Use::kKeep || use == Use::kStandard || use == Use::kMeasure;
}

// Whether a value belongs to the extension that marks absent values, written by this program or
// another one.
bool says_absent(std::span<const std::string_view> path, const FieldTable::Inside& inside) {
  return path.size() > 1 && is_fhir_extension(path[path.size() - 2]) &&
         inside(path.size() - 2, "url") == kAbsentReason;
}

}  // namespace

FhirFields::Judgement FhirFields::by_table(std::span<const std::string_view> path,
                                           std::string_view value, const FieldTable::Beside& beside,
                                           std::optional<Label> observed) const {
  using Use = Field::Use;
  const Field* known = fhir_fields().find(path, beside);
  const auto is_number = [&] {
    return !path.empty() && read_number(value) &&
           share_fhir_type(fhir_elements(path).back().type, kNumbers);
  };
  const bool hides = known != nullptr && known->use == Use::kHide;
  if ((known == nullptr || (hides && known->label == Label::kDate)) && is_fhir_date(value) &&
      !is_number()) {
    return {.field = {.use = Use::kHide,
                      .label = Label::kDate,
                      .holds = Field::Holds::kFhirDate,
                      .is_birth = hides && known->is_birth},
            .is_typed = true};
  }
  Judgement judgement{.field = known != nullptr ? *known : Field{}};
  if (known == nullptr && observed) judgement.field = {Use::kHide, *observed};
  Field& field = judgement.field;
  if (field.use != Use::kHide) return judgement;
  const bool is_young_age = field.label == Label::kAge && (counts_less_than_years(beside("code")) ||
                                                           counts_less_than_years(beside("unit")));
  if (is_young_age) return {.field = {.use = Use::kMeasure}};
  if (is_number()) {
    field.holds = Field::Holds::kNumber;
    judgement.is_typed = true;
  }
  return judgement;
}

FhirFields::Judgement FhirFields::judge(std::span<const std::string_view> path,
                                        std::string_view value, const FieldTable::Beside& beside,
                                        const FieldTable::Inside& inside,
                                        std::optional<Label> observed) const {
  using Use = Field::Use;
  if (rules_ == nullptr) return by_table(path, value, beside, observed);
  const Field* known = fhir_fields().find(path, beside);
  if (value == kMasked || says_absent(path, inside)) {
    return {.field = {.use = Use::kStandard}, .by_rule = true};
  }
  const auto rule = rules_->find(path, value, inside);
  if (!rule) return by_table(path, value, beside, observed);
  const bool is_kept = known != nullptr && is_kept_use(known->use);
  // A value that a rule reads as text is treated by the table, unless the table would keep it.
  const bool reads =
      rule->use == Use::kRead || rule->use == Use::kMarkup || rule->use == Use::kFile;
  if (reads && known != nullptr && !is_kept) return by_table(path, value, beside, observed);
  const bool is_id = known != nullptr && (known->use == Use::kId || known->use == Use::kReference);
  // A value that a user keeps stays, and the table does not decide whether a date in it may stay.
  if (rule->use == Use::kKeep) {
    const bool is_standard = known != nullptr && known->use == Use::kStandard;
    return {.field = {.use = is_standard ? Use::kStandard : Use::kMeasure}, .by_rule = true};
  }
  if (rule->use == Use::kHash && is_id) return {.field = *known, .by_rule = true};
  Judgement judgement{.field = *rule, .by_rule = true};
  if (known != nullptr && known->use == Use::kHide) {
    judgement.named = known->label;
  }
  return judgement;
}

bool FhirFields::looks_at(std::string_view name) const {
  return name == "code" || name == "unit" || holds(fhir_fields().conditions(), name) ||
         (rules_ != nullptr && (name == "url" || holds(rules_->conditions(), name)));
}

uint32_t FhirObservations::around(uint32_t place) const {
  do {
    place = places_[place].parent;
  } while (places_[place].step == PlaceStep::kItem);
  return place;
}

// The observation around a member that begins with "value", such as valueQuantity.
std::optional<uint32_t> FhirObservations::observation_of(uint32_t place) const {
  for (; place != Places::kRoot; place = places_[place].parent) {
    const std::string& name = places_[place].name;
    if (name.starts_with("value") && name != "value") return places_[place].parent;
  }
  return std::nullopt;
}

void FhirObservations::add(uint32_t place, std::string_view value) {
  const std::string& name = places_[place].name;
  const uint32_t outer = around(place);
  if (name == "text" && places_[outer].name == "code") {
    return labels_.add(places_[outer].parent, value);
  }
  const uint32_t code = places_[outer].name == "coding" ? around(outer) : Places::kRoot;
  if ((name == "code" || name == "display") && places_[code].name == "code") {
    return labels_.add(places_[code].parent, value);
  }
  if ((name == "code" || name == "unit") && places_[outer].name == "valueQuantity") {
    labels_.add_unit(places_[outer].parent, value);
  }
}

std::optional<Label> FhirObservations::of(uint32_t place) const {
  const auto observation = observation_of(place);
  return observation ? labels_.of(*observation) : std::nullopt;
}

}  // namespace redact
