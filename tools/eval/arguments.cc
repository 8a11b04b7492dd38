// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/arguments.h"

#include "program/prompt_args.h"
#include "tools/eval/studies/studies.h"
#include "tools/overwrites.h"
#include "tools/program.h"

namespace redact::eval {

namespace {

// Files and folders that the run reads.
std::vector<std::string> inputs_of(const Options& options) {
  const PromptOptions& prompt = options.settings.decoding.prompt;
  std::vector<std::string> inputs = {options.gold, options.records, options.outputs,
                                     prompt.instruction.path, prompt.shots.path};
  inputs.insert(inputs.end(), options.models.begin(), options.models.end());
  return inputs;
}

void add_study_options(CLI::App& app, Options& options, CLI::Option* records) {
  auto* studies = app.add_option("--study", options.studies,
                                 "measures of published studies: italian, survey, spanish, expert, "
                                 "emergency")
                      ->delimiter(',')
                      ->check(CLI::IsMember(kStudies));
  auto* outputs = app.add_option("--outputs", options.outputs,
                                 "JSONL of id and redacted text without spans: for "
                                 "--study alone")
                      ->needs(studies)
                      ->excludes(records);
  app.add_option("--policy", options.policy,
                 "whose tags the outputs hold (--study italian); default: italian-clinical");
  app.add_option("--bio", options.bio,
                 "file to write the found spans to as BIO tags; it holds text")
      ->excludes(outputs);
  app.add_option("--markup", options.markup,
                 "file to write texts with marked spans to, as JSON lines; it holds text")
      ->excludes(outputs);
}

}  // namespace

void add_options(CLI::App& app, Options& options) {
  app.add_option(
      "GOLD", options.gold,
      "JSONL with text and spans, BIO tags, a .json file of MultiGraSCCo, or a folder of "
      "brat pairs or i2b2 XML");
  app.add_option("--bundled-model", options.bundled_model,
                 "file to write the bundled model to, as GGUF, in place of all else");
  auto* records = app.add_option(
      "--records", options.records,
      "records of `redact --format jsonl --include-evidence`; default: run the model");
  // The options for running a model do not apply to records.
  add_study_options(app, options, records);
  const auto of_model = [records](CLI::Option* option) {
    option->excludes(records);
    return option;
  };
  of_model(app.add_option("-m,--model", options.models,
                          "GGUF file; default: the bundled model; several as in redact"))
      ->allow_extra_args(false);
  of_model(app.add_option("--agree", options.settings.agree, "any, majority or all"));
  of_model(app.add_option("--lora", options.model.lora_path,
                          "GGUF file of a LoRA adapter of that model"));
  for (CLI::Option* option :
       add_prompt_options(app, options.settings.decoding.prompt, options.model.context)) {
    of_model(option);
  }
  of_model(
      app.add_option("-t,--threads", options.model.n_threads, "default: one per hardware thread"))
      ->check(CLI::Range(1, 1024));
  of_model(app.add_option("--device", options.model.device))->capture_default_str();
  of_model(app.add_option("--bias", options.settings.decoding.bias, "default: the model's own"))
      ->check(finite);
  of_model(
      app.add_option("--recall", options.settings.decoding.recall, "high, balanced or precise"))
      ->check(CLI::IsMember({"high", "balanced", "precise"}))
      ->excludes("--bias");
  of_model(app.add_flag("!--no-rules", options.settings.builtin_rules,
                        "leave out the shipped patterns"));
  of_model(app.add_option("--curve", options.curve,
                          "biases to run the model at too, for the operating curve"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(finite);
  app.add_option("--json", options.json, "file to write the scores to");
  auto* html = app.add_option("--html", options.html,
                              "file to write a page with plots and errors to; it holds text");
  auto* policies = app.add_option("--policies", options.policies,
                                  "a,b: count, in place of the scores, what leaks of what each of "
                                  "these policies is to hide")
                       ->delimiter(',')
                       ->allow_extra_args(false)
                       ->excludes(html);
  for (const char* other : {"--study", "--outputs", "--policy", "--bio", "--markup", "--curve"}) {
    policies->excludes(other);
  }
  auto* own_gold =
      app.add_option("--own-gold", options.own_gold,
                     "file to write GOLD to as JSON lines under the labels of this project, in "
                     "place of the scores, as tools/adapt learns it; it holds text")
          ->excludes(records);
  auto* lessons =
      app.add_option("--lessons", options.lessons,
                     "file to write what -m is to learn from GOLD to, in place of the scores, as "
                     "tools/tune learns it: token ids of prompts and answers; they hold text")
          ->excludes(records);
  for (const char* other : {"--json", "--html", "--policies", "--outputs", "--bio", "--markup"}) {
    own_gold->excludes(other), lessons->excludes(other);
  }
  app.callback([&options] {
    Models::name(options.models, options.model);
    if (options.gold.empty() && options.bundled_model.empty()) throw CLI::RequiredError("GOLD");
    if (!options.records.empty() && options.policies.size() > 1) {
      throw CLI::ValidationError("--policies", "records are of one policy");
    }
    if (const auto clash = find_overwrite(inputs_of(options), {{"--json", options.json},
                                                               {"--html", options.html},
                                                               {"--bio", options.bio},
                                                               {"--markup", options.markup},
                                                               {"--own-gold", options.own_gold},
                                                               {"--lessons", options.lessons}})) {
      throw CLI::ValidationError(*clash);
    }
  });
}

}  // namespace redact::eval
