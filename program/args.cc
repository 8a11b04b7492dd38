// SPDX-License-Identifier: Apache-2.0
#include "program/args.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

#include "kernels/open_device.h"
#include "program/argument_errors.h"
#include "program/batch/batch_args.h"
#include "program/complain.h"
#include "program/exit_code.h"
#include "program/help_format.h"
#include "program/key_args.h"
#include "program/option_checks.h"
#include "program/prompt_args.h"
#include "redactor/finder/device_name.h"
#include "redactor/policy/builtin_policies.h"

namespace redact {

namespace {

constexpr char kReplaced[] = "Replacements";  // a group of options

// Values of the command line that need further processing, some together with other options.
struct Given {
  std::string format, offsets, keep_fields, print_policy, make_key, draft = "bundled";
  std::vector<std::string> labelled, models;
  float bias = 0;
  int n_gpu_layers = 0;
  BatchArgs batch;
  bool list_devices = false, progress = false, include_evidence = false, include_text = false;
  CLI::Option *text_field, *id_field, *layers, *bias_option, *progress_option;
};

// Checks in the form that CLI11 expects: an empty result if the value is valid, else the error.

template <typename Names>
CLI::IsMember one_of(const Names& names) {
  return CLI::IsMember(std::vector<std::string>(names.begin(), names.end()));
}

// "mrn=MEDICAL_RECORD"
std::string read_labelled(const std::string& value, RecordFields& fields) {
  const size_t equals = value.rfind('=');
  if (equals == value.npos || equals == 0) return "must be NAME=LABEL";
  const auto label = find_label(value.substr(equals + 1));
  if (!label) return "no such label";
  fields.labelled.push_back({value.substr(0, equals), *label});
  return {};
}

// llama.cpp's spelling of options, which CLI11 would read as several short ones.
std::string long_spelling(const std::string& argument) {
  if (argument == "-ngl") return "--gpu-layers";
  if (argument == "-np") return "--parallel";
  return argument;
}

void add_input_options(CLI::App& app, Options& options, Given& given) {
  app.add_option(
      "PATH", options.inputs,
      "files and folders (default: -, standard input); named pipes are read like standard input, "
      "files that end with .gz or .zst are decompressed, and those that end with .mbox are read "
      "mail "
      "by mail");
  given.text_field =
      app.add_option("--text-field", options.fields.texts,
                     "JSON lines: the field with the text; default: text; NAME.NAME is a field "
                     "inside another; with several, each line is written with these fields "
                     "redacted; also makes standard input and pipes be read as JSON lines")
          ->option_text("NAME[,NAME]")
          ->delimiter(',')
          ->allow_extra_args(false);
  given.id_field = app.add_option("--id-field", options.fields.id,
                                  "JSON lines: the field with the document's id; default: id; with "
                                  "--text-column, the column with the id")
                       ->option_text("NAME");
  app.add_option(
         "--text-column", options.text_columns,
         "CSV and TSV: the columns with texts; * is all but the id's and the patient's; also "
         "makes standard input and pipes be read as CSV")
      ->option_text("NAME[,NAME]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->excludes(given.text_field);
  app.add_flag("--list-columns", options.list_columns,
               "print the names of the columns of a CSV or TSV file, one a line, and exit");
  app.add_option("--delimiter", options.delimiter,
                 "CSV and TSV: the character between fields; default: the one of comma, semicolon, "
                 "tab and | with which the header names the columns, or that of a line sep=")
      ->option_text("C")
      ->check([](const std::string& value) {
        return value.size() == 1 && value[0] != '"' && value[0] != '\n' && value[0] != '\r'
                   ? std::string()
                   : std::string("must be one byte, but no quote or line end");
      });
  app.add_option("--column-label", given.labelled,
                 "hide this column, or field of JSON lines, under a label, as mrn=MEDICAL_RECORD; "
                 "its values are also searched for in the texts beside it; may be repeated")
      ->option_text("NAME=LABEL")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(
          [&options](const std::string& value) { return read_labelled(value, options.fields); });
  app.add_flag("--as-text", options.fields.as_text,
               "redact HTML, XML, JSON and HL7 v2 as plain text, for files that are malformed in "
               "their own format; identifiers may be missed between markup");
  app.add_flag("--keep-ids", options.settings.keep_ids,
               "keep the ids of FHIR resources and the references to them; they may identify "
               "people");
}

void add_output_options(CLI::App& app, Options& options, Given& given) {
  app.add_option(
         "-o,--output", options.output,
         "output file or folder; several inputs need a folder, except with --format jsonl or "
         "presidio; default, and \"-\": standard output")
      ->option_text("PATH");
  app.add_option("--format", given.format,
                 "text, jsonl, presidio, brat or i2b2; default: jsonl for .jsonl input, otherwise "
                 "text; jsonl and presidio, as Presidio's analyzer and anonymizer answer, are a "
                 "JSON line per document; brat and i2b2 are a file of annotations per document; "
                 "presidio requires --include-evidence, and brat and i2b2, which repeat the hidden "
                 "text, --include-text")
      ->option_text("FORMAT")
      ->check(one_of(kOutputFormatNames));
  app.add_option("--offsets", given.offsets,
                 "what the offsets of jsonl, presidio and brat count: code-points, bytes of UTF-8, "
                 "or utf16 units; default: code-points")
      ->option_text("UNIT")
      ->check(one_of(kOffsetUnitNames));
  app.add_flag("--include-evidence", given.include_evidence,
               "add scores and offsets of the source to records, the journal, lists and what "
               "--explain tells; with these and the redacted text anyone can try names until the "
               "scores agree, so that such output can undo the redaction");
  app.add_flag("--include-text", given.include_text,
               "add the original text of each entity to its record or annotation, and all that "
               "--include-evidence adds; such output identifies people");
  app.add_option("--keep-fields", given.keep_fields,
                 "copy these fields of each JSON line to its record unchanged, under \"fields\"; "
                 "they may identify people")
      ->option_text("A,B|all");
  app.add_flag("--explain", options.settings.explain,
               "report findings that are not hidden, and the policy line, list entry or rule that "
               "decided so; goes to the records, or to standard error by byte range");
  app.add_option(
         "--review", options.review,
         "write a page on which a person reviews this run in a browser, and corrects and exports "
         "its hidden and nearly hidden spans; it holds the text of all documents, so only its "
         "owner can read it")
      ->option_text("FILE");
  given.progress_option =
      app.add_flag("--progress,!--no-progress", given.progress,
                   "show progress, or do not; default: a progress bar on a terminal, otherwise one "
                   "line per minute");
  app.add_flag("--quiet", options.quiet,
               "print no progress and no notes; errors and withheld documents are still reported");
}

void add_policy_options(CLI::App& app, Options& options, Given& given) {
  app.add_option(
         "--policy", options.settings.policy,
         "which labels are replaced, and how: default, gdpr, hipaa-safe-harbor, patient, linked, "
         "surrogate, dismed, italian-clinical, meddocan, or a YAML file")
      ->option_text("NAME|FILE");
  app.add_option("--print-policy", given.print_policy,
                 "print this shipped policy, as a start for one of your own, and exit")
      ->option_text("NAME");
  app.add_flag(
      "!--no-rules", options.settings.builtin_rules,
      "disable the built-in patterns: e-mail, web and IP addresses, card, account, national and "
      "insurance numbers, number plates, licences, fax numbers and ISO dates, and the patterns "
      "that protect titres and laws");
  for (const auto& [setting, file] : kFileSettings) {
    app.add_option(std::string(setting.option), (options.settings.*file).path,
                   std::string(setting.help))
        ->option_text("FILE");
  }
}

void add_model_options(CLI::App& app, Options& options, Given& given) {
  ModelOptions& model = options.model;
  DecodingOptions& decoding = options.settings.decoding;
  app.add_option("-m,--model", given.models,
                 "GGUF file of a redaction or instruct model; default: the bundled model. Several "
                 "-m: label models that all read each document; bundled is the bundled model")
      ->option_text("FILE")
      ->allow_extra_args(false);
  app.add_option("--agree", options.settings.agree,
                 "any, majority or all: how many of several models must have found a text to hide "
                 "it; default: any")
      ->option_text("HOW")
      ->check(one_of(kAgreementNames))
      ->group(kReplaced);
  app.add_option("--lora", model.lora_path, "GGUF file of a LoRA adapter to merge into the model")
      ->option_text("FILE");
  add_prompt_options(app, decoding.prompt, model.context);
  app.add_option("--parallel", model.max_sequences,
                 "also -np: the most windows in flight; affects speed only; default: " +
                     std::to_string(kUsualWindows) + ", or what fills a GPU")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  app.add_option("-t,--threads", model.n_threads,
                 "number of threads; default: one per hardware thread")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
  app.add_option("--device", model.device,
                 device_names() + ", or auto, which prefers a GPU; default: " + model.device)
      ->option_text("NAME");
  given.layers = app.add_option("--gpu-layers", given.n_gpu_layers,
                                "also -ngl: 0 selects --device cpu, any other number --device "
                                "cuda; layers are never split between the two")
                     ->option_text("N");
  app.add_flag("--list-devices", given.list_devices, "list the devices of this machine and exit");
  app.add_option("--draft", given.draft,
                 "bundled or none: whether the bundled model drafts for an instruct model; affects "
                 "speed only; default: bundled")
      ->option_text("NAME")
      ->check(CLI::IsMember({"bundled", "none"}));
  given.bias_option =
      app.add_option("--bias", given.bias,
                     "log-odds added when a span is opened; higher values hide more; default: the "
                     "model's own")
          ->option_text("X")
          ->check(finite);
  app.add_option("--recall", decoding.recall,
                 "high, balanced or precise; high finds the most and hides more without need; "
                 "default: balanced")
      ->option_text("LEVEL")
      ->check(CLI::IsMember({"high", "balanced", "precise"}))
      ->excludes(given.bias_option)
      ->group(kReplaced);
}

// The options that --help shows. They should fit a screen.
const std::set<std::string> kCommonOptions = {
    "PATH",   "--text-column", "--output", "--format", "--policy", "--recall",
    "--deny", "--allow",       "--known",  "--model",  "--help",   "--help-all"};

// Reads the arguments. Returns the error in them, or nullopt. --help throws.
std::optional<std::string> parse(CLI::App& app, const Options& options,
                                 std::vector<std::string> arguments) {
  if (auto unknown = find_unknown_option(app, arguments)) return unknown;
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 expects the last argument first
    app.parse(std::move(arguments));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    auto empty = find_empty_value(app);
    return empty ? empty : explain(app, error);
  }
  if (auto empty = find_empty_value(app)) return empty;
  return find_key_misuse(options);
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

int print_policy(const std::string& name) {
  for (const BuiltinPolicy& policy : builtin_policies()) {
    if (policy.name != name) continue;
    std::fwrite(policy.yaml.data(), 1, policy.yaml.size(), stdout);
    // A policy that is cut short would leave labels unlisted, and so their text visible.
    return flush_output();
  }
  return fail("--print-policy: no shipped policy has this name (see --policy)", kUsage);
}

void combine(const Given& given, Options& options) {
  Models::name(given.models, options.model);
  if (*given.layers) options.model.device = given.n_gpu_layers == 0 ? "cpu" : "cuda";
  options.format = find_output_format(given.format);
  options.offsets = find_offset_unit(given.offsets);
  options.detail = given.include_text       ? Detail::kText
                   : given.include_evidence ? Detail::kEvidence
                                            : Detail::kRedacted;
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
  if (options.output == "-") options.output.clear();
}

}  // namespace

std::variant<Options, int> parse_args(int argc, char** argv) {
  Options options;
  Given given;
  CLI::App app("Removes identifying information from clinical text and changes no other byte.");
  app.name("redact");
  app.formatter(std::make_shared<HelpFormat>(kCommonOptions));
  app.set_help_flag("-h,--help", "show common options and exit");
  app.set_help_all_flag("--help-all", "show all options and exit");
  app.set_version_flag("--version", std::string("redact ") + REDACT_VERSION,
                       "show the version and exit");
  app.footer(
      "Examples: redact note.txt, redact -o clean notes, redact --policy patient a.txt\n"
      "Exit codes: 0 done, 1 error, 2 wrong arguments, 3 some documents were withheld, 4 "
      "--fail-on");
  for (CLI::Option* option : app.get_options()) option->group("Help");
  app.option_defaults()->group("Input");
  add_input_options(app, options, given);
  app.option_defaults()->group("Output");
  add_output_options(app, options, given);
  app.option_defaults()->group(kReplaced);
  add_policy_options(app, options, given);
  app.option_defaults()->group("Batches");
  add_batch_options(app, options, given.batch);
  app.option_defaults()->group("Keys, patients and restoring");
  add_key_options(app, options, given.make_key);
  app.option_defaults()->group("Model and machine");
  add_model_options(app, options, given);
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) arguments.push_back(long_spelling(argv[i]));
  try {
    const auto wrong = parse(app, options, std::move(arguments));
    if (wrong) return fail(*wrong, kUsage);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return flush_output();
  }
  if (given.list_devices) {
    for (const std::string& device : list_devices()) std::printf("%s\n", device.c_str());
    return flush_output();
  }
  if (!given.print_policy.empty()) return print_policy(given.print_policy);
  if (!given.make_key.empty()) return make_key(given.make_key);
  const Result<void> applied = given.batch.apply(options);
  if (!applied.ok()) return fail(applied.error().message(), kUsage);
  combine(given, options);
  auto device = choose_device(options.model.device);
  if (!device.ok()) return fail(device.error().message(), kFatal);
  options.model.device = std::move(device).value();
  return options;
}

}  // namespace redact
