// SPDX-License-Identifier: Apache-2.0
#include "program/output_format.h"

#include <array>
#include <utility>

namespace redact {

std::optional<OutputFormat> find_output_format(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, OutputFormat>, 5> kFormats = {
      {{"text", OutputFormat::kText},
       {"jsonl", OutputFormat::kJsonl},
       {"presidio", OutputFormat::kPresidio},
       {"brat", OutputFormat::kBrat},
       {"i2b2", OutputFormat::kI2b2}}};
  for (const auto& [known, format] : kFormats) {
    if (name == known) return format;
  }
  return std::nullopt;
}

std::string result_name(std::string name, std::optional<OutputFormat> format) {
  if (!are_annotations(format)) return name;
  constexpr std::string_view kText = ".txt";
  if (name.ends_with(kText)) name.resize(name.size() - kText.size());
  return name + (format == OutputFormat::kBrat ? ".ann" : ".xml");
}

}  // namespace redact
