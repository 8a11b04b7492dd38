// SPDX-License-Identifier: Apache-2.0
#include "program/program.h"

#include <execinfo.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <exception>

#include "base/thrown_error.h"
#include "program/args.h"
#include "program/complain.h"
#include "program/exit_code.h"
#include "program/run.h"
#include "program/stop_signals.h"

namespace redact {

namespace {

// A crash must not write notes to the disk (P5): no core files, and no dump through a core handler
// either, which ignores the size limit.
void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
}

// Reopens a closed standard stream in a way that cannot be used. Otherwise the next opened file
// would get its number, and be read as standard input or written to as output.
void hold_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) < 0) (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

// glibc loads the library for unwinding when it is first needed, at which time memory may have run
// out.
void open_unwinder() {
  void* none = nullptr;
  backtrace(&none, 0);
}

// An exception in a function that may not throw, such as a destructor that allocates, ends the
// program here. Outputs appear whole or not at all.
[[noreturn]] void end_at_once() {
  if (std::current_exception() != nullptr) complain(thrown_error().message());
  _exit(kFatal);
}

}  // namespace

int run_program(int argc, char** argv) {
  forbid_core_dumps();
  hold_standard_streams();
  open_unwinder();
  std::set_terminate(end_at_once);
  try {
    const auto options = parse_args(argc, argv);
    if (const int* exit_code = std::get_if<int>(&options)) return *exit_code;
    const int code = run(std::get<Options>(options));
    if (code > kBySignal) StopSignals::end_by(code - kBySignal);
    return code;
  } catch (...) {
    complain(thrown_error().message());
  }
  return kFatal;
}

}  // namespace redact
