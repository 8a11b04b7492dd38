// SPDX-License-Identifier: Apache-2.0
// Chat templates: how the turns of a conversation become what a model was trained to read. A file
// carries its template as a Jinja program (tokenizer.chat_template); that program is never run,
// since running one has meant running its author's code. It is recognised by what only it contains,
// and written by rows of a table (chat_format.h).
//
// A rendered conversation is a list of pieces and not a string: special tokens are pieces of their
// own and the contents of turns are tokenised as plain text, so that "<|im_end|>" in a content
// stays ten characters (P6). Llama 2, Mistral before v3, Zephyr and plain mark turns by text: there
// a content can look like the end of its turn, though it adds no special token.
//
// It differs from the published programs in this. Contents are never trimmed, as some of theirs
// are: a note must not be altered. A date is the template's own default. The turns must be those
// that render() names, for every template. Mistral Small's page about itself is not written where
// there is no system turn: that conversation is refused. Models that think first (DeepSeek-R1,
// Qwen3) are told by an empty block that they have done so.
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
  size_t
      last_content;  // index of the last user turn's content: all before it does not depend on it
};

// One of the templates that this build knows. A cheap value; any number of threads may use it.
class ChatTemplate {
 public:
  // The template of the text of tokenizer.chat_template; empty where a file has none. kUnsupported
  // for one that is not known: the error names the key, the option --template and its values.
  static Result<ChatTemplate> recognise(std::string_view jinja);
  // By name; kNotFound says which there are.
  static Result<ChatTemplate> find(std::string_view name);
  static std::vector<std::string_view> names();

  std::string_view name() const;
  // The conversation, and what tells the model to answer. kBadInput unless the turns are an
  // optional system turn, then user and assistant in turn, the first and the last a user's. The
  // pieces view the turns.
  Result<ChatPieces> render(std::span<const ChatTurn> turns) const;
  // What the model writes when its turn is over: kSpecial or kEos.
  ChatPiece end() const;
  // Whether the template's own white space behind a special token is no part of what a model reads:
  // the tokenizer that these models were trained with drops it.
  bool drops_space_behind_special() const;

 private:
  explicit ChatTemplate(const ChatFormat& format) : format_(&format) {}
  const ChatFormat* format_;  // static storage
};

}  // namespace redact
