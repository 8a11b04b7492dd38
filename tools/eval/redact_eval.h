// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::eval {

// The program `redact-eval`; returns its exit code.
int run_redact_eval(int argc, char** argv);

}  // namespace redact::eval
