// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "redactor/model_finder.h"

namespace redact {

enum class OutputFormat { kText, kJsonl };

struct Options {
  std::vector<std::string> inputs;  // files, folders, "-"; empty means "-"
  std::string output;               // empty: standard output
  std::string policy = "default";
  std::optional<OutputFormat> format;  // absent: jsonl for .jsonl input, else text
  std::string text_field = "text";
  std::string id_field = "id";
  bool jsonl_stdin = false;  // --text-field was given: standard input holds JSON lines
  bool include_text = false;
  ModelOptions model;
  bool rules = true;  // the shipped patterns beside the model
};

// The options, or the exit code where the arguments ask for help or make no sense; what there is to
// say then has been printed.
std::variant<Options, int> parse_args(int argc, char** argv);

}  // namespace redact
