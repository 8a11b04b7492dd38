// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "redactor/finder/model_options.h"

namespace redact {

// Adds the options for prompting an instruct model (--task, --lang, --prompt, --shots, --template,
// -c) to `app`, and returns them. The caller sets the tags in `prompt`. It and `context` must
// outlive `app`.
std::vector<CLI::Option*> add_prompt_options(CLI::App& app, PromptOptions& prompt, size_t& context);

}  // namespace redact
