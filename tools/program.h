// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "base/result.h"
#include "program/exit_code.h"
#include "program/option_checks.h"

namespace redact {

// Reads the arguments with `app`, calls `work` and returns the exit code of the program, whose name
// is that of `app`. Every failure is one line on standard error. Arguments that `app` refuses end
// the program with kUsage; an error or an exception of `work` with kFatal, and so does standard
// output that cannot be written. --help and --version
// end it with kAllDone.
int run_program(CLI::App& app, int argc, char** argv,
                const std::function<Result<ExitCode>()>& work);

// Writes a whole file; does nothing without a path.
Result<void> write_if_named(const std::string& path, const std::string& content);

// Adds the argument `where` as the place of an error that has none.
template <typename T>
Result<T> from(const char* where, Result<T> result) {
  if (result.ok() || !result.error().where.empty()) return result;
  return Error{result.error().kind, where, result.error().what};
}

}  // namespace redact
