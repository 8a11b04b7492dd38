// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace redact {

// The ids that may come next: first those that copy, then those that tag. Each part is sorted and
// has no duplicates.
struct Candidates {
  std::vector<int32_t> ids;
  size_t n_copies = 0;

  // Sorts the ids from the `first`-th on, each once.
  void sort_from(size_t first) {
    const auto begin = ids.begin() + static_cast<ptrdiff_t>(first);
    std::sort(begin, ids.end());
    ids.erase(std::unique(begin, ids.end()), ids.end());
  }
};

}  // namespace redact
