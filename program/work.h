// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "program/args.h"
#include "program/inputs.h"

namespace redact {

// The work of a run.
struct Work {
  Inputs inputs;  // still to process, of n_inputs
  size_t n_inputs;
  bool folder;  // each input has its own result file in the folder -o
  bool alone;   // the user named exactly one file
  Shard lines;  // which lines of a JSON lines file
  // -o in the user's words, for messages: Options::output may end with the name of the input.
  std::string said_output;
};

}  // namespace redact
