// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "documents/structured/places.h"
#include "documents/structured/segment.h"

namespace redact {

// Which places go because each value in them goes. A place without a value goes with what is
// around it, and not by itself.
class Removals {
 public:
  // `places` must outlive the object.
  explicit Removals(const Places& places) : places_(places), counts_(places.size()) {}

  // A value at a place, or something else that stays there.
  void add(uint32_t place, bool goes);
  // Whether each value in it goes, by place; after the last add().
  std::vector<bool> gone() const;

 private:
  struct Count {
    size_t n_values = 0, n_going = 0;
  };

  const Places& places_;
  std::vector<Count> counts_;  // by place, of what was added there
};

// Visits the segments and what is removed in the order of the text; `removed` is sorted, disjoint,
// and has begin and end. remove(removed) is called at its place; add(i, next) for segment i, with
// the first removed part that does not end before it, which may hold it; nullptr: there is none.
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
