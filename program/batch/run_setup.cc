// SPDX-License-Identifier: Apache-2.0
#include "program/batch/run_setup.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/mapped_file.h"
#include "crypto/digest.h"
#include "gguf_loader/split.h"
#include "program/batch/journal.h"
#include "redactor/finder/bundled_model.h"
#include "redactor/policy/builtin_policies.h"
#include "redactor/records/offsets.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string_view view_of(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ",") + name;
  return all;
}

Result<std::string> digest_of_files(const std::vector<std::string>& paths) {
  std::string all;
  for (const std::string& path : paths) {
    REDACT_ASSIGN(const MappedFile file, MappedFile::open(path));
    REDACT_ASSIGN(const std::string hex, sha256_hex(view_of(file.bytes())));
    all += (all.empty() ? "" : ",") + hex;
  }
  return all;
}

// `path`: empty for the bundled model.
Result<std::string> digest_of_model(const std::string& path) {
  if (path.empty()) return sha256_hex(view_of(bundled_model()));
  return digest_of_files(files_of_model(path));
}

Result<std::string> digest_of_policy(const std::string& name_or_path) {
  for (const BuiltinPolicy& policy : builtin_policies()) {
    if (policy.name == name_or_path) return sha256_hex(policy.yaml);
  }
  return digest_of_files({name_or_path});
}

// The keyed digest of a file that names people.
Result<std::string> keyed(std::string_view bytes, const NamedKey* key) {
  if (key == nullptr) return std::string("given");
  REDACT_ASSIGN(const Digest digest, key->key->draw(kFileDigest, bytes));
  return "hmac:" + key->name + ":" + to_hex(bytes_of(digest));
}

// The model and the options of its decoding.
Result<void> add_model(const Options& options, const Configuration& configuration,
                       OrderedJson& setup) {
  const ModelOptions& model = options.model;
  setup["model"] = configuration.models.name();
  REDACT_ASSIGN(std::string digests, digest_of_model(model.model_path));
  for (const std::string& path : model.more_paths) {
    REDACT_ASSIGN(const std::string digest, digest_of_model(path));
    digests += "+" + digest;
  }
  setup["model_sha256"] = std::move(digests);
  if (!model.more_paths.empty()) setup["--agree"] = options.settings.agree;
  if (!model.lora_path.empty()) {
    REDACT_ASSIGN(setup["--lora"], digest_of_files({model.lora_path}));
  }
  setup["--device"] = model.device;
  std::string biases;
  for (const auto& decoding : configuration.decodings) {
    biases += (biases.empty() ? "" : "+") + std::to_string(decoding->bias());
  }
  setup["--bias"] = std::move(biases);
  if (!options.settings.decoding.recall.empty()) {
    setup["--recall"] = options.settings.decoding.recall;
  }
  const PromptOptions& prompt = options.settings.decoding.prompt;
  if (model.model_path.empty() || !model.more_paths.empty()) return {};
  setup["--task"] = prompt_task_name(prompt.task);
  setup["--lang"] = prompt.language;
  setup["--template"] = prompt.chat_template;
  setup["-c"] = std::to_string(model.context);
  for (const auto& [name, file] :
       {std::pair("--prompt", &prompt.instruction), std::pair("--shots", &prompt.shots)}) {
    if (!file->is_given()) continue;
    REDACT_ASSIGN(setup[name], digest_of_files({file->path}));
  }
  return {};
}

// The policy, and the user's files of rules and lists.
Result<void> add_policy(const Options& options, const Configuration& configuration,
                        const NamedKey* key, OrderedJson& setup) {
  const Settings& settings = options.settings;
  setup["policy"] = configuration.policy.name();
  REDACT_ASSIGN(setup["policy_sha256"], digest_of_policy(settings.policy));
  // Of the clock, unless the policy gives it.
  setup["present year"] = std::to_string(configuration.policy.present_year());
  setup["--no-rules"] = settings.builtin_rules ? "no" : "yes";
  for (const bool names_people : {false, true}) {  // in the order of earlier versions
    for (const auto& [setting, file] : kFileSettings) {
      if (names_people != (setting.in_journal == Setting::InJournal::kKeyedDigest)) continue;
      if (!(settings.*file).is_given()) continue;
      REDACT_ASSIGN(const std::string content, (settings.*file).read());
      REDACT_ASSIGN(setup[std::string(setting.option)],
                    names_people ? keyed(content, key) : sha256_hex(content));
    }
  }
  if (configuration.key) {
    REDACT_ASSIGN(const Digest drawn, configuration.key->draw("journal key check", ""));
    setup["--key-file"] = to_hex(bytes_of(drawn).substr(0, 16));
  }
  if (!options.patient.empty()) {
    REDACT_ASSIGN(setup["--patient"], keyed(options.patient, key));
  }
  return {};
}

// The fields that are read from an input and written to results.
void add_fields(const Options& options, OrderedJson& setup) {
  const RecordFields& fields = options.fields;
  std::vector<std::string> labelled;
  for (const ChosenField& field : fields.labelled) {
    labelled.push_back(field.name + "=" + std::string(label_name(*field.label)));
  }
  const std::pair<const char*, std::string> values[] = {
      {"--format", options.format
                       ? std::string(kOutputFormatNames[static_cast<size_t>(*options.format)])
                       : std::string()},
      {"--offsets", options.offsets ? std::string(offset_unit_name(*options.offsets)) : ""},
      {"--include-evidence", options.detail == Detail::kEvidence ? "yes" : ""},
      {"--include-text", options.detail == Detail::kText ? "yes" : ""},
      {"--explain", options.settings.explain ? "yes" : ""},
      {"--keep-ids", options.settings.keep_ids ? "yes" : ""},
      {"--as-text", fields.as_text ? "yes" : ""},
      {"--text-field", joined(fields.texts)},
      {"--text-column", joined(options.text_columns)},
      {"--delimiter", options.delimiter},
      {"--column-label", joined(labelled)},
      {"--id-field", fields.id},
      {"--patient-field", fields.patient},
      {"--keep-fields", fields.keep_all ? "all" : joined(fields.kept)}};
  for (const auto& [name, value] : values) {
    if (!value.empty()) setup[name] = value;
  }
}

}  // namespace

Result<std::string> setup_of(const Options& options, const Configuration& configuration,
                             const NamedKey* key) {
  OrderedJson setup = OrderedJson::object();
  setup["version"] = REDACT_VERSION;
  REDACT_TRY(add_model(options, configuration, setup));
  REDACT_TRY(add_policy(options, configuration, key, setup));
  add_fields(options, setup);
  return setup.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::vector<std::string> changes_between(const std::string& setup, const std::string& other) {
  const OrderedJson one = OrderedJson::parse(setup, nullptr, false),
                    two = OrderedJson::parse(other, nullptr, false);
  std::vector<std::string> names;
  if (!one.is_object() || !two.is_object()) return {"settings"};
  for (const auto& [name, value] : one.items()) {
    if (!two.contains(name) || two[name] != value) names.emplace_back(setting_name(name));
  }
  for (const auto& [name, value] : two.items()) {
    if (!one.contains(name)) names.emplace_back(setting_name(name));
  }
  return names;
}

}  // namespace redact
