// SPDX-License-Identifier: Apache-2.0
// A conversation as token ids, with a gap where the content of its last user turn, the text to be
// worked on, goes. What stands before the gap is the same for all texts and can be computed once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "runtime/text/chat_template.h"
#include "runtime/text/tokenizer.h"

namespace redact {

struct ChatPrompt {
  std::vector<int32_t> before;  // BOS, where the model expects one, up to the gap
  std::vector<int32_t> after;   // from behind the gap to where the model answers
  int32_t end_id = -1;          // what the model writes when it is done
  // How the text in the gap is tokenised, and an answer that begins as it does: with
  // tokenize_continuation() where this is true, else with tokenize(), whose space stands for one
  // that the template has there.
  bool text_continues = false;
};

// The content of the last turn does not matter. BOS comes first where the template or the
// vocabulary asks for it, once. kUnsupported names a special token that the vocabulary lacks.
Result<ChatPrompt> write_chat_prompt(const ChatTemplate& chat_template,
                                     std::span<const ChatTurn> turns, const Tokenizer& tokenizer);

}  // namespace redact
