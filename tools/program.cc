// SPDX-License-Identifier: Apache-2.0
#include "tools/program.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/file_io.h"
#include "base/thrown_error.h"
#include "program/help_format.h"

namespace redact {

namespace {

int fail(const CLI::App& app, std::string what, ExitCode code) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), what.c_str());
  return code;
}

// Names the error in the arguments. CLI11 reports missing options before unknown ones, but the
// unknown ones are more informative.
std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
  for (const std::string& argument : app.remaining(true)) {
    if (argument.starts_with("-")) return "unknown option " + argument;
  }
  return error.what();
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
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error), kAllDone;  // --help
    return fail(app, complaint(app, error) + " (see --help)", kUsage);
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
