// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/args.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "kernels/open_device.h"
#include "redactor/cli/argument_errors.h"
#include "redactor/cli/complain.h"
#include "redactor/cli/device_name.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/prompt_args.h"

namespace redact {

namespace {

// Values of the command line that need further processing, some together with other options.
struct Given {
  std::string format, shard, keep_fields, draft = "bundled";
  float bias = 0;
  int n_gpu_layers = 0;
  bool list_devices = false, progress = false;
  CLI::Option *text_field, *id_field, *layers, *bias_option, *progress_option;
};

// Checks in the form that CLI11 expects: an empty result if the value is valid, else the error.

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

std::string check_finite(const std::string& value) {
  return std::isfinite(std::strtod(value.c_str(), nullptr)) ? "" : "is no finite number";
}

// llama.cpp's spelling of options, which CLI11 would read as several short ones.
std::string long_spelling(const std::string& argument) {
  if (argument == "-ngl") return "--gpu-layers";
  if (argument == "-np") return "--parallel";
  return argument;
}

void add_input_options(CLI::App& app, Options& options, Given& given) {
  app.add_option("PATH", options.inputs,
                 "files, folders and named pipes; '-' is standard input, and the default");
  given.text_field =
      app.add_option("--text-field", options.fields.text,
                     "field of a JSON line that holds the text; standard input and pipes are JSON "
                     "lines then")
          ->capture_default_str();
  given.id_field = app.add_option("--id-field", options.fields.id,
                                  "field of a JSON line that names the document")
                       ->capture_default_str();
  app.add_option("--text-column", options.text_column,
                 "column of .csv and .tsv files, and of CSV on standard input and pipes, that "
                 "holds the text; --id-field and --patient-field name columns then")
      ->excludes(given.text_field);
  app.add_flag("--as-text", options.as_text,
               "redact HTML, XML, JSON and HL7 v2 as if they were plain text: names between their "
               "marks may be missed; without it they are withheld");
  app.add_option("--shard", given.shard,
                 "I/N: the I-th of N parts of the files, or of the lines where the input is one "
                 "file of JSON lines, so that N machines share the work")
      ->check([&options](const std::string& value) { return read_shard(value, options.shard); });
  app.add_flag("--resume", options.resume,
               "leave out inputs that have a result in the folder -o, whatever options made it "
               "and whatever it lacks; not with --format jsonl");
}

void add_output_options(CLI::App& app, Options& options, Given& given) {
  app.add_option(
      "-o,--output", options.output,
      "file, or a folder that exists; for several texts a folder, unless --format jsonl makes one "
      "file of them; default: "
      "standard output");
  app.add_option("--format", given.format,
                 "text or jsonl; default: text, and jsonl for .jsonl input")
      ->check(CLI::IsMember({"text", "jsonl"}));
  app.add_flag("--include-text", options.include_text,
               "put the text of each entity into its record: the output then identifies people");
  app.add_option("--keep-fields", given.keep_fields,
                 "a,b or all: put these fields of each JSON line into its record, under "
                 "\"fields\", as they are: they may identify people");
  app.add_option("--report", options.report,
                 "JSON file to write: what ran, documents redacted, to be reviewed and withheld, "
                 "entities by label; counts alone");
  given.progress_option =
      app.add_flag("--progress,!--no-progress", given.progress,
                   "show how far the run is, or do not; default: a bar on a terminal, a line a "
                   "minute elsewhere");
  app.add_flag("--quiet", options.quiet,
               "no progress and no notes; what is withheld, and why a run stops, is still said");
}

void add_policy_options(CLI::App& app, Options& options) {
  app.add_option("--policy", options.settings.policy,
                 "default, dismed, gdpr, hipaa-safe-harbor, italian-clinical, linked, meddocan, "
                 "patient, surrogate, or a YAML file")
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
  app.add_option(
      "--hints", options.settings.hints,
      "file of lines 'CLASS<tab>term', CLASS being given, surname, town, region or word: "
      "names and places of your own, which the shipped model takes into account");
  app.add_option("--known", options.settings.known,
                 "JSON lines of what is known of the people in each document, by its id: "
                 "{\"id\": ..., \"PATIENT\": ..., \"DATE\": ...}");
}

void add_key_options(CLI::App& app, Options& options) {
  app.add_option("--key-file", options.key_file,
                 "secret of at least 16 bytes for hashes, date shifts, surrogates and mappings");
  app.add_option("--patient-field", options.fields.patient,
                 "field of a JSON line that names the patient, for what the key gives each "
                 "patient");
  app.add_option("--patient", options.patient,
                 "the patient of all texts; with --patient-field, of those whose field is empty");
  app.add_option("--mapping", options.mapping,
                 "file to write, sealed with the key: what --restore needs; with --resume, to go "
                 "on with, and several runs may write it together");
  app.add_option("--restore", options.restore,
                 "mapping file: the inputs are redacted texts, the outputs their sources (of JSON "
                 "lines the id and the text)");
}

void add_model_options(CLI::App& app, Options& options, Given& given) {
  ModelOptions& model = options.model;
  DecodingOptions& decoding = options.settings.decoding;
  app.add_option("-m,--model", model.model_path,
                 "GGUF file of a redaction model or of an instruct model; default: the bundled "
                 "model");
  app.add_option("--lora", model.lora_path,
                 "GGUF file of a LoRA adapter of that model, merged into it as it is opened");
  add_prompt_options(app, decoding.prompt, model.context);
  app.add_option("--parallel", model.max_sequences,
                 "or -np: windows in flight at most; it changes the speed alone")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("-t,--threads", model.n_threads, "default: one per hardware thread")
      ->check(CLI::Range(1, 1024));
  app.add_option("--device", model.device,
                 "cpu, cpu:scalar, cpu:avx2, cpu:avx512, cpu:amx, cuda, cuda:N, or auto: a GPU if "
                 "there is one, else the CPU")
      ->capture_default_str();
  given.layers =
      app.add_option("--gpu-layers", given.n_gpu_layers,
                     "or -ngl, as llama.cpp has it, but all or none: 0 is --device cpu, any other "
                     "number --device cuda");
  app.add_flag("--list-devices", given.list_devices, "print what --device can be here, and exit");
  app.add_option("--draft", given.draft,
                 "bundled or none: whether the bundled model drafts for the model of a file, which "
                 "changes the speed alone")
      ->check(CLI::IsMember({"bundled", "none"}))
      ->capture_default_str();
  given.bias_option =
      app.add_option("--bias", given.bias,
                     "log-odds added to opening a span, in place of the model's own: a "
                     "higher number than that finds more and hides more")
          ->check(check_finite);
  app.add_option("--recall", decoding.recall,
                 "high, balanced or precise: how much the shipped model hides without need so that "
                 "it finds more; default: balanced")
      ->check(CLI::IsMember({"high", "balanced", "precise"}))
      ->excludes(given.bias_option);
}

// Reads the arguments. Returns what is wrong with them, or nullopt. --help throws.
std::optional<std::string> parse(CLI::App& app, const Options& options,
                                 std::vector<std::string> arguments) {
  if (auto unknown = find_unknown_option(app, arguments)) return unknown;
  try {
    std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
    app.parse(std::move(arguments));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    auto empty = find_empty_value(app);
    return empty ? empty : explain(app, error);
  }
  if (auto empty = find_empty_value(app)) return empty;
  const bool is_sealed = !options.mapping.empty() || !options.restore.empty();
  if (is_sealed && options.key_file.empty()) {
    return "--mapping and --restore need the key that seals: --key-file";
  }
  return std::nullopt;
}

// "a,b" or "all".
void read_kept_fields(const std::string& list, RecordFields& fields) {
  fields.keep_all = list == "all";
  for (size_t at = 0; !fields.keep_all && at < list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    if (end > at) fields.kept.push_back(list.substr(at, end - at));
    at = end + 1;
  }
}

void combine(const Given& given, Options& options) {
  if (*given.layers) options.model.device = given.n_gpu_layers == 0 ? "cpu" : "cuda";
  if (!given.format.empty()) {
    options.format = given.format == "jsonl" ? OutputFormat::kJsonl : OutputFormat::kText;
  }
  read_kept_fields(given.keep_fields, options.fields);
  options.model.draft_bundled = given.draft == "bundled";
  if (*given.bias_option) options.settings.decoding.bias = given.bias;
  options.jsonl_stdin = given.text_field->count() > 0;
  options.needs_id = given.id_field->count() > 0;
  if (*given.progress_option) {
    options.progress = given.progress ? Progress::Mode::kShow : Progress::Mode::kSilent;
  } else if (options.quiet) {
    options.progress = Progress::Mode::kSilent;
  }
  if (options.inputs.empty()) options.inputs.push_back("-");
}

}  // namespace

std::variant<Options, int> parse_args(int argc, char** argv) {
  Options options;
  Given given;
  CLI::App app(
      "Replaces what identifies people in clinical text, and changes no other byte.\n"
      "Reads standard input or the given files; a .jsonl file is one record a line.");
  app.name("redact");
  app.set_version_flag("--version", std::string("redact ") + REDACT_VERSION);
  app.option_defaults()->group("Input");
  add_input_options(app, options, given);
  app.option_defaults()->group("Output");
  add_output_options(app, options, given);
  app.option_defaults()->group("What is hidden");
  add_policy_options(app, options);
  app.option_defaults()->group("Keys, patients and mappings");
  add_key_options(app, options);
  app.option_defaults()->group("Model and machine");
  add_model_options(app, options, given);
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) arguments.push_back(long_spelling(argv[i]));
  try {
    if (const auto wrong = parse(app, options, std::move(arguments))) {
      complain(*wrong);
      return static_cast<int>(kUsage);
    }
  } catch (const CLI::Success& help) {
    app.exit(help);
    return static_cast<int>(kAllDone);
  }
  if (given.list_devices) {
    for (const std::string& device : list_devices()) std::printf("%s\n", device.c_str());
    return static_cast<int>(kAllDone);
  }
  combine(given, options);
  const std::string& name = options.model.device;
  const bool may_be_gpu = name == "auto" || name.starts_with("cuda");  // querying a driver takes
                                                                       // time
  auto device = device_name(name, built_with_cuda(), may_be_gpu ? count_gpus() : 0);
  if (!device.ok()) {
    complain(device.error().message());
    return static_cast<int>(kFatal);
  }
  options.model.device = std::move(device).value();
  return options;
}

}  // namespace redact
