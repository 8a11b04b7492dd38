// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "redactor/finder/model_options.h"
#include "redactor/redactor.h"

namespace redact {

// All settings of a redactor, as users give them. The program, the C interface, the evaluation and
// the benchmarks share them.
struct Settings {
  std::string policy = "default";         // name of a shipped one, or path of a YAML file
  ModelOptions model;                     // model.prompt.tags follow from the task and the policy
  bool builtin_rules = true;              // use the shipped patterns
  std::string rules, deny, allow, hints;  // paths of files; empty: none
  std::optional<Secret> key;              // for policies that hash, shift or make surrogates
};

// Opens everything that the settings name. Errors name the setting at fault like the program's
// option, and never quote a file's content.
Result<std::unique_ptr<Redactor>> open_redactor(const Settings& settings);
// The same with a policy that is already open.
Result<std::unique_ptr<Redactor>> open_redactor(const Settings& settings, Policy policy);

}  // namespace redact
