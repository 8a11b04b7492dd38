// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/places.h"

namespace redact {

uint32_t Places::add(uint32_t parent, PlaceStep step, std::string_view name, size_t number,
                     std::string_view space) {
  const std::string_view kept = space.empty() ? space : *spaces_.emplace(space).first;
  places_.push_back({parent, step, static_cast<uint32_t>(number), std::string(name), kept});
  return static_cast<uint32_t>(places_.size() - 1);
}

}  // namespace redact
