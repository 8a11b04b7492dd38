// SPDX-License-Identifier: Apache-2.0
#include "tools/program.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/file_io.h"
#include "base/thrown_error.h"
#include "program/argument_errors.h"
#include "program/help_format.h"

namespace redact {

namespace {

int fail(const CLI::App& app, std::string what, ExitCode code) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), what.c_str());
  return code;
}

// Reads the arguments. Returns the error in them, or nullopt; --help throws. CLI11 reports missing
// options before unknown ones, but the unknown ones are more informative.
std::optional<std::string> parse(CLI::App& app, int argc, char** argv) {
  std::optional<std::string> error;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& refused) {
    error = refused.what();
  }
  for (const std::string& argument : app.remaining(true)) {
    if (argument.starts_with("-")) return "unknown option " + argument;
  }
  if (auto empty = find_empty_value(app)) return empty;
  for (const CLI::App* command : app.get_subcommands()) {
    if (auto empty = find_empty_value(*command)) return empty;
  }
  return error;
}

}  // namespace

Result<void> write_if_named(const std::string& path, const std::string& content) {
  if (path.empty()) return {};
  REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
  REDACT_TRY(file.write(content));
  return file.commit();
}

int run_program(CLI::App& app, int argc, char** argv,
                const std::function<Result<ExitCode>()>& work) {
  const auto format = std::make_shared<HelpFormat>();
  app.formatter(format);
  app.set_help_flag("-h,--help", "show this help and exit");
  app.set_version_flag("--version", app.get_name() + " " REDACT_VERSION,
                       "show the version and exit");
  for (CLI::App* command : app.get_subcommands({})) {
    command->formatter(format);
    command->set_help_flag("-h,--help", "show this help and exit");
  }
  try {
    if (auto error = parse(app, argc, argv)) return fail(app, *error + " (see --help)", kUsage);
  } catch (const CLI::Success& asked) {  // --help
    return app.exit(asked), kAllDone;
  }
  try {
    const Result<ExitCode> done = work();
    if (!done.ok()) return fail(app, done.error().message(), kFatal);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return fail(app, "cannot write to standard output", kFatal);
    }
    return *done;
  } catch (const std::filesystem::filesystem_error& error) {  // its what() names files
    return fail(app, error.code().message(), kFatal);
  } catch (...) {
    return fail(app, thrown_error().message(), kFatal);
  }
}

}  // namespace redact
