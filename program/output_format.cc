// SPDX-License-Identifier: Apache-2.0
#include "program/output_format.h"

#include <algorithm>

namespace redact {

std::optional<OutputFormat> find_output_format(std::string_view name) {
  const auto at = std::find(kOutputFormatNames.begin(), kOutputFormatNames.end(), name);
  if (at == kOutputFormatNames.end()) return std::nullopt;
  return static_cast<OutputFormat>(at - kOutputFormatNames.begin());
}

std::string result_name(std::string name, std::optional<OutputFormat> format) {
  if (!are_annotations(format)) return name;
  constexpr std::string_view kText = ".txt";
  if (name.ends_with(kText)) name.resize(name.size() - kText.size());
  return name + (format == OutputFormat::kBrat ? ".ann" : ".xml");
}

}  // namespace redact
