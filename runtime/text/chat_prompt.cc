// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/chat_prompt.h"

#include <algorithm>
#include <string>

namespace redact {

namespace {

Result<int32_t> find_id(const ChatPiece& piece, const Tokenizer& tokenizer) {
  const bool bos = piece.kind == ChatPiece::Kind::kBos, eos = piece.kind == ChatPiece::Kind::kEos;
  const int32_t id = bos   ? tokenizer.bos_id()
                     : eos ? tokenizer.eos_id()
                           : tokenizer.special_id(piece.text);
  if (id >= 0) return id;
  return Error{ErrorKind::kUnsupported, "tokenizer.ggml.tokens",
               "the chat template needs the token " +
                   std::string(bos   ? "BOS"
                               : eos ? "EOS"
                                     : piece.text) +
                   ", which is missing from the vocabulary"};
}

// Converts pieces to ids. The text between two special tokens is tokenised as one text, however
// many pieces it came in. If the tokenizer adds a space in front of a text and the template has a
// space there too, the two become one: "[INST] Hello" and its two halves get the same ids.
class PromptWriter {
 public:
  PromptWriter(const Tokenizer& tokenizer, bool drops_space)
      : tokenizer_(tokenizer), drops_space_(drops_space) {}

  void add_text(std::string_view text) { text_ += text; }
  // Like add_text, for the template's own text, in which some tokenizers drop white space.
  void add_own_text(std::string_view text) {
    if (drops_space_ && !behind_text_ && text_.empty()) {
      text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    }
    text_ += text;
  }

  Result<void> add_special(const ChatPiece& piece) {
    REDACT_TRY(flush());
    REDACT_ASSIGN(const int32_t id, find_id(piece, tokenizer_));
    ids_.push_back(id);
    behind_text_ = false;
    return {};
  }

  // Ends the text so far at a gap, to be filled by a text that is tokenised elsewhere. Returns
  // whether that text continues the text so far.
  Result<bool> open_gap() {
    const bool space = tokenizer_.adds_space() && text_.ends_with(' ');
    if (space) text_.pop_back();
    const bool continues = !space && (behind_text_ || !text_.empty());
    REDACT_TRY(flush());
    behind_text_ = true;
    return continues;
  }

  Result<std::vector<int32_t>> take() {
    REDACT_TRY(flush());
    return std::move(ids_);
  }

 private:
  Result<void> flush() {
    if (text_.empty()) return {};
    std::string_view text = text_;
    const bool space = tokenizer_.adds_space() && text.starts_with(' ');
    if (space) text.remove_prefix(1);
    const bool continues = behind_text_ && !space;
    REDACT_ASSIGN(const TokenizedText tokens,
                  continues ? tokenizer_.tokenize_continuation(text) : tokenizer_.tokenize(text));
    ids_.insert(ids_.end(), tokens.ids.begin(), tokens.ids.end());
    behind_text_ = true;
    text_.clear();
    return {};
  }

  const Tokenizer& tokenizer_;
  bool drops_space_;
  std::vector<int32_t> ids_;
  std::string text_;          // not yet tokenised
  bool behind_text_ = false;  // text_ follows other text, not a special token
};

// Whether the vocabulary's BOS must be added, because the pieces do not begin with it.
bool lacks_bos(const ChatPiece& first, const Tokenizer& tokenizer) {
  if (!tokenizer.add_bos() || first.kind == ChatPiece::Kind::kBos) return false;
  return first.kind != ChatPiece::Kind::kSpecial ||
         tokenizer.special_id(first.text) != tokenizer.bos_id();
}

}  // namespace

Result<ChatPrompt> write_chat_prompt(const ChatTemplate& chat_template,
                                     std::span<const ChatTurn> turns, const Tokenizer& tokenizer) {
  REDACT_ASSIGN(const ChatPieces rendered, chat_template.render(turns));
  ChatPrompt prompt;
  PromptWriter out(tokenizer, chat_template.drops_space_behind_special());
  if (lacks_bos(rendered.pieces[0], tokenizer)) {
    REDACT_TRY(out.add_special({ChatPiece::Kind::kBos, {}}));
  }
  for (size_t i = 0; i < rendered.pieces.size(); ++i) {
    const ChatPiece& piece = rendered.pieces[i];
    if (i == rendered.last_content) {
      REDACT_ASSIGN(prompt.text_continues, out.open_gap());
      REDACT_ASSIGN(prompt.before, out.take());
    } else if (piece.kind == ChatPiece::Kind::kText) {
      out.add_own_text(piece.text);
    } else if (piece.kind == ChatPiece::Kind::kContent) {
      out.add_text(piece.text);
    } else {
      REDACT_TRY(out.add_special(piece));
    }
  }
  REDACT_ASSIGN(prompt.after, out.take());
  REDACT_ASSIGN(prompt.end_id, find_id(chat_template.end(), tokenizer));
  return prompt;
}

}  // namespace redact
