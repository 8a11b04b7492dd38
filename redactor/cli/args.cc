// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/args.h"

#include <CLI/CLI.hpp>

#include "redactor/cli/exit_code.h"

namespace redact {

std::variant<Options, int> parse_args(int argc, char** argv) {
  Options options;
  std::string format, draft = "bundled";
  float bias = 0;
  CLI::App app(
      "Replaces what identifies people in clinical text, and changes no other byte.\n"
      "Reads standard input or the given files; a .jsonl file is one record a line.");
  app.name("redact");
  app.set_version_flag("--version", std::string("redact ") + REDACT_VERSION);
  app.add_option("PATH", options.inputs, "files and folders; '-' is standard input");
  app.add_option("-o,--output", options.output,
                 "file, or folder for several texts; default: standard output");
  app.add_option("--policy", options.policy, "default, meddocan, italian-clinical, or a YAML file")
      ->capture_default_str();
  app.add_option("--format", format, "text or jsonl; default: text, and jsonl for .jsonl input")
      ->check(CLI::IsMember({"text", "jsonl"}));
  auto* text_field =
      app.add_option("--text-field", options.text_field,
                     "field of a JSON line that holds the text; standard input is JSONL then")
          ->capture_default_str();
  app.add_option("--id-field", options.id_field, "field of a JSON line that names the document")
      ->capture_default_str();
  app.add_flag("--include-text", options.include_text,
               "put the text of each entity into its record: the output then identifies people");
  app.add_option("-m,--model", options.model.model_path, "GGUF file; default: the bundled model");
  app.add_option("-t,--threads", options.model.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  app.add_option("--device", options.model.device,
                 "cpu, or cpu:scalar, cpu:avx2, cpu:avx512, cpu:amx")
      ->capture_default_str();
  app.add_option("--draft", draft,
                 "bundled or none: whether the bundled model drafts for the model of a file, which "
                 "changes the speed alone")
      ->check(CLI::IsMember({"bundled", "none"}))
      ->capture_default_str();
  app.add_flag("!--no-rules", options.rules,
               "leave out the shipped patterns (e-mail, URL, IP, cards, IBAN, national numbers)");
  auto* bias_option = app.add_option("--bias", bias,
                                     "added to the log-odds of opening a span: above 0 finds more "
                                     "and hides more; default: the model's own");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? static_cast<int>(kAllDone) : static_cast<int>(kUsage);
  }
  if (!format.empty())
    options.format = format == "jsonl" ? OutputFormat::kJsonl : OutputFormat::kText;
  options.model.draft_bundled = draft == "bundled";
  if (*bias_option) options.model.bias = bias;
  options.jsonl_stdin = text_field->count() > 0;
  if (options.inputs.empty()) options.inputs.push_back("-");
  return options;
}

}  // namespace redact
