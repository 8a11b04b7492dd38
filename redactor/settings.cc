// SPDX-License-Identifier: Apache-2.0
#include "redactor/settings.h"

#include <utility>

#include "redactor/finder/model_finder.h"
#include "redactor/rules/hint_list.h"

namespace redact {

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
    REDACT_ASSIGN(guides.own_rules, blame("--rules", RuleSet::read(settings.rules)));
  }
  if (!settings.deny.empty()) {
    REDACT_ASSIGN(guides.deny, blame("--deny", TermList::read_deny(settings.deny)));
  }
  if (!settings.allow.empty()) {
    REDACT_ASSIGN(guides.allow, blame("--allow", TermList::read_allow(settings.allow)));
  }
  ModelOptions model = settings.model;
  if (!settings.hints.empty()) {
    REDACT_ASSIGN(model.hints, blame("--hints", read_hints(settings.hints)));
  }
  model.prompt.tags = prompt_tags(model.prompt.task, policy);
  REDACT_ASSIGN(auto finder, blame("model", open_model_finder(model)));
  return std::make_unique<Redactor>(std::move(finder), std::move(policy), std::move(guides),
                                    settings.key);
}

}  // namespace redact
