// SPDX-License-Identifier: Apache-2.0
// A conversation as token ids, with a gap for the content of its last user turn, which is the text
// to be processed. The part before the gap is the same for all texts and can be computed once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "runtime/text/chat_template.h"
#include "runtime/text/tokenizer.h"

namespace redact {

struct ChatPrompt {
  std::vector<int32_t> before;  // up to the gap, with BOS first if the model expects it
  std::vector<int32_t> after;   // from the end of the gap to the start of the model's answer
  int32_t end_id = -1;          // the token that the model writes when it is done
  // How to tokenise the text in the gap, and an answer that begins in the same way: with
  // tokenize_continuation() if true, else with tokenize(), whose added space stands for one that
  // the template has there.
  bool text_continues = false;
};

// The content of the last turn is ignored. BOS comes first, and only once, if the template or the
// vocabulary asks for it. kUnsupported names a special token that the vocabulary lacks.
Result<ChatPrompt> write_chat_prompt(const ChatTemplate& chat_template,
                                     std::span<const ChatTurn> turns, const Tokenizer& tokenizer);

}  // namespace redact
