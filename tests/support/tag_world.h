// SPDX-License-Identifier: Apache-2.0
// A tiny vocabulary and grammars over it, for tests of the tag automaton and its decoder.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "redactor/copy/tag_automaton.h"
#include "redactor/span/span.h"

namespace redact::testing {

// A vocabulary of all bytes and the given tokens. It tokenises greedily by the longest token, or
// byte by byte if `bytewise`. Id 0 is the end token, ids 1..256 are the bytes.
class TinyTokenizer final : public Tokenizer {
 public:
  explicit TinyTokenizer(const std::vector<std::string>& longer, bool bytewise = false)
      : bytewise_(bytewise) {
    tokens_.emplace_back();
    for (int b = 0; b < 256; ++b) tokens_.emplace_back(1, static_cast<char>(b));
    tokens_.insert(tokens_.end(), longer.begin(), longer.end());
  }
  Result<TokenizedText> tokenize(std::string_view text) const override {
    TokenizedText out;
    for (size_t at = 0; at < text.size();) {
      size_t best = 1 + static_cast<uint8_t>(text[at]);
      for (size_t i = 257; i < tokens_.size() && !bytewise_; ++i) {
        if (text.substr(at).starts_with(tokens_[i]) && tokens_[i].size() > tokens_[best].size()) {
          best = i;
        }
      }
      out.ids.push_back(static_cast<int32_t>(best));
      out.begin.push_back(static_cast<uint32_t>(at));
      at += tokens_[best].size();
      out.end.push_back(static_cast<uint32_t>(at));
    }
    return out;
  }
  size_t n_vocab() const override { return tokens_.size(); }
  std::string_view token_bytes(int32_t id) const override {
    return tokens_[static_cast<size_t>(id)];
  }
  int32_t bos_id() const override { return -1; }
  int32_t eos_id() const override { return 0; }
  bool add_bos() const override { return false; }
  int32_t special_id(std::string_view) const override { return -1; }
  std::span<const int32_t> end_ids() const override { return {}; }

 private:
  bool bytewise_;
  std::vector<std::string> tokens_;
};

struct TagWorld {
  TinyTokenizer tokenizer;
  TokenTrie trie{tokenizer};
  TagGrammar grammar;

  TagWorld(const std::vector<std::string>& longer, TagGrammar::Kind kind,
           std::vector<GrammarTag> tags, size_t max_span, std::string verdict = {},
           bool bytewise = false)
      : tokenizer(longer, bytewise),
        grammar{kind, &tokenizer, &trie, std::move(tags), std::move(verdict), 0, max_span} {}

  CopyText text(std::string_view source) const {
    return CopyText::make(source, tokenizer, false).value();
  }
  const GrammarTag& tag(Label label) const {
    for (const GrammarTag& tag : grammar.tags) {
      if (tag.label == label) return tag;
    }
    return grammar.tags.front();
  }
  // The text with the spans written in the grammar: what the model must have written.
  template <typename AnySpan>
  std::string rendered(std::string_view text, const std::vector<AnySpan>& spans) const {
    std::string out;
    size_t at = 0;
    for (const AnySpan& span : spans) {
      out += text.substr(at, span.begin - at);
      out += tag(span.label).open;
      if (grammar.kind == TagGrammar::Kind::kMark) {
        out += text.substr(span.begin, span.end - span.begin);
        out += tag(span.label).close;
      }
      at = span.end;
    }
    return out.append(text.substr(at));
  }
};

inline bool crosses_blank_line(const std::string& skipped) {
  for (size_t i = 0; i < skipped.size(); ++i) {
    if (skipped[i] != '\n') continue;
    const size_t next = skipped.find_first_not_of(" \t", i + 1);
    if (next != std::string::npos && skipped[next] == '\n') return true;
  }
  return false;
}

// Expects spans that are sorted, disjoint, not empty and inside the source and, with kReplace,
// within the limits of a tag.
template <typename AnySpan>
void expect_promises(const TagWorld& world, std::string_view source,
                     const std::vector<AnySpan>& spans) {
  size_t reached = 0;
  for (const AnySpan& span : spans) {
    ASSERT_GE(span.begin, reached);
    ASSERT_LT(span.begin, span.end);
    ASSERT_LE(span.end, source.size());
    reached = span.end;
    if (world.grammar.kind == TagGrammar::Kind::kMark) continue;
    ASSERT_LE(span.end - span.begin, world.grammar.max_span);
    ASSERT_FALSE(crosses_blank_line(std::string(source.substr(span.begin, span.end - span.begin))));
  }
}

}  // namespace redact::testing
