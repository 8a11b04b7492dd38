// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/program.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <exception>
#include <new>

#include "redactor/cli/args.h"
#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/run.h"
#include "redactor/cli/stop_signals.h"

namespace redact {

namespace {

// A crash must not write notes to the disk (P5): no core files, and no dump through a core handler
// either, which ignores the size limit.
void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
}

}  // namespace

int run_program(int argc, char** argv) {
  forbid_core_dumps();
  const auto options = parse_args(argc, argv);
  if (const int* exit_code = std::get_if<int>(&options)) return *exit_code;
  // Messages of library exceptions may name files, so they are not printed (P5). Outputs appear
  // whole or not at all.
  try {
    const int code = run(std::get<Options>(options));
    if (code > kBySignal) StopSignals::end_by(code - kBySignal);
    return code;
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  } catch (const std::exception&) {
    complain("internal error");
  }
  return kFatal;
}

}  // namespace redact
