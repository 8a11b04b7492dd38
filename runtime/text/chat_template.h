// SPDX-License-Identifier: Apache-2.0
// Chat templates: how the turns of a conversation become the text that a model was trained to read.
// A file holds its template as a Jinja program (tokenizer.chat_template). That program is never
// run, because running templates has allowed code execution by their authors. It is recognised by
// strings that only it contains, and rendered from rows of a table (chat_format.h).
//
// A rendered conversation is a list of pieces, not a string: special tokens are separate pieces and
// the contents of turns are tokenised as plain text, so that "<|im_end|>" in a content stays ten
// characters (P6). Llama 2, Mistral before v3, Zephyr and plain mark turns by text: there a content
// can look like the end of its turn, though it adds no special token.
//
// Differences from the published programs: Contents are never trimmed, because a note must not be
// altered. A date is the template's own default. For every template the turns must follow render().
// Mistral Small's page about itself is not written; a conversation without a system turn is refused
// instead. Models that think first (DeepSeek-R1, Qwen3) get an empty block of thoughts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact {

struct ChatFormat;

enum class ChatRole { kSystem, kUser, kAssistant };

struct ChatTurn {
  ChatRole role;
  std::string content;
};

struct ChatPiece {
  enum class Kind {
    kText,     // the template's own text, to be tokenised as plain text
    kSpecial,  // the special token of the vocabulary with exactly this text
    kBos,      // the vocabulary's BOS; text is empty
    kEos,      // the vocabulary's EOS; text is empty
    kContent,  // the content of a turn, to be tokenised as plain text
  };
  Kind kind;
  std::string_view text;  // views the template's static text, or the turns given
};

struct ChatPieces {
  std::vector<ChatPiece> pieces;
  size_t last_content;  // index of the last user turn's content; pieces before do not depend on it
};

// One of the templates that this build knows. Cheap to copy; any number of threads may use it.
class ChatTemplate {
 public:
  // Recognises the text of tokenizer.chat_template, which is empty if a file has none. kUnsupported
  // if it is not known: the error names the key and the known templates.
  static Result<ChatTemplate> recognise(std::string_view jinja);
  // By name; the error kNotFound lists the names.
  static Result<ChatTemplate> find(std::string_view name);
  static std::vector<std::string_view> names();

  std::string_view name() const;
  // The conversation, followed by the opening of the model's answer. kBadInput unless the turns are
  // an optional system turn, then alternating user and assistant turns, of which the first and the
  // last are a user's. The pieces view the turns.
  Result<ChatPieces> render(std::span<const ChatTurn> turns) const;
  // The token that the model writes when its turn is over: kSpecial or kEos.
  ChatPiece end() const;
  // Whether to leave out the template's own white space after a special token, because the
  // tokenizer that these models were trained with drops it.
  bool drops_space_behind_special() const;

 private:
  explicit ChatTemplate(const ChatFormat& format) : format_(&format) {}
  const ChatFormat* format_;  // static storage
};

}  // namespace redact
