// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace redact {

struct InfoOptions {
  std::string path;
  std::string device = "cpu";
  size_t context = 0;    // tokens of a sequence; 0: the model's own, at most 8,192
  size_t in_flight = 1;  // sequences at a time
};

// Prints what a GGUF file holds, a line for each key and tensor; then whether this build can run
// it, and if not, why; what chat template it has; and what it needs of memory at that context and
// number of sequences, on a card of 24 GiB and on the device. Errors: a file that is no GGUF file,
// and a device that can't be opened.
Result<void> print_info(const InfoOptions& options);

}  // namespace redact
