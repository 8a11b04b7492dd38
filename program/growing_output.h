// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace redact {

// A file of results that grows by documents. It appears under its own name when it is complete;
// until then its bytes are in the file `partial`, a random name in the same folder.
struct GrowingOutput {
  enum class State { kOpen, kWhole, kInPlace };
  std::string name;  // relative to the output folder; empty: the single output file
  std::string partial;
  size_t size = 0;  // bytes on the disk of documents that observers remember
  State state = State::kOpen;
};

}  // namespace redact
