// SPDX-License-Identifier: Apache-2.0
#include "server/setup.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/handles.h"

namespace redact::server {

namespace {

redact_file file_at(const std::string& path) { return {or_null(path), nullptr, 0}; }

// Whether the value of --policy looks like a file.
bool is_path(const std::string& policy) {
  return policy.find('/') != policy.npos || policy.ends_with(".yaml");
}

// An error of the library, with the program's options in place of the settings that only the
// operator has.
std::string in_options(std::string message) {
  using Spelt = std::pair<std::string, const char*>;
  for (const auto& [name, option] :
       {Spelt("rules", "--rules"), Spelt("deny", "--deny"), Spelt("allow", "--allow"),
        Spelt("hints", "--hints"), Spelt("fhir_rules", "--fhir-rules")}) {
    if (message.starts_with(name + ": ")) return message.replace(0, name.size(), option);
  }
  for (const auto& [name, option] :
       {Spelt("key", "--key-file"), Spelt("legacy_key", "--legacy-key")}) {
    if (!message.ends_with(": " + name)) continue;
    return message.replace(message.size() - name.size(), name.size(), option);
  }
  return message;
}

// Reports settings without effect, such as a rule for a label that the policy leaves in the text.
void tell(void* log, redact_status, const char* message) {
  static_cast<const Log*>(log)->tell(message);
}

// The recognizers of a registry in a file of YAML, which the library reads. None without a path.
Checked<std::vector<AdHocRecognizer>> read_recognizers(const std::string& path) {
  if (path.empty()) return std::vector<AdHocRecognizer>();
  redact_error error{.size = sizeof error, .message = {}};
  const redact_file yaml = {path.c_str(), nullptr, 0};
  redact_result* opened = nullptr;
  if (redact_presidio_registry(&yaml, &opened, &error) != REDACT_OK) {
    return Refusal{500, "--recognizers: " + std::string(error.message)};
  }
  const ResultHandle result(opened);
  size_t size = 0;
  const char* const json = redact_result_output(result.get(), &size);
  WorkLimit work;
  auto all = AdHocRecognizer::parse_all(nlohmann::json::parse(json, json + size), work);
  if (!all.ok()) return Refusal{500, "--recognizers: " + all.refusal().message};
  return all;
}

}  // namespace

Checked<std::shared_ptr<Setup>> Setup::open(const ServerOptions& options, redact_model* model) {
  SERVER_ASSIGN(Access access, read_access(options));
  SERVER_ASSIGN(OwnPolicies policies, read_own_policies(options.policies));
  SERVER_ASSIGN(std::vector<AdHocRecognizer> recognizers, read_recognizers(options.recognizers));
  std::shared_ptr<Setup> setup(
      new Setup(options, std::move(access), std::move(policies), std::move(recognizers), model));
  for (size_t i = 0; i < setup->access_.sources.size(); ++i) {
    SERVER_ASSIGN([[maybe_unused]] const SharedConfig usual, setup->config({}, i));
    for (const std::string& policy : setup->access_.sources[i].policies) {
      AskedConfig asked;
      asked.policy = policy;
      SERVER_ASSIGN([[maybe_unused]] const SharedConfig keyed, setup->config(asked, i));
    }
  }
  for (const auto& [name, yaml] : setup->policies_) {
    AskedConfig asked;
    asked.policy = name;
    const auto config = setup->config_of(asked, kNoSource);
    // Sources that may not use a key are refused under a policy that needs it.
    if (config.ok() || config.refusal().message.ends_with("--key-file")) continue;
    return Refusal{500, "--policies: " + name + ".yaml: " + config.refusal().message};
  }
  return setup;
}

Checked<SharedConfig> Setup::config(const AskedConfig& asked, size_t source) {
  const Source& own = access_.sources[source];
  const bool is_keyed = uses_key(asked.policy, own);
  auto config = config_of(asked, is_keyed ? source : kNoSource);
  if (!config.ok() && config.refusal().status == 400 && !is_keyed && !own.key_path.empty()) {
    return Refusal{400,
                   "there is no such policy, or it needs a key and the operator has not named it "
                   "for clients (--keyed-policy)"};
  }
  return config;
}

bool Setup::uses_key(const std::string& policy, const Source& source) const {
  return !source.key_path.empty() && (policy.empty() || policy == options_.policy ||
                                      std::ranges::count(source.policies, policy) > 0);
}

Checked<SharedConfig> Setup::config_of(const AskedConfig& asked, size_t source) {
  const std::lock_guard lock(mutex_);
  const std::pair wanted(asked, source);
  if (const auto found = configs_.find(wanted); found != configs_.end()) return found->second;
  auto config =
      open_config(asked, source == kNoSource ? std::string() : access_.sources[source].key_path);
  // Only shipped policies and the operator's can be opened, so there are few.
  if (config.ok()) configs_.insert({wanted, *config});
  return config;
}

Checked<SharedConfig> Setup::open_config(const AskedConfig& asked,
                                         const std::string& key_path) const {
  const auto& [policy, recall, explains] = asked;
  redact_error error{.size = sizeof error, .message = {}};
  redact_config_options options{};
  options.size = sizeof options;
  if (const auto own = policies_.find(policy); own != policies_.end()) {
    options.policy_file = {nullptr, own->second.data(), own->second.size()};
  } else if (!policy.empty()) {
    options.policy = policy.c_str();
  } else if (is_path(options_.policy)) {
    options.policy_file = file_at(options_.policy);
  } else {
    options.policy = or_null(options_.policy);
  }
  options.rules = file_at(options_.rules);
  options.deny = file_at(options_.deny);
  options.allow = file_at(options_.allow);
  options.hints = file_at(options_.hints);
  options.fhir_rules = file_at(options_.fhir_rules);
  options.key = file_at(key_path);
  options.legacy_key = options_.legacy_key ? 1 : 0;
  options.agree = or_null(options_.agree);
  options.recall = or_null(recall.empty() ? options_.recall : recall);
  options.explain = explains;
  options.log = tell;
  options.log_user = const_cast<Log*>(&log_);
  redact_config* config = nullptr;
  if (redact_config_open(model_, &options, &config, &error) != REDACT_OK) {
    const bool is_client_s = !policy.empty() || !recall.empty();
    return Refusal{is_client_s ? 400 : 500, in_options(error.message)};
  }
  return SharedConfig(config, redact_config_free);
}

}  // namespace redact::server
