// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/vocab.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

constexpr char kTypes[] = "tokenizer.ggml.token_type", kScores[] = "tokenizer.ggml.scores";
constexpr size_t kMaxTokens = 1u << 20;
constexpr size_t kMaxTokenBytes = 4096;  // the longest seen in public vocabularies has 1,024

bool looks_like_markup(std::string_view text) {
  const bool named = std::any_of(text.begin(), text.end(), is_alphanumeric);
  return named && text.find_first_of("<>[]{}|") != std::string_view::npos;
}

// The HTML elements that Gemma's vocabularies hold as separate tokens; they are ordinary text.
constexpr std::string_view kHtml[] = {
    "a",      "b",   "bbox",  "blockquote", "body",  "caption", "code", "div",  "em",
    "footer", "h1",  "h2",    "h3",         "h4",    "h5",      "h6",   "html", "i",
    "iframe", "img", "li",    "s",          "span",  "strong",  "sub",  "sup",  "table",
    "tbody",  "td",  "tfoot", "th",         "thead", "tr",      "u",    "ul"};

// "</b>" is HTML, and so is "<s>", unless the vocabulary has "<s>" or "</s>" as a control token
// that marks the ends of its sequences.
bool is_html(std::string_view text, bool s_is_control) {
  if (!text.starts_with('<') || !text.ends_with('>')) return false;
  text = text.substr(1, text.size() - 2);
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text == "s" && s_is_control) return false;
  return std::find(std::begin(kHtml), std::end(kHtml), text) != std::end(kHtml);
}

Result<void> read_types(const Metadata& metadata, Vocab& vocab) {
  REDACT_ASSIGN(const auto types, metadata.get_ints(kTypes));
  if (types.size() != vocab.size()) {
    return Error{ErrorKind::kBadInput, kTypes, "must have one type per token"};
  }
  bool s_is_control = false;
  for (size_t i = 0; i < types.size(); ++i) {
    const bool s = vocab.texts[i] == "<s>" || vocab.texts[i] == "</s>";
    s_is_control |= s && types[i] == static_cast<int32_t>(TokenType::kControl);
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] < 1 || types[i] > 6) {
      return Error{ErrorKind::kBadInput, kTypes,
                   "token " + std::to_string(i) + " has an unknown type; types are 1 to 6"};
    }
    auto type = static_cast<TokenType>(types[i]);
    if (type == TokenType::kUserDefined && looks_like_markup(vocab.texts[i]) &&
        !is_html(vocab.texts[i], s_is_control)) {
      type = TokenType::kControl;
    }
    if (type == TokenType::kByte && byte_token_value(vocab.texts[i]) < 0) {
      return Error{ErrorKind::kBadInput, kTokensKey,
                   "token " + std::to_string(i) +
                       " is a byte token, but its text is not of the form <0xNN>"};
    }
    vocab.types.push_back(type);
  }
  return {};
}

Result<SpecialTokens> read_special(const Metadata& metadata, const Vocab& vocab,
                                   bool add_bos_by_default) {
  SpecialTokens special;
  const size_t n = vocab.size();
  REDACT_ASSIGN(special.bos, find_token_id(metadata, "tokenizer.ggml.bos_token_id", n));
  REDACT_ASSIGN(special.eos, find_token_id(metadata, "tokenizer.ggml.eos_token_id", n));
  REDACT_ASSIGN(const int32_t eot, find_token_id(metadata, "tokenizer.ggml.eot_token_id", n));
  REDACT_ASSIGN(const int32_t eom, find_token_id(metadata, "tokenizer.ggml.eom_token_id", n));
  for (const int32_t id : {special.eos, eot, eom}) {
    const bool known =
        std::find(special.ends.begin(), special.ends.end(), id) != special.ends.end();
    if (id >= 0 && !known) special.ends.push_back(id);
  }
  REDACT_ASSIGN(const auto add_bos, metadata.find_bool("tokenizer.ggml.add_bos_token"));
  special.add_bos = add_bos.value_or(add_bos_by_default) && special.bos >= 0;
  for (size_t i = 0; i < n; ++i) {
    if (vocab.types[i] == TokenType::kControl || vocab.types[i] == TokenType::kUserDefined) {
      special.by_text.emplace(vocab.texts[i], static_cast<int32_t>(i));
    }
  }
  return special;
}

}  // namespace

Result<Vocab> Vocab::read(const Metadata& metadata, bool add_bos_by_default) {
  Vocab vocab;
  REDACT_ASSIGN(vocab.texts, metadata.get_strings(kTokensKey));
  if (vocab.texts.empty() || vocab.texts.size() > kMaxTokens) {
    return Error{ErrorKind::kBadInput, kTokensKey,
                 "the vocabulary must have from 1 to 1048576 tokens"};
  }
  for (size_t i = 0; i < vocab.size(); ++i) {
    if (vocab.texts[i].empty() || vocab.texts[i].size() > kMaxTokenBytes) {
      return Error{ErrorKind::kBadInput, kTokensKey,
                   "token " + std::to_string(i) + " must be from 1 to 4096 bytes long"};
    }
  }
  std::vector<std::string_view> sorted = vocab.texts;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    return Error{ErrorKind::kBadInput, kTokensKey, "duplicate token"};
  }
  REDACT_TRY(read_types(metadata, vocab));
  REDACT_ASSIGN(vocab.special, read_special(metadata, vocab, add_bos_by_default));
  return vocab;
}

Result<ScoredVocab> ScoredVocab::read(const Metadata& metadata, bool add_bos_by_default) {
  REDACT_ASSIGN(Vocab vocab, Vocab::read(metadata, add_bos_by_default));
  REDACT_ASSIGN(std::vector<float> scores, metadata.get_floats(kScores));
  if (scores.size() != vocab.size()) {
    return Error{ErrorKind::kBadInput, kScores, "must have one score per token"};
  }
  for (const float score : scores) {
    if (!std::isfinite(score))
      return Error{ErrorKind::kBadInput, kScores, "scores must be finite numbers"};
  }
  const std::string unknown_key = "tokenizer.ggml.unknown_token_id";
  REDACT_ASSIGN(const uint64_t unknown, metadata.get_count(unknown_key));
  if (unknown >= vocab.size()) {
    return Error{ErrorKind::kBadInput, unknown_key, "token id is outside the vocabulary"};
  }
  return ScoredVocab{std::move(vocab), std::move(scores), static_cast<int32_t>(unknown)};
}

std::string ScoredVocab::spelled(size_t id) const {
  const std::string_view text = texts[id];
  if (types[id] == TokenType::kByte) {
    return std::string(1, static_cast<char>(byte_token_value(text)));
  }
  if (types[id] != TokenType::kNormal && types[id] != TokenType::kUserDefined) return {};
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool mark = text.substr(at).starts_with(kSpaceMark);
    out += mark ? ' ' : text[at];
    at += mark ? kSpaceMark.size() : 1;
  }
  return out;
}

Result<int32_t> find_token_id(const Metadata& metadata, const std::string& key, size_t n_vocab) {
  REDACT_ASSIGN(const auto id, metadata.find_count(key));
  if (!id) return -1;
  if (*id >= n_vocab) return Error{ErrorKind::kBadInput, key, "token id is outside the vocabulary"};
  return static_cast<int32_t>(*id);
}

int byte_token_value(std::string_view text) {
  const auto hex = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return -1;
  const int high = hex(text[3]), low = hex(text[4]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

}  // namespace redact
