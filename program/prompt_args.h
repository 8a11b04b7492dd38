// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "redactor/finder/model_options.h"

namespace redact {

// Adds the options that control how an instruct model is prompted (--task, --lang, --prompt,
// --shots, --template, -c) to `app`, and returns them. `prompt`, of which the caller sets the
// tags, and `context` must outlive `app`.
std::vector<CLI::Option*> add_prompt_options(CLI::App& app, PromptOptions& prompt, size_t& context);

}  // namespace redact
