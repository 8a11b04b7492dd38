// SPDX-License-Identifier: Apache-2.0
// redact-one-by-one: redacts notes one by one, for scripts that compare redact with other programs.
// Reads lines {"id", "text"}. Writes a line about the prompt of an instruct model, then a line
// about each note as soon as it is done. It answers each note before it reads the next, so that
// programs can take turns and none is timed while another runs.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/clock.h"
#include "redactor/finder/tag_model.h"
#include "redactor/stages.h"
#include "tools/program.h"

namespace redact::bench {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct Options {
  ModelOptions model;
  Settings settings;
  std::string task = "tags", draft = "bundled";
};

void print(const OrderedJson& json) {
  std::puts(json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace).c_str());
  std::fflush(stdout);
}

// {"before": [ids], "after": [ids], "end_id", "tags": [...]}: the conversation before and after the
// ids of the note.
OrderedJson describe(const ChatPrompt& prompt, const std::vector<PromptTag>& tags) {
  OrderedJson spelled = OrderedJson::array();
  for (const PromptTag& tag : tags) spelled.push_back(tag.open);
  return {{"before", prompt.before},
          {"after", prompt.after},
          {"end_id", prompt.end_id},
          {"tags", spelled}};
}

// {"id", "ids": those of the text in the prompt, "seconds"}, and "output" and "spans", as bytes of
// the text, or "error".
Result<OrderedJson> answer(const std::string& line, const ChatPrompt& prompt,
                           const Tokenizer& tokenizer,
                           const std::shared_ptr<const Configuration>& configuration,
                           ModelSession& session) {
  const OrderedJson note = OrderedJson::parse(line, nullptr, false);
  if (!note.is_object() || !note.contains("id") || !note.contains("text")) {
    return Error{ErrorKind::kBadInput, "a line", "is no JSON with id and text"};
  }
  const std::string text = note["text"];
  REDACT_ASSIGN(const TokenizedText tokens, prompt.text_continues
                                                ? tokenizer.tokenize_continuation(text)
                                                : tokenizer.tokenize(text));
  const auto start = Clock::now();
  const Result<Redaction> done = redact_now({std::string_view(text)}, *configuration, session);
  OrderedJson out = {{"id", note["id"]}, {"ids", tokens.ids}, {"seconds", seconds_since(start)}};
  if (!done.ok()) {
    out["error"] = done.error().message();
    return out;
  }
  OrderedJson spans = OrderedJson::array();
  for (const Entity& entity : done->entities) {
    spans.push_back({entity.span.begin, entity.span.end, label_name(entity.span.label)});
  }
  out["output"] = done->output;
  out["spans"] = std::move(spans);
  return out;
}

Result<void> run(Options options) {
  Settings& settings = options.settings;
  PromptOptions& asked = settings.decoding.prompt;
  REDACT_ASSIGN(const Policy policy, Policy::open(settings.policy));
  options.model.draft_bundled = options.draft == "bundled";
  asked.task = *find_prompt_task(options.task);
  asked.tags = prompt_tags(asked.task, policy);
  REDACT_ASSIGN(const Model model, Model::open(options.model.model_path));
  REDACT_ASSIGN(const Prompts prompts,
                write_prompts(settings.decoding, model, model.config().n_context));
  const ChatPrompt& prompt = *prompts.begin()->second;
  REDACT_ASSIGN(auto redaction_model, open_redaction_model(options.model));
  REDACT_ASSIGN(const auto configuration, Configuration::open(settings, redaction_model));
  REDACT_ASSIGN(const auto session, redaction_model->open_session(options.model.n_threads));
  print(describe(prompt, asked.tags));
  for (std::string line; std::getline(std::cin, line);) {
    REDACT_ASSIGN(const OrderedJson done,
                  answer(line, prompt, model.tokenizer(), configuration, *session));
    print(done);
  }
  return {};
}

}  // namespace
}  // namespace redact::bench

int main(int argc, char** argv) {
  redact::bench::Options options;
  CLI::App app("Redacts notes one by one with an instruct model, and says what each took.");
  app.name("redact-one-by-one");
  app.add_option("-m,--model", options.model.model_path, "GGUF file of an instruct model")
      ->required();
  app.add_option("--lora", options.model.lora_path, "an adapter for it");
  app.add_option("--lang", options.settings.decoding.prompt.language, "language of the instruction")
      ->required();
  app.add_option("--policy", options.settings.policy)->capture_default_str();
  app.add_option("--task", options.task)
      ->capture_default_str()
      ->check(CLI::IsMember({"tags", "mask", "verdict", "patient", "markup"}));
  app.add_option("--draft", options.draft, "bundled or none")
      ->capture_default_str()
      ->check(CLI::IsMember({"bundled", "none"}));
  app.add_flag("!--no-rules", options.settings.builtin_rules, "leave out the shipped patterns");
  app.add_option("-c,--ctx-size", options.model.context, "default: the model's own");
  app.add_option("-t,--threads", options.model.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  return redact::run_program(app, argc, argv, [&]() -> redact::Result<redact::ExitCode> {
    REDACT_TRY(redact::bench::run(std::move(options)));
    return redact::kAllDone;
  });
}
