// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "redactor/cli/clashes.h"
#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/misuse.h"
#include "redactor/cli/redaction.h"
#include "redactor/cli/restore.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

// The files of the shard, without those that already have a result if --resume is given.
std::vector<Input> pending(std::vector<Input> inputs, const Options& options) {
  std::vector<Input> out;
  for (Input& input : inputs) {
    std::error_code failed;
    const bool done = options.resume && !input.name.empty() &&
                      fs::is_regular_file(fs::path(options.output) / input.result, failed);
    if (options.shard.takes(input.number - 1) && !done) out.push_back(std::move(input));
  }
  return out;
}

// Where the result of a single file goes: into the folder -o if there is one, as cp does.
std::string output_of(const Options& options, const Input& input) {
  std::error_code unknown;
  if (input.is_pipe || !fs::is_directory(options.output, unknown)) return options.output;
  return fs::path(options.output) / input.result;
}

bool reads_terminal(const std::vector<Input>& inputs) {
  return ::isatty(STDIN_FILENO) == 1 &&
         std::any_of(inputs.begin(), inputs.end(), [](const Input& i) { return i.is_stdin(); });
}

int fail(const Error& error) {
  complain(error.message());
  return kFatal;
}

}  // namespace

int run(Options options) {
  bool empty_folder = false;
  std::vector<Input> inputs = list_inputs(options.inputs, empty_folder);
  for (Input& input : inputs) input.result = result_name(input.name, options.format);
  const size_t n_inputs = inputs.size();
  std::error_code unknown;  // ignored: a path that is not a folder is read as a file
  const bool several = options.inputs.size() > 1 || fs::is_directory(options.inputs[0], unknown);
  if (!several) options.output = output_of(options, inputs[0]);
  for (const auto find : {&find_misuse, &find_clash}) {
    const auto why = find(options, inputs, several);
    if (!why) continue;
    complain(*why);
    return kUsage;
  }
  if (reads_terminal(inputs)) {
    note(options, "reading text from the terminal until Ctrl-D; redact --help lists the options");
  }
  if (empty_folder) note(options, "an input folder contains no files");
  if (several) inputs = pending(std::move(inputs), options);
  const bool folder = several && !are_records(options.format);
  const Work work{std::move(inputs), n_inputs, folder, !several, several ? Shard{} : options.shard};
  const Result<int> exit_code =
      options.restore.empty() ? run_redaction(options, work) : run_restore(options, work);
  return exit_code.ok() ? *exit_code : fail(exit_code.error());
}

}  // namespace redact
