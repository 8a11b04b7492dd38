// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/removals.h"

namespace redact {

void Removals::add(uint32_t place, bool goes) {
  ++counts_[place].n_values;
  counts_[place].n_going += goes;
}

std::vector<bool> Removals::gone() const {
  std::vector<Count> inside = counts_;
  // A place comes after the one around it.
  for (size_t place = places_.size(); place-- > 1;) {
    Count& around = inside[places_[static_cast<uint32_t>(place)].parent];
    around.n_values += inside[place].n_values;
    around.n_going += inside[place].n_going;
  }
  std::vector<bool> gone;
  for (const Count& count : inside) {
    gone.push_back(count.n_values > 0 && count.n_going == count.n_values);
  }
  return gone;
}

}  // namespace redact
