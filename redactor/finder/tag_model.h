// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "redactor/finder/redaction_model.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

// The chat prompts by the language of the instruction.
using Prompts = std::map<std::string, std::shared_ptr<const ChatPrompt>, std::less<>>;

// Writes the prompts of an instruct model: one in the language that the options name, or one in
// every language that has an instruction. `context` in tokens: a prompt that is far too long for it
// is refused before it is tokenised. Errors name the option, the file's line or the chat template
// at fault.
Result<Prompts> write_prompts(const DecodingOptions& decoding, const Model& model, size_t context);

// Opens an instruct model, which an instruction tells to redact and which can write only the source
// with tags. `drafter` may be nullptr. Its configurations are refused if a chat template or a
// prompt cannot be used (kUnsupported, kBadInput), or if the context is too short for the prompt
// (kBadInput).
Result<std::shared_ptr<const RedactionModel>> open_tag_model(
    Model model, const ModelOptions& options, std::shared_ptr<const RedactionModel> drafter);

}  // namespace redact
