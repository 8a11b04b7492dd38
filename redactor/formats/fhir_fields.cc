// SPDX-License-Identifier: Apache-2.0
#include "redactor/formats/fhir_fields.h"

#include <algorithm>
#include <string>
#include <vector>

#include "redactor/formats/builtin_fields.h"
#include "redactor/formats/fhir_types.h"
#include "redactor/formats/fhir_values.h"

namespace redact {

namespace {

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_kept_use(Field::Use use) {
  using Use = Field::Use;
  return use == Use::kKeep || use == Use::kStandard || use == Use::kMeasure;
}

// Whether a value belongs to the extension by which this program, or another one, says that a value
// is absent.
bool says_absent(std::span<const std::string_view> path, const FieldTable::Inside& inside) {
  return path.size() > 1 && is_fhir_extension(path[path.size() - 2]) &&
         inside(path.size() - 2, "url") == kAbsentReason;
}

}  // namespace

FhirFields::Judgement FhirFields::judge(std::span<const std::string_view> path,
                                        std::string_view value, const FieldTable::Beside& beside,
                                        const FieldTable::Inside& inside) const {
  using Use = Field::Use;
  const Field* known = fhir_fields().find(path, beside);
  const bool is_date_field =
      known != nullptr && known->use == Use::kHide && known->label == Label::kDate;
  const Judgement by_table{
      .field = known != nullptr ? *known : Field{},
      .is_date = (known == nullptr || is_date_field) && is_fhir_date(value),
  };
  if (rules_ == nullptr) return by_table;
  if (value == kMasked || says_absent(path, inside)) {
    return {.field = {.use = Use::kStandard}, .by_rule = true};
  }
  const auto rule = rules_->find(path, value, inside);
  if (!rule) return by_table;
  const bool is_kept = known != nullptr && is_kept_use(known->use);
  // What is read by a rule is hidden as the table says, unless the table would leave it.
  const bool reads =
      rule->use == Use::kRead || rule->use == Use::kMarkup || rule->use == Use::kFile;
  if (reads && known != nullptr && !is_kept) return by_table;
  const bool is_id = known != nullptr && (known->use == Use::kId || known->use == Use::kReference);
  // What a user keeps stays as it is, and nobody can tell whether a date in it may.
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
  return holds(fhir_fields().conditions(), name) ||
         (rules_ != nullptr && (name == "url" || holds(rules_->conditions(), name)));
}

}  // namespace redact
