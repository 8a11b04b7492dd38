// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_fields.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/caption.h"
#include "documents/formats/fhir_types.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/key_captions.h"
#include "language/age.h"

namespace redact {

namespace {

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::string_view kNumbers = "decimal|integer|integer64|unsignedInt|positiveInt";

// Whether a URI is one of the standard itself. A query may hold anything.
bool is_of_standard(std::string_view uri) {
  const bool is_standard = uri.starts_with("http://hl7.org/") ||
                           uri.starts_with("http://terminology.hl7.org/") ||
                           uri.starts_with("urn:ietf:");
  return is_standard && uri.find_first_of("?# ") == uri.npos;
}

Field by_uri(std::string_view value) {
  using Use = Field::Use;
  if (is_fhir_oid(value) || is_of_standard(value)) return {.use = Use::kStandard};
  if (value.starts_with('#') || refers_to_resource(value)) return {.use = Use::kReference};
  return {Use::kHide, Label::kUrl, Field::Holds::kUrl};
}

// The treatment of a value by the type of its element. A value without the form of its type is a
// text, and so is a value of an unknown type, unless it is a date with its month.
Field by_type(std::string_view type, std::string_view value) {
  using Use = Field::Use;
  const auto is_of = [&](std::string_view types) { return share_fhir_type(type, types); };
  const bool may_be_date = is_of(kFhirDates) || (type.empty() && value.size() > 4);
  if (is_of(kNumbers) && read_number(value)) return {.use = Use::kMeasure};
  if (is_of("boolean") && is_fhir_boolean(value)) return {.use = Use::kStandard};
  if (may_be_date && is_fhir_date(value)) return {Use::kHide, Label::kDate};
  if (is_of("time") && is_fhir_time(value)) return {.use = Use::kStandard};
  if (is_of("base64Binary")) return {.use = Use::kFile};
  if (is_of("xhtml")) return {.use = Use::kMarkup};
  if (is_of("string|markdown")) return {};
  if (is_of("canonical")) return {.use = Use::kStandard};
  if (is_of("uri|url|uuid|oid")) return by_uri(value);
  if (is_of("id")) return {.use = Use::kId};
  if (is_of("code") && is_fhir_code(value)) return {.use = Use::kKeep};
  return {};
}

// Whether a value is somebody's age: of the type Age, or a text that begins with one where an age
// may stand.
bool is_age(std::span<const FhirElement> path, std::string_view value) {
  if (path.size() < 2) return false;
  const FhirElement& element = path.back();
  if (element.name == "value" && share_fhir_type(path[path.size() - 2].type, "Age")) return true;
  constexpr auto kAges = std::to_array<std::string_view>({"abatement", "age", "deceased", "onset"});
  if (element.type != "string" || std::ranges::count(kAges, element.name) == 0) return false;
  const auto age = read_age(value, {}, {});
  return age && age->begin == 0;
}

// The number of a version stays. Renamed as an id, it would tell which name the id of a resource
// with that number has. A version may also be a time.
Field by_version(std::string_view version) {
  constexpr size_t kMostDigits = 3;
  const bool is_short = version.size() <= kMostDigits && all_digits(version);
  return {.use = is_short ? Field::Use::kStandard : Field::Use::kDrop};
}

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

FhirFields::Judgement by_table(std::span<const std::string_view> path,
                               std::span<const FhirElement> elements, std::string_view value,
                               const FieldTable::Beside& beside, std::optional<Field> observed) {
  using Use = Field::Use;
  const FhirElement element = elements.empty() ? FhirElement{} : elements.back();
  const Field* known = fhir_fields().find(path, beside);
  const auto is_part = [&](std::string_view name, std::string_view type) {
    return element.name == name && path.size() > 1 &&
           share_fhir_type(elements[path.size() - 2].type, type);
  };
  const bool is_display = is_part("display", "Coding");
  const bool is_identifier = is_part("value", "Identifier");
  // The size of the file that was hidden.
  if (is_part("size", "Attachment")) return {.field = {.use = Use::kDrop}, .is_typed = true};
  Field field = known != nullptr ? *known
                : is_identifier  ? Field{Use::kHide, Label::kId}
                                 : by_type(element.type, value);
  if (known == nullptr && is_display) field = {.use = Use::kKeep};
  if (known == nullptr && element.name == "versionId") field = by_version(value);
  // A range of reference describes nobody.
  const bool is_range = is_part("value", "Quantity") && path.size() > 3 &&
                        share_fhir_type(elements[path.size() - 3].type, "Range") &&
                        elements[path.size() - 4].name != "referenceRange";
  const bool is_age_range =
      is_range && (counts_years(beside("code")) || counts_years(beside("unit")));
  if (known == nullptr && (is_age_range || is_age(elements, value))) {
    field = {Use::kHide, Label::kAge};
  }
  // The name of a question or an observation.
  if (field.use == Use::kRead && element.name == "text" && read_caption(value).is_listed) {
    return {.field = {.use = Use::kCaption}};
  }
  // A member that the standard does not define is named as in any other JSON.
  if (!observed && known == nullptr && element.type.empty() && !path.empty()) {
    const Field* named = field_of_key(path.back(), path.size() > 1 ? path[path.size() - 2] : "");
    if (named != nullptr && is_value_of(named->label, value)) observed = *named;
  }
  if (observed) hide_observed(*observed, false, field);
  if (field.use != Use::kHide) {
    const bool is_measure = field.use == Use::kMeasure && is_long_number(value);
    const bool stays = field.use == Use::kKeep || field.use == Use::kStandard;
    if (stays) field.holds = Field::Holds::kCode;
    if (is_measure) field.holds = Field::Holds::kNumber;
    return {.field = field, .is_typed = is_measure};
  }
  const bool is_number = read_number(value) && share_fhir_type(element.type, kNumbers);
  if (field.label == Label::kDate && is_fhir_date(value) && !is_number) {
    field.holds = Field::Holds::kFhirDate;
    return {.field = field, .is_typed = true};
  }
  const bool is_young_age = field.label == Label::kAge && (counts_less_than_years(beside("code")) ||
                                                           counts_less_than_years(beside("unit")));
  if (is_young_age) return {.field = {.use = Use::kMeasure}};
  if (is_number) field.holds = Field::Holds::kNumber;
  return {.field = field, .is_typed = is_number};
}

}  // namespace

FhirFields::Judgement FhirFields::judge(std::span<const std::string_view> path,
                                        std::span<const FhirElement> elements,
                                        std::string_view value, const FieldTable::Beside& beside,
                                        const FieldTable::Inside& inside,
                                        std::optional<Field> observed) const {
  using Use = Field::Use;
  if (rules_ == nullptr) return by_table(path, elements, value, beside, observed);
  const Field* known = fhir_fields().find(path, beside);
  if (value == kMasked || says_absent(path, inside)) {
    return {.field = {.use = Use::kStandard}, .by_rule = true};
  }
  const auto rule = rules_->find(elements, value, inside);
  if (!rule) return by_table(path, elements, value, beside, observed);
  const bool is_kept = known != nullptr && is_kept_use(known->use);
  // A value that a rule reads as text is treated by the table, unless the table would keep it.
  const bool reads =
      rule->use == Use::kRead || rule->use == Use::kMarkup || rule->use == Use::kFile;
  if (reads && known != nullptr && !is_kept)
    return by_table(path, elements, value, beside, observed);
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

void FhirFields::mark_births(std::span<Judgement> judgements,
                             std::span<const std::string_view> values) {
  const auto is_date = [](const Field& field) {
    return field.use == Field::Use::kHide && field.label == Label::kDate;
  };
  std::set<std::string_view> births;
  for (size_t i = 0; i < judgements.size(); ++i) {
    const Field& field = judgements[i].field;
    if (is_date(field) && field.is_birth) births.insert(values[i]);
  }
  for (size_t i = 0; i < judgements.size() && !births.empty(); ++i) {
    Field& field = judgements[i].field;
    field.is_birth |= is_date(field) && births.contains(values[i]);
  }
}

bool FhirFields::looks_at(std::string_view name) const {
  return name == "code" || name == "unit" || holds(fhir_fields().conditions(), name) ||
         (rules_ != nullptr && (name == "url" || holds(rules_->conditions(), name)));
}

uint32_t FhirObservations::named_around(uint32_t place) const {
  const auto has_name = [&](uint32_t at) { return places_[at].step != PlaceStep::kItem; };
  return places_.innermost(places_[place].parent, has_name);
}

void FhirObservations::add(uint32_t place, std::string_view value) {
  const std::string& name = places_[place].name;
  const uint32_t outer = named_around(place);
  const std::string& around = places_[outer].name;
  // A question of a QuestionnaireResponse, and a name in Parameters.
  const bool is_name = (name == "name" && (around == "parameter" || around == "part")) ||
                       (name == "type" && around == "detail");
  if (is_name || (name == "text" && around == "item")) {
    names_[places_[place].parent] = value;
    return fields_.add(places_[place].parent, value);
  }
  if (name == "text" && is_code(outer)) {
    names_[places_[outer].parent] = value;
    return fields_.add(places_[outer].parent, value);
  }
  const uint32_t code = around == "coding" ? named_around(outer) : Places::kRoot;
  if ((name == "code" || name == "display") && is_code(code)) {
    if (name == "display") names_.emplace(places_[code].parent, value);
    return fields_.add(places_[code].parent, value);
  }
  if ((name == "code" || name == "unit") && around == "valueQuantity") {
    return fields_.add_unit(places_[outer].parent, value);
  }
  add_url(place, value);
}

void FhirObservations::add_url(uint32_t place, std::string_view url) {
  const bool is_of_extension =
      places_[place].name == "url" && is_fhir_extension(places_[named_around(place)].name);
  if (!is_of_extension || is_of_standard(url)) return;
  const std::string_view last = url.substr(url.find_last_of("/#:") + 1);
  // Within an extension, names such as "text" say nothing.
  if (last.size() < url.size()) names_[places_[place].parent] = last;
  fields_.add(places_[place].parent, last);
}

bool FhirObservations::is_code(uint32_t place) const {
  const std::string& name = places_[place].name;
  if (name != "type") return name == "code";
  // Of a Task, a Device or an AuditEvent.
  const std::string& around = places_[named_around(place)].name;
  return around == "input" || around == "output" || around == "property" || around == "detail";
}

const FhirObservations::Around& FhirObservations::around(uint32_t place) {
  // A place comes after the one around it.
  for (auto i = static_cast<uint32_t>(around_.size()); i < places_.size(); ++i) {
    Around here = around_.empty() ? Around{} : around_[places_[i].parent];
    const std::string& name = places_[i].name;
    const bool is_value = name.starts_with("value");
    if (names_.contains(i)) here.named = i;
    if (!name.empty() && !is_value && name != "text" && name != "display") here.element = i;
    if (is_value && name != "value") here.value = i;
    around_.push_back(here);
  }
  return around_[place];
}

std::string_view FhirObservations::name_of(uint32_t place, std::string_view value) {
  for (uint32_t at = place;; at = places_[at].parent) {
    at = around(at).named;
    const auto known = names_.find(at);
    if (known != names_.end() && known->second != value) return known->second;
    if (at == Places::kRoot) return places_[around(place).element].name;
  }
}

std::optional<Field> FhirObservations::of(uint32_t place, std::string_view value) {
  const uint32_t at = around(place).value;
  if (at == Places::kRoot) return std::nullopt;
  // An answer in FHIR is inside its question, as is an expected one.
  const uint32_t outer = named_around(at);
  const bool is_answer = places_[outer].name == "answer" || places_[outer].name == "initial";
  return fields_.of(is_answer ? places_[outer].parent : places_[at].parent, value);
}

}  // namespace redact
