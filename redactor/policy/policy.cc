// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/policy.h"

#include <algorithm>
#include <chrono>

#include "base/file_io.h"
#include "documents/files/checked_yaml.h"
#include "redactor/policy/builtin_policies.h"

namespace redact {

namespace {

// In the order of Operator.
constexpr std::array<std::string_view, 10> kOperatorNames = {
    "tag", "number", "mask", "hash", "surrogate", "shift", "year", "birth-date", "over-89", "zip3"};

Error bad(std::string where, std::string what) {
  return {ErrorKind::kBadInput, "policy " + where, std::move(what)};
}

int year_of_the_clock() {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return static_cast<int>(std::chrono::year_month_day(today).year());
}

// The only label that an operator is made for; it could leave the identifiers of others unchanged.
std::optional<Label> only_label(Operator op) {
  switch (op) {
    case Operator::kShift:
    case Operator::kYear:
    case Operator::kBirthDate: return Label::kDate;
    case Operator::kOver89: return Label::kAge;
    case Operator::kZip3: return Label::kZip;
    case Operator::kTag:
    case Operator::kNumber:
    case Operator::kMask:
    case Operator::kHash:
    case Operator::kSurrogate: return std::nullopt;
  }
  return std::nullopt;
}

std::string known_policies() {
  std::string names;
  for (const BuiltinPolicy& policy : builtin_policies()) {
    names += (names.empty() ? "" : ", ") + std::string(policy.name);
  }
  return names;
}

}  // namespace

std::string_view operator_name(Operator op) { return kOperatorNames[static_cast<size_t>(op)]; }

Result<Policy> Policy::open(const std::string& name_or_path) {
  for (const BuiltinPolicy& policy : builtin_policies()) {
    if (policy.name == name_or_path) return parse(std::string(policy.yaml));
  }
  if (!is_path(name_or_path)) {
    return Error{
        ErrorKind::kNotFound, "policy",
        "no policy of that name; there are " + known_policies() + ", or the path of a file"};
  }
  auto yaml = read_file(name_or_path);
  if (!yaml.ok()) return bad("file", yaml.error().message());
  return parse(*yaml);
}

bool Policy::is_path(const std::string& name_or_path) {
  return name_or_path.find('/') != std::string::npos || name_or_path.ends_with(".yaml");
}

// yaml-cpp throws; no exception leaves this function.
Result<Policy> Policy::parse(const std::string& yaml) try {
  REDACT_ASSIGN(const YAML::Node root, read_checked_yaml(yaml, "policy"));
  REDACT_TRY(
      check_keys(root, "policy",
                 {"name", "placeholders", "operators", "date_order", "shift_by", "present_year"}));
  if (!root["name"] || !root["placeholders"] || !root["placeholders"].IsMap()) {
    return bad("file", "must hold a name and a map of placeholders");
  }
  Policy policy;
  policy.name_ = root["name"].as<std::string>();
  for (const auto& entry : root["placeholders"]) {
    const auto label = find_label(entry.first.as<std::string>());
    if (!label) return bad("placeholders", "has an unknown label");
    policy.treatments_[static_cast<size_t>(*label)] = {Operator::kTag,
                                                       entry.second.as<std::string>()};
  }
  if (root["operators"] && !root["operators"].IsMap()) return bad("operators", "are not a map");
  for (const auto& entry : root["operators"]) {
    const auto label = find_label(entry.first.as<std::string>());
    if (!label || policy.treatment(*label) == nullptr) {
      return bad("operators", "name a label that has no placeholder");
    }
    const auto name =
        std::find(kOperatorNames.begin(), kOperatorNames.end(), entry.second.as<std::string>());
    if (name == kOperatorNames.end()) return bad("operators", "name an unknown operator");
    const auto op = static_cast<Operator>(name - kOperatorNames.begin());
    if (const auto only = only_label(op); only && *only != *label) {
      return bad("operators", "treat " + std::string(label_name(*label)) + " with " +
                                  std::string(*name) + ", which is for " +
                                  std::string(label_name(*only)) + " only");
    }
    policy.treatments_[static_cast<size_t>(*label)]->op = op;
  }
  const Treatment* ages = policy.treatment(Label::kAge);
  if (policy.moves_dates() && ages != nullptr && ages->op == Operator::kSurrogate) {
    return bad("operators",
               "make up ages that contradict the dates, which move together: AGE: over-89");
  }
  if (root["date_order"]) {
    const auto order = root["date_order"].as<std::string>();
    if (order != "day-first" && order != "month-first") {
      return bad("date_order", "is neither day-first nor month-first");
    }
    policy.date_order_ = order == "day-first" ? DateOrder::kDayFirst : DateOrder::kMonthFirst;
  }
  if (root["shift_by"]) {
    const auto by = root["shift_by"].as<std::string>();
    if (by != "patient" && by != "document") {
      return bad("shift_by", "is neither patient nor document");
    }
    policy.shifts_by_document_ = by == "document";
  }
  policy.present_year_ =
      root["present_year"] ? root["present_year"].as<int>() : year_of_the_clock();
  if (policy.present_year_ < 1900 || policy.present_year_ > 2199) {
    return bad("present_year", "is not between 1900 and 2199");
  }
  return policy;
} catch (const YAML::Exception& e) {
  return Error{ErrorKind::kBadInput, line_of(e.mark, "policy"), "is not what a policy holds"};
}

bool Policy::uses(Operator op) const {
  return std::any_of(treatments_.begin(), treatments_.end(),
                     [op](const auto& treatment) { return treatment && treatment->op == op; });
}

Result<void> check_key(const Policy& policy, bool has_key, const std::string& key_setting) {
  if (has_key || !policy.needs_key()) return {};
  return bad(policy.name(),
             "hashes or shifts, which protects nothing without a key: " + key_setting);
}

}  // namespace redact
