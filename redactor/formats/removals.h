// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "redactor/structured/places.h"

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

}  // namespace redact
