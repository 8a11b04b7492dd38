// SPDX-License-Identifier: Apache-2.0
#include "program/output_format.h"

namespace redact {

std::string result_name(std::string name, std::optional<OutputFormat> format) {
  if (!are_annotations(format)) return name;
  constexpr std::string_view kText = ".txt";
  if (name.ends_with(kText)) name.resize(name.size() - kText.size());
  return name + (format == OutputFormat::kBrat ? ".ann" : ".xml");
}

}  // namespace redact
