// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// The exit codes of `redact`.
enum ExitCode : int {
  kAllDone = 0,
  kFatal = 1,       // the run stopped: the model, the policy or the output failed
  kUsage = 2,       // the command line is wrong
  kWithheld = 3,    // some documents could not be processed and were not written
  kFailOn = 4,      // documents of the kind that --fail-on names
  kBySignal = 128,  // plus the number of the signal that stopped the run
};

}  // namespace redact
