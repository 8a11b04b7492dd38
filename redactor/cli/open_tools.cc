// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/open_tools.h"

#include <string>
#include <utility>

#include "redactor/cli/complain.h"
#include "redactor/finder/model_finder.h"

namespace redact {

namespace {

// An error says whose file it is about; the file's name it does not (P5).
template <typename T>
Result<T> of_option(const char* option, Result<T> result) {
  if (result.ok()) return result;
  return Error{result.error().kind, option, result.error().message()};
}

}  // namespace

Result<Tools> open_tools(const Options& options) {
  REDACT_ASSIGN(Policy policy, Policy::open(options.policy));
  Guides guides;
  if (options.builtin_rules) {
    REDACT_ASSIGN(guides.rules, RuleSet::builtin());
  }
  if (!options.rules.empty()) {
    REDACT_ASSIGN(RuleSet own, of_option("--rules", RuleSet::read(options.rules)));
    for (const Label label : own.labels()) {
      if (policy.treatment(label) != nullptr) continue;
      complain("--rules: the policy does not list " + std::string(label_name(label)) +
               ": its rules hide nothing");
    }
    guides.rules.add(std::move(own));
  }
  if (!options.deny.empty()) {
    REDACT_ASSIGN(guides.deny, of_option("--deny", TermList::read_deny(options.deny)));
  }
  if (!options.allow.empty()) {
    REDACT_ASSIGN(guides.allow, of_option("--allow", TermList::read_allow(options.allow)));
  }
  KnownPeople known;
  if (!options.known.empty()) {
    REDACT_ASSIGN(known,
                  of_option("--known", KnownPeople::read(options.known, policy.date_order())));
  }
  std::optional<Secret> key;
  if (!options.key_file.empty()) {
    REDACT_ASSIGN(key, of_option("--key-file", Secret::read(options.key_file)));
  }
  REDACT_TRY(check_key(policy, key.has_value()));
  ModelOptions model = options.model;
  model.prompt.tags = prompt_tags(model.prompt.task, policy);
  auto finder = open_model_finder(model);
  if (!finder.ok()) return Error{finder.error().kind, "model", finder.error().message()};
  return Tools{std::move(finder).value(), std::move(policy), std::move(guides), std::move(known),
               std::move(key)};
}

}  // namespace redact
