// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// The whole program: forbids core dumps, reads the arguments, runs, and returns the exit code.
int run_program(int argc, char** argv);

}  // namespace redact
