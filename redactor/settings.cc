// SPDX-License-Identifier: Apache-2.0
#include "redactor/settings.h"

#include <utility>

#include "redactor/finder/model_finder.h"

namespace redact {

namespace {

// An error names the setting as the program's option does; the path of the file it does not (P5).
template <typename T>
Result<T> of_setting(const char* setting, Result<T> result) {
  if (result.ok()) return result;
  return Error{result.error().kind, setting, result.error().message()};
}

}  // namespace

Result<std::unique_ptr<Redactor>> open_redactor(const Settings& settings) {
  REDACT_ASSIGN(Policy policy, Policy::open(settings.policy));
  return open_redactor(settings, std::move(policy));
}

Result<std::unique_ptr<Redactor>> open_redactor(const Settings& settings, Policy policy) {
  REDACT_TRY(check_key(policy, settings.key.has_value()));
  Guides guides;
  if (settings.builtin_rules) {
    REDACT_ASSIGN(guides.rules, RuleSet::builtin());
  }
  if (!settings.rules.empty()) {
    REDACT_ASSIGN(guides.own_rules, of_setting("--rules", RuleSet::read(settings.rules)));
  }
  if (!settings.deny.empty()) {
    REDACT_ASSIGN(guides.deny, of_setting("--deny", TermList::read_deny(settings.deny)));
  }
  if (!settings.allow.empty()) {
    REDACT_ASSIGN(guides.allow, of_setting("--allow", TermList::read_allow(settings.allow)));
  }
  ModelOptions model = settings.model;
  model.prompt.tags = prompt_tags(model.prompt.task, policy);
  REDACT_ASSIGN(auto finder, of_setting("model", open_model_finder(model)));
  return std::make_unique<Redactor>(std::move(finder), std::move(policy), std::move(guides),
                                    settings.key);
}

}  // namespace redact
