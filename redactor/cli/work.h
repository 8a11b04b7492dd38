// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "redactor/cli/args.h"
#include "redactor/cli/inputs.h"

namespace redact {

// What a run has to do.
struct Work {
  std::vector<Input> inputs;  // left to do, of n_inputs
  size_t n_inputs;
  bool folder;  // each input has a result of its own below the folder -o
  bool alone;   // the user named one file and no other
  Shard lines;  // which lines of a file of them
};

}  // namespace redact
