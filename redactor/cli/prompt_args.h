// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "redactor/finder/model_options.h"

namespace redact {

// Adds the options that say how an instruct model is asked (--task, --lang, --prompt, --shots,
// --template, -c) to a program's own. `prompt` outlives `app`; its tags are the caller's to set.
void add_prompt_options(CLI::App& app, PromptOptions& prompt);

}  // namespace redact
