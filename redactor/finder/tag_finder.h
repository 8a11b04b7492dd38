// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "redactor/finder/model_finder.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

// The chat prompts by the language of the instruction.
using Prompts = std::map<std::string, ChatPrompt, std::less<>>;

// Writes the prompts of an instruct model: one in the language that the options name, or one in
// every language that has an instruction. Errors name the option, the file's line or the chat
// template at fault.
Result<Prompts> write_prompts(const PromptOptions& options, const Model& model);

// Opens an instruct model, which is asked by an instruction to redact and can write only the source
// with tags. `drafter` may be nullptr. Errors: a chat template or a prompt that can't be used
// (kUnsupported, kBadInput), a context too short for the prompt (kBadInput), and those of
// ModelRunner::open.
Result<std::unique_ptr<SpanFinder>> open_tag_finder(Model model, const ModelOptions& options,
                                                    std::unique_ptr<SpanFinder> drafter);

}  // namespace redact
