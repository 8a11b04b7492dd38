// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// The exit codes of `redact`.
enum ExitCode : int {
  kAllDone = 0,
  kFatal = 1,       // nothing could be done: the model, the policy or the output
  kUsage = 2,       // the command line makes no sense
  kWithheld = 3,    // some documents could not be processed and were not written
  kFailOn = 4,      // there are documents of the kind that --fail-on names
  kBySignal = 128,  // and the number of the signal that stopped the run
};

}  // namespace redact
