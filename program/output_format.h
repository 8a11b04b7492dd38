// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redact {

// What is written for a document: its redacted text, a line of JSON, or annotations of its source.
enum class OutputFormat { kText, kJsonl, kPresidio, kBrat, kI2b2 };

// By the name that --format gives it.
std::optional<OutputFormat> find_output_format(std::string_view name);

// Lines of JSON, one for each document, so that those of several inputs go into one file.
constexpr bool are_records(std::optional<OutputFormat> format) {
  return format == OutputFormat::kJsonl || format == OutputFormat::kPresidio;
}
// Annotations of a text, which repeat what is hidden; a file for each input.
constexpr bool are_annotations(std::optional<OutputFormat> format) {
  return format == OutputFormat::kBrat || format == OutputFormat::kI2b2;
}

// The name of an input's result, as the readers of the format expect it: "note.txt" becomes
// "note.ann" or "note.xml". Any other ending stays, so that "visit.json" becomes "visit.json.ann".
std::string result_name(std::string name, std::optional<OutputFormat> format);

}  // namespace redact
