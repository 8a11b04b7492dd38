// SPDX-License-Identifier: Apache-2.0
#include "program/run.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "program/clashes.h"
#include "program/complain.h"
#include "program/exit_code.h"
#include "program/misuse.h"
#include "program/redaction.h"
#include "program/restore.h"
#include "program/table_columns.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

// The path of a single file's result: in the folder -o if that exists, as with cp.
std::string output_of(const Options& options, const Input& input) {
  std::error_code unknown;
  if (input.is_pipe || !fs::is_directory(options.output, unknown)) return options.output;
  return fs::path(options.output) / input.result;
}

bool reads_terminal(const Inputs& inputs) {
  return ::isatty(STDIN_FILENO) == 1 &&
         std::any_of(inputs.begin(), inputs.end(), [](const Input& i) { return i.is_stdin(); });
}

}  // namespace

int run(Options options) {
  Inputs inputs = Inputs::list(options.inputs, options.format,
                               [&](const std::string& name) { return options.files.select(name); });
  const size_t n_inputs = inputs.size();
  std::error_code unknown;  // ignored: a path that is not a folder is read as a file
  const bool several = options.inputs.size() > 1 || fs::is_directory(options.inputs[0], unknown);
  if (options.list_columns && (several || inputs.size() != 1)) {
    return fail("--list-columns requires one file", kUsage);
  }
  if (options.list_columns) return list_columns(inputs[0], options);
  const bool is_nothing_chosen = inputs.empty() && !inputs.have_empty_folder();
  if (is_nothing_chosen) note(options, "--include and --exclude leave nothing to read");
  if (is_nothing_chosen && !several) return kAllDone;
  const std::string said_output = options.output;
  if (!several) options.output = output_of(options, inputs[0]);
  for (const auto find : {&find_misuse, &find_clash}) {
    if (const auto why = find(options, inputs, several)) return fail(*why, kUsage);
  }
  if (!several) {
    const auto table = unchosen_table(inputs[0], options);
    if (table) return fail(table->message(), kUsage);
  }
  if (reads_terminal(inputs)) {
    note(options, "reading text from the terminal until Ctrl-D; redact --help lists the options");
  }
  if (!options.fields.patient.empty() && !options.uses_patients()) {
    note(options, "--patient-field has no effect without --key-file, --known or --known-fhir");
  }
  if (inputs.have_empty_folder()) note(options, "an input folder contains no files");
  if (several && options.shard.count > 1) {
    inputs = inputs.only([&](const Input& i) { return options.shard.takes(i.name); });
  }
  const bool folder = several && !are_records(options.format);
  const Work work{std::move(inputs), n_inputs, folder, !several, several ? Shard{} : options.shard,
                  said_output};
  const Result<int> exit_code =
      options.restore.empty() ? run_redaction(options, work) : run_restore(options, work);
  return exit_code.ok() ? *exit_code : fail(exit_code.error().message(), kFatal);
}

}  // namespace redact
