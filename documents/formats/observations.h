// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "documents/label.h"

namespace redact {

// The label of an observation's value by the code or the name of the observation, such as "30525-0"
// and "Device serial number"; nullopt for all others. A DATE is a date of birth.
std::optional<Label> observed_label(std::string_view code_or_name);

// Whether a unit counts a time in less than years.
bool counts_less_than_years(std::string_view unit);

// The identifying observations of a document, by the place of each in its format.
class ObservedLabels {
 public:
  // Adds a code or a name of the observation at a place; the unit of its value.
  void add(uint32_t observation, std::string_view code_or_name);
  void add_unit(uint32_t observation, std::string_view unit);
  // The label of its value; nullopt if it identifies nobody. An age in months, weeks or days does
  // not.
  std::optional<Label> of(uint32_t observation) const;

 private:
  std::unordered_map<uint32_t, Label> labels_;
  std::unordered_map<uint32_t, bool> in_years_;  // of those whose unit counts time
};

}  // namespace redact
