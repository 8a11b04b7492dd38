// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/user_file.h"
#include "crypto/secret.h"
#include "documents/formats/fhir_rules.h"
#include "redactor/agreement.h"
#include "redactor/corrections.h"
#include "redactor/finder/models.h"
#include "redactor/policy/policy.h"
#include "redactor/rules/known_people.h"
#include "redactor/rules/rule_set.h"
#include "redactor/rules/term_list.h"
#include "redactor/settings/setting.h"

namespace redact {

// The settings of redaction, in a user's terms. The program, the C interface, the evaluation and
// the benchmarks share them.
struct Settings {
  std::string policy = "default";  // name of a shipped one, or path of a YAML file
  DecodingOptions decoding;        // prompt.tags follow from the task and the policy
  std::string agree = "any";       // of several models: kAgreementNames
  bool builtin_rules = true;       // use the shipped patterns
#define REDACT_FILE(name, ...) UserFile name;
#include "redactor/settings/settings.def"
  bool keep_ids = false;      // leave the ids of FHIR's resources in the text
  std::optional<Secret> key;  // for policies that hash, shift or make surrogates
  bool explain = false;       // report evidence that hides nothing, with reasons

  // How errors name a setting.
  std::string spelled(const Setting& setting) const { return setting.spelled(decoding.spelling); }
};

// A setting that is a file of the user, and its member.
struct FileSetting {
  const Setting& setting;
  UserFile Settings::*file;
};
inline constexpr FileSetting kFileSettings[] = {
#define REDACT_FILE(name, ...) {setting::name, &Settings::name},
#include "redactor/settings/settings.def"
};

// The sources of evidence besides the model (resolve.h has their precedence).
struct Guides {
  RuleSet rules;      // the shipped ones
  RuleSet own_rules;  // the caller's
  TermList deny;
  TermList allow;
};

// Settings, compiled for models. Immutable; requests share it.
struct Configuration {
  Policy policy;
  Guides guides = {};
  KnownPeople known = {};
  Corrections corrections = {};
  std::vector<Hint> hints = {};
  std::shared_ptr<const FhirRules> fhir_rules = {};
  std::optional<Secret> key = {};         // without it, policies that need one write placeholders
  bool keeps_ids = false;                 // of FHIR's resources
  bool explains = false;                  // redactions report evidence that hides nothing
  Spelling spelling = Spelling::kOption;  // of settings in errors
  Models models = {};                     // each reads every document; none: only the guides find
  std::vector<std::shared_ptr<const Decoding>> decodings = {};  // of each model
  Agreement agreement = Agreement::kAny;
  std::vector<uint32_t> allowed_denials = {};  // lines of the deny list with allowed terms

  // Opens everything that the settings name except the model. Errors name the setting at fault in
  // the spelling of settings.decoding, and never quote a file's content.
  static Result<Configuration> compile(const Settings& settings);
  // The same with an opened policy.
  static Result<Configuration> compile(const Settings& settings, Policy policy);
  // Adds the models, configured by the options; hints are for those that have a gazetteer. Errors
  // are those of RedactionModel::configure.
  Result<std::shared_ptr<const Configuration>> with(Models models_used, DecodingOptions options) &&;
  // compile() and with() in one call.
  static Result<std::shared_ptr<const Configuration>> open(const Settings& settings,
                                                           const Models& models_used);

  // The thresholds for the scores of the models, which are of one kind.
  const Thresholds& thresholds() const;
  // The parts of settings that have no effect, and why: rules for labels that the policy leaves in
  // the text, and denied terms that are allowed. A line of words for each; none quotes a file.
  std::vector<std::string> idle_settings() const;
};

}  // namespace redact
