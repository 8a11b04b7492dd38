// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redact {

// The ids that may come next: first those that copy, then those that tag. Each part is sorted and
// has no duplicates.
struct Candidates {
  std::vector<int32_t> ids;
  size_t n_copies = 0;
};

}  // namespace redact
