// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "documents/structured/places.h"
#include "documents/structured/segment.h"

namespace redact {

// Finds the places that are removed because all values in them are removed. A place without values
// is removed only with the place around it.
class Removals {
 public:
  // `places` must outlive the object.
  explicit Removals(const Places& places) : places_(places), counts_(places.size()) {}

  // Adds a value at a place, or other content, which stays.
  void add(uint32_t place, bool goes);
  // By place, whether it is removed; call it after the last add().
  std::vector<bool> gone() const;

 private:
  struct Count {
    size_t n_values = 0, n_going = 0;
  };

  const Places& places_;
  std::vector<Count> counts_;  // of the values at each place
};

// Visits segments and removed ranges in the order of the text; `removed` is sorted and disjoint,
// and has begin and end. Calls remove(removed) for each range, and add(i, next) for segment i, with
// the first removed range that does not end before it and so may contain it; nullptr: there is
// none.
template <class Removed, class Remove, class Add>
Result<void> visit_in_order(const std::vector<TextSegment>& segments,
                            const std::vector<Removed>& removed, const Remove& remove,
                            const Add& add) {
  size_t next = 0;
  for (size_t i = 0; i < segments.size(); ++i) {
    while (next < removed.size() && removed[next].end <= segments[i].begin) {
      REDACT_TRY(remove(removed[next++]));
    }
    REDACT_TRY(add(i, next < removed.size() ? &removed[next] : nullptr));
  }
  for (; next < removed.size(); ++next) REDACT_TRY(remove(removed[next]));
  return {};
}

}  // namespace redact
