// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "redactor/finder/model_options.h"

namespace redact {

// Adds the options that control how an instruct model is prompted (--task, --lang, --prompt,
// --shots, --template, -c) to `app`, and returns them. `prompt` must outlive `app`; the caller sets
// its tags.
std::vector<CLI::Option*> add_prompt_options(CLI::App& app, PromptOptions& prompt);

}  // namespace redact
