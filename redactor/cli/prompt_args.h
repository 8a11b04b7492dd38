// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "redactor/finder/model_options.h"

namespace redact {

// Adds the options that say how an instruct model is asked (--task, --lang, --prompt, --shots,
// --template, -c) to a program's own, and returns them. `prompt` outlives `app`; its tags are the
// caller's to set.
std::vector<CLI::Option*> add_prompt_options(CLI::App& app, PromptOptions& prompt);

}  // namespace redact
