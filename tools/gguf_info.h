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
  size_t in_flight = 1;  // sequences at the same time
};

// Prints the keys and tensors of a GGUF file, one per line. Then it prints whether this build can
// run the model and, if not, why; the chat template; and the memory that the model needs with these
// options, compared with a card of 24 GiB and with the device. Errors: a file that is not a GGUF
// file, and a device that cannot be opened.
Result<void> print_info(const InfoOptions& options);

}  // namespace redact
