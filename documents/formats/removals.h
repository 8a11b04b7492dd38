// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "documents/structured/places.h"

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

}  // namespace redact
