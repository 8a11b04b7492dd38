// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace redact {

// The id of a document or a patient in JSON: a string, or an integer as it is written. nullopt for
// any other value, since a number with a fraction would lose digits. `Json` is one of nlohmann's
// types.
template <class Json>
std::optional<std::string> json_id(const Json& value) {
  if (value.is_string()) return value.template get<std::string>();
  if (value.is_number_integer()) return value.dump();
  return std::nullopt;
}

}  // namespace redact
