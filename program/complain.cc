// SPDX-License-Identifier: Apache-2.0
#include "program/complain.h"

#include <unistd.h>

#include <cstdio>

#include "program/exit_code.h"

namespace redact {

void complain(const std::string& message) {
  // The cursor may be on a line of progress.
  static const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
  std::fprintf(stderr, "%sredact: %s\n", is_terminal ? "\r\033[K" : "", message.c_str());
}

int fail(const std::string& message, ExitCode code) {
  complain(message);
  return code;
}

void note(const Options& options, const std::string& message) {
  if (!options.quiet) complain(message);
}

int flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return kAllDone;
  return fail("cannot write to standard output", kFatal);
}

}  // namespace redact
