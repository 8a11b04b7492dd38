// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/ascii.h"
#include "documents/files/checked_yaml.h"
#include "documents/formats/fhir_values.h"
#include "language/age.h"

namespace redact {

namespace {

const std::string kWhat = "FHIR rules";
constexpr std::string_view kQuantities =
    "Quantity|SimpleQuantity|Age|Count|Distance|Duration|Money|MoneyQuantity";
constexpr int kMostDigits = 28;
// Longer paths are left to the shipped table, so that time stays linear. No resource has them.
constexpr size_t kLongestPath = 64;

using Step = FieldTable::Step;
using Path = std::vector<Step>;

// The use of a value under `redactText`; nullopt leaves a value that is not text to the table.
std::optional<Field> read_as_text(std::string_view type) {
  if (type.empty() || share_fhir_type(type, "string|markdown")) return Field{};
  if (type == "xhtml") return Field{.use = Field::Use::kMarkup};
  if (type == "base64Binary") return Field{.use = Field::Use::kFile};
  return std::nullopt;
}

// The elements at a path, and all elements inside them.
Path with_all_inside(Path path) {
  path.push_back({"**"});
  return path;
}

Path with(Path path, Step step) {
  path.push_back(std::move(step));
  return path;
}

// The elements at a path, and the elements inside them, that are of one of these types.
std::vector<Path> of_types(const Path& path, std::string_view types) {
  std::vector<Path> all = {with(with_all_inside(path), {"*", std::string(types)})};
  const std::string& own = path.back().type;
  if (own.empty() || share_fhir_type(own, types)) {
    all.push_back(path);
    if (own.empty()) all.back().back().type = types;
  }
  return all;
}

}  // namespace

// A map of the file.
struct FhirRules::Rule {
  YAML::Node node;

  Error bad(std::string problem, ErrorKind kind = ErrorKind::kBadInput) const {
    return {kind, line_of(node.Mark(), kWhat), std::move(problem)};
  }
  // Empty if there is none.
  std::string text(const char* name) const {
    const YAML::Node value = node[name];
    return value && value.IsScalar() ? value.Scalar() : std::string();
  }
  Result<bool> flag(const char* name) const {
    const YAML::Node value = node[name];
    bool is_set = false;
    if (value && !(value.IsScalar() && YAML::convert<bool>::decode(value, is_set))) {
      return bad("has a flag that is neither true nor false");
    }
    return is_set;
  }
};

Result<FhirRules> FhirRules::parse(const std::string& json, int present_year) {
  REDACT_ASSIGN(const YAML::Node root, read_checked_yaml(json, kWhat));
  REDACT_TRY(check_keys(
      root, kWhat,
      {"fhirVersion", "processingErrors", "processingError", "fhirPathRules", "parameters"}));
  const Rule file{root};
  const std::string version = to_lower(file.text("fhirVersion"));
  if (!version.empty() && version != "r4" && version != "r4b" && version != "r5") {
    return Rule{root["fhirVersion"]}.bad("is for a version of FHIR other than R4 and R5",
                                         ErrorKind::kUnsupported);
  }
  FhirRules rules;
  rules.present_year_ = present_year;
  if (root["parameters"]) REDACT_TRY(rules.read_parameters({root["parameters"]}));
  const YAML::Node list = root["fhirPathRules"];
  if (!list || !list.IsSequence()) return file.bad("has no list fhirPathRules");
  for (const YAML::Node& rule : list) REDACT_TRY(rules.add({rule}));
  return rules;
}

Result<void> FhirRules::read_parameters(const Rule& parameters) {
  // The program's own key is used, and dates move with their patient, so these parameters are
  // ignored.
  REDACT_TRY(check_keys(parameters.node, kWhat,
                        {"dateShiftKey", "dateShiftScope", "cryptoHashKey", "encryptKey",
                         "enablePartialAgesForRedact", "enablePartialDatesForRedact",
                         "enablePartialZipCodesForRedact", "restrictedZipCodeTabulationAreas"}));
  REDACT_ASSIGN(partial_ages_, parameters.flag("enablePartialAgesForRedact"));
  REDACT_ASSIGN(partial_dates_, parameters.flag("enablePartialDatesForRedact"));
  REDACT_ASSIGN(const bool has_zips, parameters.flag("enablePartialZipCodesForRedact"));
  const YAML::Node areas = parameters.node["restrictedZipCodeTabulationAreas"];
  if (areas && !areas.IsSequence()) return Rule{areas}.bad("is not a list of areas");
  if (!has_zips) return {};
  FieldSetting setting;
  if (areas) {
    for (const YAML::Node& area : areas) {
      if (!area.IsScalar() || area.Scalar().empty()) return Rule{area}.bad("is not an area");
      setting.small_areas.push_back(area.Scalar());
    }
  }
  partial_zips_ = keep(std::move(setting));
  return {};
}

Result<void> FhirRules::add(const Rule& rule) {
  using Use = Field::Use;
  REDACT_TRY(check_keys(
      rule.node, kWhat,
      {"path", "method", "span", "rangeType", "roundTo", "replaceWith", "cases", "otherValues"}));
  const std::string method = to_lower(rule.text("method"));
  if (method == "encrypt" || method == "generalize") {
    return rule.bad("has a method that is not supported: " + method, ErrorKind::kUnsupported);
  }
  const auto paths = read_fhir_path(rule.text("path"));
  if (!paths)
    return rule.bad("has a path that is not supported, or a type that FHIR does not have");
  needs_key_ |= method == "dateshift" || method == "cryptohash" || method == "perturb";
  hashes_ |= method == "cryptohash";
  if (method == "perturb") return add_perturb(rule, *paths);
  if (method == "substitute") return add_substitute(rule, *paths);
  for (const Path& path : *paths) {
    if (method == "dateshift") {
      for (Path& dates : of_types(path, kFhirDates)) {
        table_.add_weaker(std::move(dates), {.use = Use::kShift});
      }
    } else if (method == "keep") {
      table_.add_weaker(with_all_inside(path), {.use = Use::kKeep});
    } else if (method == "redact") {
      table_.add_weaker(with_all_inside(path), {.use = Use::kRemove});
    } else if (method == "cryptohash") {
      table_.add_weaker(with_all_inside(path), {.use = Use::kHash});
    } else if (method == "redacttext") {
      table_.add_weaker(with_all_inside(path), {.use = Use::kRead});
    } else {
      return rule.bad("has an unknown method");
    }
  }
  return {};
}

// Numbers, and the value of a quantity, whose other fields stay.
Result<void> FhirRules::add_perturb(const Rule& rule, const Paths& paths) {
  const YAML::Node span = rule.node["span"], digits = rule.node["roundTo"];
  FieldSetting setting;
  if (!span || !YAML::convert<double>::decode(span, setting.span) || !std::isfinite(setting.span) ||
      setting.span < 0) {
    return rule.bad("needs a span, a number of 0 or more");
  }
  if (digits && (!YAML::convert<int>::decode(digits, setting.n_digits) || setting.n_digits < 0 ||
                 setting.n_digits > kMostDigits)) {
    return rule.bad("has a roundTo that is not a number from 0 to 28");
  }
  const std::string range = to_lower(rule.text("rangeType"));
  if (!range.empty() && range != "fixed" && range != "proportional") {
    return rule.bad("has a rangeType other than fixed and proportional");
  }
  setting.is_proportional = range == "proportional";
  const Field decimal = perturbed(setting);
  setting.n_digits = 0;
  const Field integer = perturbed(setting);
  setting.least = 0;
  const Field count = perturbed(setting);
  setting.least = 1;
  const Field positive = perturbed(setting);
  const auto add_all = [&](const std::vector<Path>& some, const Field& field) {
    for (const Path& path : some) table_.add_weaker(path, field);
  };
  for (const Path& path : paths) {
    for (const Path& quantity : of_types(path, kQuantities)) {
      table_.add_weaker(with(quantity, {"value"}), decimal);
      for (const char* name : {"unit", "system", "code", "comparator", "currency"}) {
        table_.add_weaker(with(quantity, {name}), {.use = Field::Use::kKeep});
      }
    }
    add_all(of_types(path, "decimal"), decimal);
    add_all(of_types(path, "integer|integer64"), integer);
    add_all(of_types(path, "unsignedInt"), count);
    add_all(of_types(path, "positiveInt"), positive);
  }
  return {};
}

Field FhirRules::perturbed(const FieldSetting& setting) {
  return {.use = Field::Use::kPerturb, .setting = keep(setting)};
}

const FieldSetting* FhirRules::keep(FieldSetting setting) {
  settings_.push_back(std::make_unique<const FieldSetting>(std::move(setting)));
  return settings_.back().get();
}

Result<void> FhirRules::add_substitute(const Rule& rule, const Paths& paths) {
  const YAML::Node value = rule.node["replaceWith"];
  if (!value || !value.IsScalar()) {
    return rule.bad("needs a replaceWith: a string, a number, true or false",
                    ErrorKind::kUnsupported);
  }
  FieldSetting setting;
  setting.value = value.Scalar();
  const Field field{.use = Field::Use::kSubstitute, .setting = keep(std::move(setting))};
  for (const Path& path : paths) {
    table_.add_weaker(path, field);
    // One value cannot replace several.
    table_.add_weaker(with_all_inside(path), {.use = Field::Use::kRemove});
  }
  return {};
}

std::optional<Field> FhirRules::find(std::span<const FhirElement> path, std::string_view value,
                                     const FieldTable::Inside& inside) const {
  if (path.empty() || path.size() > kLongestPath || !is_fhir_resource(path[0].name)) {
    return std::nullopt;
  }
  const Field* found = table_.find(path, inside);
  if (found == nullptr) return std::nullopt;
  const FhirElement& around = path[path.size() - (path.size() > 1 ? 2 : 1)];
  const bool cannot =
      (found->use == Field::Use::kShift && (!can_shift(value) || may_tell_high_age(value))) ||
      (found->use == Field::Use::kPerturb && !read_number(value));
  if (found->use == Field::Use::kRemove || cannot) {
    // A part of an extension is meaningless by itself.
    const bool is_extension = std::any_of(path.begin(), path.end(), [](const FhirElement& element) {
      return element.type == "Extension";
    });
    if (is_extension) return Field{.use = Field::Use::kRemove};
    return redacted(path.back(), around, value);
  }
  if (found->use == Field::Use::kRead) return read_as_text(path.back().type);
  return *found;
}

// Whether a date is so long ago that, as a date of birth, its year would reveal an age that
// identifies.
bool FhirRules::may_tell_high_age(std::string_view date) const {
  return present_year_ - std::stoi(std::string(date.substr(0, 4))) > kOldestWritten;
}

// The remainder of a value under `redact`.
Field FhirRules::redacted(const FhirElement& element, const FhirElement& around,
                          std::string_view value) const {
  using Use = Field::Use;
  if (partial_dates_ && share_fhir_type(element.type, "date|dateTime") && is_fhir_date(value) &&
      !may_tell_high_age(value)) {
    return {.use = Use::kYear};
  }
  if (partial_ages_ && around.type == "Age" && element.name == "value") {
    const auto age = read_number(value);
    if (age && *age >= 0 && *age <= kOldestWritten) return {.use = Use::kKeep};
  }
  if (partial_zips_ != nullptr && around.type == "Address" && element.name == "postalCode" &&
      value.size() >= 3) {
    return {.use = Use::kZip3, .setting = partial_zips_};
  }
  return {.use = Use::kRemove};
}

}  // namespace redact
