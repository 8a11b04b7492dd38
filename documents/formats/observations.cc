// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/observations.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/word_list.h"
#include "documents/formats/caption.h"
#include "language/age.h"
#include "language/words.h"

namespace redact {

namespace {

// LOINC: age, age as reported, age as estimated, age as calculated, current age or age at death.
// SNOMED CT: age, current age, age at onset, age at diagnosis. IEEE 11073: serial number of a
// device. LOINC: unique identifier of a device; birth date. SNOMED CT: date of birth.
struct Code {
  std::string_view code;
  Label label;
};
constexpr auto kCodes = std::to_array<Code>({{"30525-0", Label::kAge},
                                             {"21612-7", Label::kAge},
                                             {"21611-9", Label::kAge},
                                             {"29553-5", Label::kAge},
                                             {"63900-5", Label::kAge},
                                             {"397669002", Label::kAge},
                                             {"424144002", Label::kAge},
                                             {"445518008", Label::kAge},
                                             {"423493009", Label::kAge},
                                             {"531972", Label::kDevice},
                                             {"74711-3", Label::kDevice},
                                             {"21112-8", Label::kDate},
                                             {"184099003", Label::kDate}});

// Names of observations of a person's age: all their words, folded. "Weight for age" is not one.
constexpr auto kAges = word_list<
    "age|patient age|age of patient|current age|age in years|age years|age reported|"
    "age estimated|age calculated|maternal age|paternal age|edad|edad del paciente|edad actual|"
    "edad en anos|eta|eta del paziente|alter|alter des patienten|patientenalter|age du patient|"
    "varsta|varsta pacientului|yas|hasta yasi|hastanin yasi",
    '|'>();
// The beginnings of others: age at death, at onset.
constexpr auto kAgesThen = std::to_array<std::string_view>(
    {"age at ", "age when ", "age of onset", "edad al ", "edad de "});

// Words that the name of an observation has next to one another, folded.
struct Name {
  std::string_view words;
  Label label;
};
constexpr auto kNames = std::to_array<Name>({{"serial number", Label::kDevice},
                                             {"serial no", Label::kDevice},
                                             {"seriennummer", Label::kDevice},
                                             {"numero de serie", Label::kDevice},
                                             {"numero di serie", Label::kDevice},
                                             {"unique device identifier", Label::kDevice},
                                             {"mac address", Label::kDevice},
                                             {"imei", Label::kDevice},
                                             {"license plate", Label::kVehicle},
                                             {"licence plate", Label::kVehicle},
                                             {"number plate", Label::kVehicle},
                                             {"vehicle identification", Label::kVehicle},
                                             {"license number", Label::kLicense},
                                             {"licence number", Label::kLicense},
                                             {"ssn", Label::kSsn},
                                             {"social security number", Label::kSsn},
                                             {"mrn", Label::kMedicalRecord},
                                             {"medical record number", Label::kMedicalRecord},
                                             {"account number", Label::kAccount},
                                             {"member id", Label::kHealthPlan},
                                             {"policy number", Label::kHealthPlan},
                                             {"phone number", Label::kPhone},
                                             {"telephone number", Label::kPhone},
                                             {"fax number", Label::kFax},
                                             {"email address", Label::kEmail},
                                             {"ip address", Label::kIp},
                                             {"zip code", Label::kZip},
                                             {"postal code", Label::kZip},
                                             {"latitude", Label::kLocation},
                                             {"longitude", Label::kLocation},
                                             {"fingerprint", Label::kBiometric},
                                             {"voiceprint", Label::kBiometric},
                                             {"subject id", Label::kId},
                                             {"subject number", Label::kId},
                                             {"study id", Label::kId},
                                             {"participant id", Label::kId}});

constexpr auto kYears =
    word_list<"yr yrs year years ano anos anno anni an ans ani jahr jahre yil">();

bool has_words(const std::string& words, std::string_view wanted) {
  return (" " + words + " ").find(" " + std::string(wanted) + " ") != words.npos;
}

bool names_age(const std::string& words) {
  return is_among(words, kAges) ||
         std::any_of(kAgesThen.begin(), kAgesThen.end(),
                     [&](std::string_view begin) { return words.starts_with(begin); });
}

}  // namespace

std::optional<Field> observed_field(std::string_view code_or_name) {
  const auto hidden = [](Label label) { return Field{Field::Use::kHide, label}; };
  for (const Code& known : kCodes) {
    if (code_or_name != known.code) continue;
    Field field = hidden(known.label);
    field.is_birth = known.label == Label::kDate;
    return field;
  }
  constexpr size_t kLongestName = 120;  // bytes: a longer one is a description
  if (code_or_name.size() > kLongestName) return std::nullopt;
  const std::string words = folded_words(code_or_name);
  if (names_age(words)) return hidden(Label::kAge);
  const auto known = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const Name& name) { return has_words(words, name.words); });
  if (known != kNames.end()) return hidden(known->label);
  const Field* caption = read_caption(code_or_name).field;
  return caption != nullptr ? std::optional(*caption) : std::nullopt;
}

bool counts_years(std::string_view unit) {
  // In UCUM, "A" is the ampere.
  return unit == "a" || is_among(squeeze(unit), kYears);
}

bool counts_less_than_years(std::string_view unit) {
  const auto read = read_age("1 " + std::string(unit), {}, "en");
  return read && !read->in_years;
}

bool hide_observed(const Field& observed, bool hides_codes, Field& field) {
  using Use = Field::Use;
  const bool is_measure = field.use == Use::kMeasure;
  const bool is_text = field.use == Use::kRead || (hides_codes && field.use == Use::kKeep);
  field.is_birth |= observed.is_birth;
  if (!is_measure && (!is_text || observed.label == Label::kDate)) return false;
  field = observed;
  return true;
}

void ObservedFields::add(uint32_t observation, std::string_view code_or_name) {
  if (const auto field = observed_field(code_or_name)) fields_.emplace(observation, *field);
}

void ObservedFields::add_unit(uint32_t observation, std::string_view unit) {
  if (counts_years(unit)) {
    in_years_.emplace(observation, true);
  } else if (counts_less_than_years(unit)) {
    in_years_.emplace(observation, false);
  }
}

std::optional<Field> ObservedFields::of(uint32_t observation, std::string_view value) const {
  const auto known = fields_.find(observation);
  const auto in_years = in_years_.find(observation);
  const bool has_unit = in_years != in_years_.end();
  if (known == fields_.end()) {
    const bool is_age = has_unit && in_years->second;
    return is_age ? std::optional(Field{Field::Use::kHide, Label::kAge}) : std::nullopt;
  }
  const Field& field = known->second;
  if (field.label == Label::kAge && has_unit && !in_years->second) return std::nullopt;
  return is_value_of(field.label, value) ? std::optional(field) : std::nullopt;
}

}  // namespace redact
