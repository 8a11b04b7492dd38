// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "redactor/finder/model_finder.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

// The conversations of every language that the instruction may be in, by language.
using Prompts = std::map<std::string, ChatPrompt, std::less<>>;

// What an instruct model is told: one conversation in the language that the options name, or one in
// each that there is. Errors name the option, the file's line or the chat template at fault.
Result<Prompts> write_prompts(const PromptOptions& options, const Model& model);

// An instruct model: it is asked to redact, in the words of an instruction, and may write nothing
// but the source with tags. `drafter` may be nullptr. Errors: a chat template or a prompt that
// can't be used (kUnsupported, kBadInput), a context too short for the prompt (kBadInput), and
// those of ModelRunner::open.
Result<std::unique_ptr<SpanFinder>> open_tag_finder(Model model, const ModelOptions& options,
                                                    std::unique_ptr<SpanFinder> drafter);

}  // namespace redact
