// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/word_list.h"

namespace redact {

// The form of a document's result: its redacted text, a line of JSON, or annotations of its source.
enum class OutputFormat { kText, kJsonl, kPresidio, kBrat, kI2b2 };

// Their names in --format, in the order of OutputFormat.
inline constexpr std::array<std::string_view, 5> kOutputFormatNames = {"text", "jsonl", "presidio",
                                                                       "brat", "i2b2"};
constexpr std::optional<OutputFormat> find_output_format(std::string_view name) {
  return find_named<OutputFormat>(kOutputFormatNames, name);
}

// Whether results are lines of JSON, one for each document, so that several inputs share one file.
constexpr bool are_records(std::optional<OutputFormat> format) {
  return format == OutputFormat::kJsonl || format == OutputFormat::kPresidio;
}
// Whether results are annotations of a text, which repeat the hidden text; each input has a file.
constexpr bool are_annotations(std::optional<OutputFormat> format) {
  return format == OutputFormat::kBrat || format == OutputFormat::kI2b2;
}

// The name of an input's result, as readers of the format expect it: "note.txt" becomes "note.ann"
// or "note.xml". Any other ending stays, so "visit.json" becomes "visit.json.ann".
std::string result_name(std::string name, std::optional<OutputFormat> format);

}  // namespace redact
