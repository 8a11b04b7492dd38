// SPDX-License-Identifier: Apache-2.0
#include "redactor/configuration.h"

#include <algorithm>
#include <utility>

#include "redactor/fields/known_fields.h"
#include "redactor/resolve.h"
#include "redactor/rules/list_lines.h"

namespace redact {

namespace {

Result<std::shared_ptr<const FhirRules>> read_fhir_rules(const Settings& settings,
                                                         int present_year) {
  REDACT_ASSIGN(const std::string json, settings.fhir_rules.read());
  REDACT_ASSIGN(FhirRules rules, FhirRules::parse(json, present_year));
  if (rules.needs_key() && !settings.key) {
    return Error{
        ErrorKind::kBadInput, {}, "has dateShift, cryptoHash or perturb, which need a key"};
  }
  if (rules.hashes() && settings.keep_ids) {
    return Error{ErrorKind::kBadInput, {}, "has cryptoHash, which is not for ids that are kept"};
  }
  return std::make_shared<const FhirRules>(std::move(rules));
}

}  // namespace

Result<Configuration> Configuration::compile(const Settings& settings) {
  REDACT_ASSIGN(Policy policy, Policy::open(settings.policy));
  return compile(settings, std::move(policy));
}

Result<Configuration> Configuration::compile(const Settings& settings, Policy policy) {
  Configuration out{std::move(policy)};
  REDACT_TRY(check_key(out.policy, settings.key.has_value(), settings.spelled(setting::key)));
  out.key = settings.key;
  out.explains = settings.explain;
  out.spelling = settings.decoding.spelling;
  out.keeps_ids = settings.keep_ids;
  const auto agreement = find_agreement(settings.agree);
  if (!agreement) {
    return Error{ErrorKind::kBadInput, settings.spelled(setting::agree),
                 "is not any, majority or all"};
  }
  out.agreement = *agreement;
  if (settings.builtin_rules) {
    REDACT_ASSIGN(out.guides.rules, RuleSet::builtin());
  }
  if (settings.rules.is_given()) {
    REDACT_ASSIGN(out.guides.own_rules,
                  blame(settings.spelled(setting::rules), RuleSet::read(settings.rules)));
  }
  if (settings.allow.is_given()) {
    REDACT_ASSIGN(out.guides.allow,
                  blame(settings.spelled(setting::allow), TermList::read_allow(settings.allow)));
  }
  if (settings.deny.is_given()) {
    const std::string spelled = settings.spelled(setting::deny);
    // The file may be a pipe, which can be read once.
    REDACT_ASSIGN(std::string content, blame(spelled, settings.deny.read()));
    const UserFile deny = UserFile::in_memory(std::move(content));
    REDACT_ASSIGN(out.guides.deny, blame(spelled, TermList::read_deny(deny)));
    REDACT_ASSIGN(out.allowed_denials, blame(spelled, out.guides.allow.lines_held(deny)));
  }
  if (settings.known.is_given()) {
    REDACT_ASSIGN(out.known, blame(settings.spelled(setting::known),
                                   KnownPeople::read(settings.known, out.policy.date_order())));
  }
  if (settings.known_fhir.is_given()) {
    REDACT_TRY(blame(settings.spelled(setting::known_fhir),
                     read_known_fhir(settings.known_fhir, out.policy.date_order(), out.known)));
  }
  if (settings.corrections.is_given()) {
    REDACT_ASSIGN(out.corrections, blame(settings.spelled(setting::corrections),
                                         Corrections::read(settings.corrections)));
  }
  if (settings.fhir_rules.is_given()) {
    REDACT_ASSIGN(out.fhir_rules, blame(settings.spelled(setting::fhir_rules),
                                        read_fhir_rules(settings, out.policy.present_year())));
  }
  if (settings.hints.is_given()) {
    REDACT_ASSIGN(out.hints, blame(settings.spelled(setting::hints), read_hints(settings.hints)));
  }
  return out;
}

Result<std::shared_ptr<const Configuration>> Configuration::with(Models models_used,
                                                                 DecodingOptions options) && {
  options.prompt.tags = prompt_tags(options.prompt.task, policy);
  options.unknown = hidden_as(Label::kOther, policy);
  models = std::move(models_used);
  const bool any_takes_hints =
      std::ranges::any_of(models, [](const auto& model) { return model->takes_hints(); });
  for (const auto& model : models) {
    options.hints = model->takes_hints() || !any_takes_hints ? hints : std::vector<Hint>();
    REDACT_ASSIGN(auto decoding, blame("model", model->configure(options)));
    decodings.push_back(std::move(decoding));
  }
  return std::make_shared<const Configuration>(std::move(*this));
}

Result<std::shared_ptr<const Configuration>> Configuration::open(const Settings& settings,
                                                                 const Models& models_used) {
  REDACT_ASSIGN(Configuration compiled, compile(settings));
  return std::move(compiled).with(models_used, settings.decoding);
}

const Thresholds& Configuration::thresholds() const {
  return models.empty() ? kDecisionThresholds : models.front()->thresholds();
}

std::vector<std::string> Configuration::idle_settings() const {
  std::vector<std::string> lines;
  for (const Label label : guides.own_rules.labels()) {
    if (policy.treatment(label) != nullptr) continue;
    lines.push_back(setting::rules.spelled(spelling) + ": the rules for " +
                    std::string(label_name(label)) +
                    " have no effect, because the policy does not replace this label");
  }
  if (!allowed_denials.empty()) {
    const std::string first = std::to_string(allowed_denials.front());
    const bool is_one = allowed_denials.size() == 1;
    lines.push_back(setting::deny.spelled(spelling) + ": " +
                    (is_one ? "the term of line " + first + " stays"
                            : std::to_string(allowed_denials.size()) +
                                  " terms stay, the first of line " + first) +
                    ", because " + setting::allow.spelled(spelling) + " holds the same");
  }
  return lines;
}

}  // namespace redact
