// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/handles.h"
#include "redactor/policy/policy.h"

namespace c_api = redact::c_api;
using c_api::Answer;
using redact::Result;

namespace {

Result<redact::PromptOptions> prompt_of(const redact_config_options& options) {
  redact::PromptOptions prompt;
  REDACT_ASSIGN(const std::string task, c_api::string_of(options.task, "task", "tags"));
  const auto known = redact::find_prompt_task(task);
  if (!known) return redact::Error{redact::ErrorKind::kNotFound, "task", "is not known"};
  prompt.task = *known;
  REDACT_ASSIGN(prompt.language, c_api::string_of(options.language, "language"));
  REDACT_ASSIGN(prompt.chat_template, c_api::string_of(options.chat_template, "chat_template"));
  REDACT_ASSIGN(prompt.instruction, c_api::file_of(options.prompt, "prompt"));
  REDACT_ASSIGN(prompt.shots, c_api::file_of(options.shots, "shots"));
  return prompt;
}

Result<redact::DecodingOptions> decoding_of(const redact_config_options& options) {
  redact::DecodingOptions decoding;
  decoding.spelling = redact::Spelling::kName;
  REDACT_ASSIGN(decoding.recall, c_api::string_of(options.recall, "recall"));
  if (options.bias != nullptr) {
    if (!decoding.recall.empty()) return c_api::misuse("recall", "cannot be given with bias");
    if (!std::isfinite(*options.bias)) return c_api::misuse("bias", "is not a finite number");
    decoding.bias = *options.bias;
  }
  REDACT_ASSIGN(decoding.prompt, prompt_of(options));
  return decoding;
}

Result<void> take_file(const redact_file& given, const char* name, redact::UserFile& file) {
  REDACT_ASSIGN(file, c_api::file_of(given, name));
  return {};
}

Result<redact::Settings> settings_of(const redact_config_options& options) {
  redact::Settings settings;
  REDACT_ASSIGN(settings.policy, c_api::string_of(options.policy, "policy", "default"));
#define REDACT_FILE(name, ...) REDACT_TRY(take_file(options.name, #name, settings.name));
#include "redactor/settings/settings.def"
  const redact_file& key = options.key;
  REDACT_ASSIGN(const bool is_legacy, c_api::flag_of(options.legacy_key, "legacy_key"));
  if (key.path != nullptr || key.data != nullptr || key.data_size > 0) {
    REDACT_ASSIGN(settings.key, c_api::key_of(key, is_legacy));
  }
  REDACT_ASSIGN(const bool no_rules, c_api::flag_of(options.no_builtin_rules, "no_builtin_rules"));
  settings.builtin_rules = !no_rules;
  REDACT_ASSIGN(settings.keep_ids, c_api::flag_of(options.keep_ids, "keep_ids"));
  REDACT_ASSIGN(settings.explain, c_api::flag_of(options.explain, "explain"));
  REDACT_ASSIGN(settings.agree, c_api::string_of(options.agree, "agree", "any"));
  REDACT_ASSIGN(settings.decoding, decoding_of(options));
  return settings;
}

// `policy` names a shipped policy, never a path: policy_file takes paths.
Result<redact::Policy> policy_of(const redact_config_options& options,
                                 const redact::Settings& settings) {
  REDACT_ASSIGN(const redact::UserFile file, c_api::file_of(options.policy_file, "policy_file"));
  if (file.is_given()) {
    if (options.policy != nullptr) return c_api::misuse("policy", "cannot be given with a file");
    REDACT_ASSIGN(const std::string yaml, blame("policy_file", file.read()));
    return redact::Policy::parse(yaml);
  }
  if (redact::Policy::is_path(settings.policy)) {
    return redact::Error{redact::ErrorKind::kNotFound, "policy",
                         "is a path; policy_file takes paths"};
  }
  return redact::Policy::open(settings.policy);
}

void tell_idle_settings(const redact::Configuration& configuration, const c_api::Logger& log) {
  for (const std::string& line : configuration.idle_settings()) {
    log.tell(REDACT_OK, line.c_str());
  }
}

}  // namespace

redact_status redact_config_open(const redact_model* model, const redact_config_options* given,
                                 redact_config** config, redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(config, "config"));
    *config = nullptr;
    REDACT_TRY(c_api::require(model, "model"));
    REDACT_ASSIGN(const auto options, c_api::take_or_default(given, "options"));
    REDACT_ASSIGN(const redact::Settings settings, settings_of(options));
    REDACT_ASSIGN(redact::Policy policy, policy_of(options, settings));
    REDACT_ASSIGN(redact::Configuration compiled,
                  redact::Configuration::compile(settings, std::move(policy)));
    auto handle = std::make_unique<redact_config>();
    REDACT_ASSIGN(handle->configuration,
                  std::move(compiled).with(model->models, settings.decoding));
    tell_idle_settings(*handle->configuration, {options.log, options.log_user});
    *config = handle.release();
    return {};
  });
}

void redact_config_free(redact_config* config) { c_api::release(config); }

const char* redact_config_policy(const redact_config* config) {
  return config != nullptr ? config->configuration->policy.name().c_str() : nullptr;
}
