// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace redact {

struct BuiltinPrompt {
  std::string_view task;
  std::string_view language;
  std::string_view text;
};

// The files TASK.LANGUAGE.txt of this folder, compiled into the library.
std::span<const BuiltinPrompt> builtin_prompts();

// labels.yaml of this folder, compiled into the library.
extern const char kBuiltinLabelDescriptions[];

}  // namespace redact
