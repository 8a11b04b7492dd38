// SPDX-License-Identifier: Apache-2.0
#include "program/misuse.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>

#include "program/input_documents.h"
#include "program/repeats.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

// The path in a comparable form; the file need not exist.
fs::path whole(const std::string& path) {
  std::error_code failed;
  fs::path full = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return full.has_filename() ? full : full.parent_path();
}

bool lies_in(const std::string& path, const std::string& folder) {
  const fs::path inner = whole(path), outer = whole(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

using Misuse = std::optional<std::string>;

// The numbers of inputs of each kind, from one pass over what may be millions.
struct Kinds {
  size_t n = 0, n_pipes = 0, n_lines = 0, n_tables = 0, n_mboxes = 0;
};

Kinds count_kinds(const Options& options, const Inputs& inputs) {
  Kinds kinds;
  for (const Input& input : inputs) {
    ++kinds.n;
    kinds.n_pipes += input.is_pipe;
    switch (kind_of(input, options)) {
      case InputKind::kText: break;
      case InputKind::kJsonLines: ++kinds.n_lines; break;
      case InputKind::kTable: ++kinds.n_tables; break;
      case InputKind::kMbox: ++kinds.n_mboxes; break;
    }
  }
  return kinds;
}

// Whether two inputs have the same name(input). Inputs without a name are not compared.
template <class Name>
bool have_equal(const Inputs& inputs, const Name& name) {
  Repeats repeats;
  for (const Input& input : inputs) {
    if (const std::optional<std::string> one = name(input)) repeats.add(*one);
  }
  repeats.seal();
  if (!repeats.any()) return false;
  std::set<std::string> names;
  return !std::all_of(inputs.begin(), inputs.end(), [&](const Input& input) {
    const std::optional<std::string> one = name(input);
    return !one || !repeats.may_hold(*one) || names.insert(*one).second;
  });
}

// Whether two results would have the same name. With `records`, JSON lines and mbox inputs are
// ignored, because only the records of whole texts are named after their input.
bool have_equal_results(const Inputs& inputs, bool records) {
  return have_equal(inputs, [&](const Input& input) -> std::optional<std::string> {
    if (records && (input.is_jsonl(false) || input.is_mbox())) return std::nullopt;
    return input.result;
  });
}

// Whether a result would take the place of a folder of others, as that of a.gz beside a/.
bool have_result_as_folder(const Inputs& inputs) {
  std::unordered_set<std::string> folders;
  for (const Input& input : inputs) {
    auto folder = std::filesystem::path(input.result).parent_path();
    while (!folder.empty() && folders.insert(folder.string()).second) folder = folder.parent_path();
  }
  return std::any_of(inputs.begin(), inputs.end(), [&](const Input& input) {
    return folders.contains(input.result);
  });
}

bool have_equal_names(const Inputs& inputs) {
  return have_equal(inputs, [](const Input& input) { return std::optional(input.name); });
}

// The fields with texts: of tables alone, none unless they are named.
std::vector<std::string> chosen_texts(const Options& options, const Kinds& kinds) {
  const bool are_lines = options.text_columns.empty() && kinds.n_lines > 0;
  return are_lines ? options.fields.texts : options.text_columns;
}

bool names_a_field_twice(const Options& options, const Kinds& kinds) {
  std::set<std::string> names;
  const auto is_new = [&](const std::string& name) { return names.insert(name).second; };
  const auto texts = chosen_texts(options, kinds);
  const auto& labelled = options.fields.labelled;
  return !std::all_of(texts.begin(), texts.end(), is_new) ||
         !std::all_of(labelled.begin(), labelled.end(),
                      [&](const ChosenField& field) { return is_new(field.name); });
}

// The purpose for which the program was called.
struct Use {
  const Options& options;
  const Inputs& inputs;
  bool several, records;
  Kinds kinds;
};

Misuse misuse_of_model(const Use& use) {
  const ModelOptions& model = use.options.model;
  if (model.model_path.empty() &&
      (model.context != 0 || use.options.settings.decoding.prompt.first_given())) {
    return "--task, --lang, --prompt, --shots, --template and -c require an instruct model (-m "
           "FILE)";
  }
  if (!model.more_paths.empty() && !model.lora_path.empty()) {
    return "--lora adapts a model that works alone";
  }
  if (model.more_paths.empty() && use.options.settings.agree != "any") {
    return "--agree needs several models (-m FILE -m FILE)";
  }
  return std::nullopt;
}

Misuse misuse_of_restore(const Use& use) {
  const Options& options = use.options;
  if (options.restore.empty()) return std::nullopt;
  if (options.format || options.resume || options.shard.count > 1 || !options.report.empty() ||
      options.settings.explain) {
    return "--restore cannot be combined with --format, --shard, --resume, --report or --explain";
  }
  if (!options.journal.empty() || options.dry_run || options.limit != SIZE_MAX ||
      !options.withheld_list.empty() || !options.review_list.empty() ||
      options.fail_on != Options::FailOn::kNothing) {
    return "--restore cannot be combined with --journal, --dry-run, --limit, --withheld-list, "
           "--review-list or --fail-on";
  }
  if (!options.review.empty() || options.settings.corrections.is_given()) {
    return "--restore cannot be combined with --review or --corrections";
  }
  return std::nullopt;
}

Misuse misuse_of_journal(const Use& use) {
  const Options& options = use.options;
  const bool keeps_journal = !options.journal.empty();
  std::error_code failed;
  if ((options.resume || options.redo_changed) && !keeps_journal) {
    return "--resume and --redo-changed require --journal FILE, which records the finished "
           "documents";
  }
  if (options.redo_changed && !options.resume) return "--redo-changed requires --resume";
  if (!options.review.empty() && options.resume) {
    return "--review cannot be combined with --resume: the page shows one run";
  }
  if (!keeps_journal && !options.journal_key.empty())
    return "--journal-key requires --journal FILE";
  if (!keeps_journal) return std::nullopt;
  if (options.output.empty()) {
    return "--journal requires -o: what went to standard output cannot be taken up again";
  }
  if (use.kinds.n_pipes > 0) {
    return "--journal requires files: standard input and pipes cannot be read again";
  }
  if (have_equal_names(use.inputs)) {
    return "--journal: two inputs have the same name, so the journal could not tell them apart";
  }
  if (!options.resume && !options.dry_run && fs::exists(options.journal, failed)) {
    return "--journal: the file already exists; use --resume to go on with it";
  }
  return std::nullopt;
}

Misuse misuse_of_output(const Use& use) {
  const Options& options = use.options;
  const Kinds& kinds = use.kinds;
  const bool annotations = are_annotations(options.format), maps = !options.mapping.empty();
  std::error_code failed;
  if (use.several && !use.records && options.output.empty()) {
    return "several inputs require an output folder (-o DIR), or --format jsonl or presidio";
  }
  if (use.several && have_equal_results(use.inputs, use.records)) {
    return "two inputs or their results have the same name, so the results would overwrite each "
           "other";
  }
  if (use.several && !use.records && have_result_as_folder(use.inputs)) {
    return "a result would have the name of a folder of other results, as that of a.gz beside a/";
  }
  if (options.format == OutputFormat::kText && kinds.n_lines > 0) {
    return "--format text cannot be used with JSON lines input, whose results are JSON lines";
  }
  if (annotations && options.detail < Detail::kText) {
    return "--format brat and i2b2 repeat the hidden text, so they require --include-text";
  }
  if (options.format == OutputFormat::kPresidio && options.detail < Detail::kEvidence) {
    return "--format presidio holds scores and offsets of the source, with which the redaction can "
           "be undone, so it requires --include-evidence";
  }
  if (annotations && kinds.n_lines + kinds.n_tables + kinds.n_mboxes > 0) {
    return "--format brat and i2b2 are for texts and structured files; for JSON lines, tables and "
           "mbox files use --format jsonl or presidio";
  }
  if (annotations && maps) {
    return "--mapping cannot be combined with --format brat or i2b2, which hold the source";
  }
  const bool have_offsets = use.records || options.format == OutputFormat::kBrat ||
                            (!options.format && kinds.n_lines > 0);
  if (options.offsets && !have_offsets) {
    return "--offsets requires --format jsonl, presidio or brat";
  }
  const bool have_text = use.records || annotations ||
                         (!options.format && kinds.n_lines > 0 && !options.fields.are_several()) ||
                         options.report_is_page();
  if (options.detail == Detail::kText && !have_text) {
    return "--include-text requires --format jsonl, presidio, brat or i2b2, or --report PAGE.html: "
           "other results hold no entities";
  }
  if (maps && !options.resume && fs::exists(options.mapping, failed)) {
    return "--mapping: the file already exists; use --resume to append to it";
  }
  return std::nullopt;
}

Misuse misuse_of_inputs(const Use& use) {
  const Options& options = use.options;
  const bool sharded = options.shard.count > 1;
  if (!options.text_columns.empty() && !use.several && use.inputs[0].separators().empty()) {
    return "--text-column requires .csv or .tsv files, or standard input; a sheet (XLSX, ODS) is "
           "redacted without --text-column and --column-label, by the captions in it";
  }
  if (sharded && !use.several && use.kinds.n_lines + use.kinds.n_mboxes == 0) {
    return "--shard requires several files, or one file of JSON lines or mails (.mbox)";
  }
  const auto holds_results = [&](const std::string& path) {
    std::error_code failed;
    return !options.output.empty() && fs::is_directory(path, failed) &&
           lies_in(options.output, path);
  };
  if ((!options.journal.empty() || sharded) &&
      std::any_of(options.inputs.begin(), options.inputs.end(), holds_results)) {
    return "--shard and --journal require an output folder outside the input folder, or results "
           "would be read as inputs";
  }
  return std::nullopt;
}

Misuse misuse_of_fields(const Use& use) {
  const Options& options = use.options;
  const Kinds& kinds = use.kinds;
  const RecordFields& fields = options.fields;
  const bool keeps = !fields.kept.empty() || fields.keep_all;
  if (keeps && (!options.restore.empty() || kinds.n_lines < kinds.n)) {
    return "--keep-fields requires JSON lines input and cannot be combined with --restore";
  }
  if (keeps && fields.are_several() && !use.records) {
    return "--keep-fields is for records; several fields are redacted in their line unless "
           "--format jsonl or presidio is given";
  }
  if (std::any_of(fields.kept.begin(), fields.kept.end(),
                  [&](const std::string& name) { return fields.is_redacted(name); })) {
    return "--keep-fields must not name a field that is redacted, which would copy the original to "
           "the record";
  }
  if (std::ranges::count(chosen_texts(options, kinds), fields.id) > 0) {
    return "--id-field must not name the text field, which would copy the original to the record";
  }
  if (options.needs_id && kinds.n_lines + kinds.n_tables == 0) {
    return "--id-field requires JSON lines (.jsonl or .ndjson files) or tables (--text-column): a "
           "text has the name of its file";
  }
  if (fields.as_text && options.settings.fhir_rules.is_given()) {
    return "--as-text cannot be combined with --fhir-rules: plain text has no fields of FHIR";
  }
  // Lines of a FHIR export are withheld as plain text too, unless --keep-ids or --key-file is
  // given.
  if (fields.as_text && options.settings.keep_ids && kinds.n_lines == 0) {
    return "--as-text cannot be combined with --keep-ids: plain text has no ids of FHIR resources";
  }
  const bool may_be_table =
      use.several || (!use.inputs[0].is_pipe && !use.inputs[0].separators().empty());
  if (!options.delimiter.empty() && kinds.n_tables == 0 && (fields.as_text || !may_be_table)) {
    return "--delimiter requires --text-column or --column-label, and .csv or .tsv files; standard "
           "input requires --text-column";
  }
  if (!options.patient.empty() && !options.uses_patients() && options.restore.empty()) {
    return "--patient requires --key-file, under which the values of a patient agree, or --known "
           "or --known-fhir, which name patients";
  }
  if (names_a_field_twice(options, kinds)) {
    return "--text-field, --text-column and --column-label must not name a field twice";
  }
  const bool chosen = options.jsonl_stdin || !fields.labelled.empty() || !fields.patient.empty();
  if (chosen && kinds.n_lines + kinds.n_tables < kinds.n) {
    return "--text-field, --column-label and --patient-field require JSON lines (.jsonl or .ndjson "
           "files) or tables (--text-column); a sheet (XLSX, ODS) is redacted without "
           "--text-column and --column-label, by the captions in it";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_misuse(const Options& options, const Inputs& inputs, bool several) {
  const Use use{options, inputs, several, are_records(options.format),
                count_kinds(options, inputs)};
  for (const auto misuse_of : {misuse_of_model, misuse_of_restore, misuse_of_journal,
                               misuse_of_output, misuse_of_inputs, misuse_of_fields}) {
    if (Misuse misuse = misuse_of(use)) return misuse;
  }
  return std::nullopt;
}

}  // namespace redact
