// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/args.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "kernels/open_device.h"
#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/prompt_args.h"

namespace redact {

namespace {

// Checks as CLI11 asks for them: empty where the value is right, else what is wrong.
std::string not_empty(const std::string& value) { return value.empty() ? "is empty" : ""; }

// "2/8"
std::string read_shard(const std::string& value, Shard& shard) {
  int end = 0;
  const bool read =
      std::sscanf(value.c_str(), "%9zu/%9zu%n", &shard.index, &shard.count, &end) == 2;
  const bool whole = read && static_cast<size_t>(end) == value.size() &&
                     value.find_first_not_of("0123456789/") == value.npos;
  if (whole && 1 <= shard.index && shard.index <= shard.count) return {};
  return "is not I/N with 1 <= I <= N";
}

// What is wrong with the arguments, without their values, which may name people (P5).
void complain_of(const CLI::App& app, const CLI::ParseError& error) {
  const std::string what = error.what();
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (name.starts_with("-") && what.find(name) != what.npos) {
      return complain(name + " is missing something, or has a value that it does not take: --help");
    }
  }
  complain("an argument that no option takes: --help");
}

// llama.cpp's spelling of options, which CLI11 would read as several short ones.
const char* long_spelling(std::string_view argument) {
  if (argument == "-ngl") return "--gpu-layers";
  if (argument == "-np") return "--parallel";
  return nullptr;
}

}  // namespace

std::variant<Options, int> parse_args(int argc, char** argv) {
  Options options;
  std::string format, draft = "bundled";
  float bias = 0;
  int n_gpu_layers = 0;
  CLI::App app(
      "Replaces what identifies people in clinical text, and changes no other byte.\n"
      "Reads standard input or the given files; a .jsonl file is one record a line.");
  app.name("redact");
  app.set_version_flag("--version", std::string("redact ") + REDACT_VERSION);
  app.add_option("PATH", options.inputs, "files and folders; '-' is standard input");
  app.add_option(
      "-o,--output", options.output,
      "file; for several texts a folder, unless --format jsonl makes one file of them; default: "
      "standard output");
  app.add_option("--policy", options.settings.policy,
                 "default, gdpr, hipaa-safe-harbor, italian-clinical, linked, meddocan, "
                 "surrogate, or a YAML file")
      ->capture_default_str();
  app.add_option("--format", format, "text or jsonl; default: text, and jsonl for .jsonl input")
      ->check(CLI::IsMember({"text", "jsonl"}));
  auto* text_field =
      app.add_option("--text-field", options.fields.text,
                     "field of a JSON line that holds the text; standard input is JSONL then")
          ->capture_default_str();
  auto* id_field = app.add_option("--id-field", options.fields.id,
                                  "field of a JSON line that names the document")
                       ->capture_default_str();
  app.add_option("--text-column", options.text_column,
                 "column of .csv and .tsv files, and of CSV on standard input, that holds the "
                 "text; --id-field and --patient-field name columns then")
      ->excludes(text_field)
      ->check(not_empty);
  app.add_flag("--include-text", options.include_text,
               "put the text of each entity into its record: the output then identifies people");
  app.add_flag("--resume", options.resume,
               "leave out inputs that have a result in the folder -o, whatever options made it "
               "and whatever it lacks; not with --format jsonl");
  std::string shard;
  app.add_option("--shard", shard,
                 "I/N: the I-th of N parts of the files, or of the lines where the input is one "
                 "file of JSON lines, so that N machines share the work")
      ->check([&options](const std::string& value) { return read_shard(value, options.shard); });
  app.add_option("-m,--model", options.settings.model.model_path,
                 "GGUF file of a redaction model or of an instruct model; default: the bundled "
                 "model");
  add_prompt_options(app, options.settings.model.prompt);
  app.add_option("--parallel", options.settings.model.max_sequences,
                 "or -np: windows in flight at most; it changes the speed alone")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("-t,--threads", options.settings.model.n_threads,
                 "default: one per hardware thread")
      ->check(CLI::Range(1, 1024));
  app.add_option("--device", options.settings.model.device,
                 "cpu, cpu:scalar, cpu:avx2, cpu:avx512, cpu:amx, cuda or cuda:N (the CPU where "
                 "there is no GPU)")
      ->capture_default_str();
  auto* layers =
      app.add_option("--gpu-layers", n_gpu_layers,
                     "or -ngl, as llama.cpp has it, but all or none: 0 is --device cpu, any other "
                     "number --device cuda");
  bool list = false;
  app.add_flag("--list-devices", list, "print what --device can be here, and exit");
  app.add_option("--draft", draft,
                 "bundled or none: whether the bundled model drafts for the model of a file, which "
                 "changes the speed alone")
      ->check(CLI::IsMember({"bundled", "none"}))
      ->capture_default_str();
  app.add_flag(
      "!--no-rules", options.settings.builtin_rules,
      "leave out the shipped patterns: e-mail, web and IP addresses, cards, IBAN, national and "
      "insurance numbers, plates, licences, fax numbers, ISO dates; and titres and laws, which "
      "stay");
  app.add_option("--rules", options.settings.rules,
                 "YAML file of patterns of your own, its form: README.md");
  app.add_option("--deny", options.settings.deny,
                 "file of lines 'LABEL<tab>term' to hide wherever they stand");
  app.add_option(
      "--allow", options.settings.allow,
      "file of terms, a line each, that stay: what lies wholly inside one is not hidden");
  app.add_option("--known", options.known,
                 "JSON lines of what is known of the people in each document, by its id: "
                 "{\"id\": ..., \"PATIENT\": ..., \"DATE\": ...}");
  app.add_option("--key-file", options.key_file,
                 "secret of at least 16 bytes for hashes, date shifts, surrogates and mappings");
  app.add_option(
      "--patient-field", options.fields.patient,
      "field of a JSON line that names the patient, for what the key gives each patient");
  app.add_option("--patient", options.patient,
                 "the patient of all texts; with --patient-field, of those whose field is empty");
  app.add_option("--mapping", options.mapping,
                 "file to write, sealed with the key: what --restore needs");
  app.add_option("--report", options.report,
                 "JSON file to write: what ran, documents redacted, to be reviewed and withheld, "
                 "entities by label; counts alone");
  app.add_option(
      "--restore", options.restore,
      "mapping file: the inputs are redacted texts, the outputs their sources (of JSON lines the "
      "id and the text)");
  auto* bias_option =
      app.add_option("--bias", bias,
                     "log-odds added to opening a span, in place of the model's own: a "
                     "higher number than that finds more and hides more")
          ->check([](const std::string& value) {
            return std::isfinite(std::strtod(value.c_str(), nullptr))
                       ? std::string()
                       : std::string("is no finite number");
          });
  try {
    std::vector<const char*> arguments(argv, argv + argc);
    for (const char*& argument : arguments) {
      if (const char* spelling = long_spelling(argument)) argument = spelling;
    }
    app.parse(argc, arguments.data());
    if ((!options.mapping.empty() || !options.restore.empty()) && options.key_file.empty()) {
      throw CLI::RequiredError("a mapping is sealed: --key-file");
    }
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e), static_cast<int>(kAllDone);  // --help
    complain_of(app, e);
    return static_cast<int>(kUsage);
  }
  if (list) {
    for (const std::string& device : list_devices()) std::printf("%s\n", device.c_str());
    return static_cast<int>(kAllDone);
  }
  if (*layers) options.settings.model.device = n_gpu_layers == 0 ? "cpu" : "cuda";
  if (options.settings.model.device.starts_with("cuda") && built_with_cuda() && count_gpus() == 0) {
    complain("there is no GPU here: running on the CPU");
    options.settings.model.device = "cpu";
  }
  if (!format.empty())
    options.format = format == "jsonl" ? OutputFormat::kJsonl : OutputFormat::kText;
  options.settings.model.draft_bundled = draft == "bundled";
  if (*bias_option) options.settings.model.bias = bias;
  options.jsonl_stdin = text_field->count() > 0;
  options.needs_id = id_field->count() > 0;
  if (options.inputs.empty()) options.inputs.push_back("-");
  return options;
}

}  // namespace redact
