// SPDX-License-Identifier: Apache-2.0
// The replace grammar, for instruct models: the output is the source in which some runs of bytes
// are replaced by tags such as "[NOME]", spelled with ordinary tokens.
//
//   output = { copied bytes | tag } end          a tag replaces 1..max_span bytes, within a
//   paragraph
//
// The output does not say where copying resumes behind a tag, so every position that fits stays
// possible until later bytes decide (SourceIndex); where they never do, the nearest stands: it
// leaves out least. Example: source "Ana e Bob", output "[NOME] e" resumes at byte 3. A case that
// it gets wrong: source "Ana a a b" with "[NOME] a b" meant to drop " a": " a b" fits at byte 5
// alone, and that is right; but "[NOME] a" followed by a tag settles on byte 3.
//
// Text that spells a tag in the source is copied: where a token could be both, it is the copy.
// At a seam the candidates are all tokens that spell a prefix of what may follow; in the midst of a
// run, the source's own next token and the first tokens of tags.
//
// Rows are drafted along a guess of the spans, the plain copy where there is none, and verified in
// one pass: the rows up to the first decision against the guess stand. A draft ends where the guess
// does not say how to go on. The guess changes the cost alone. Tested by
// tests/redactor/copy/replace_decoder_test.cc against brute force.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "redactor/copy/source_index.h"
#include "redactor/copy/token_trie.h"
#include "redactor/span.h"
#include "runtime/engine/constraint.h"

namespace redact {

struct ReplaceTag {
  std::string text;  // not empty; no tag's text is the beginning of another's
  Label label;
};

// What does not change between documents. All outlive the decoders made from it.
struct ReplaceGrammar {
  const Tokenizer* tokenizer;
  const TokenTrie* trie;
  std::vector<ReplaceTag> tags;
  int32_t end_id;   // the model's end of turn
  size_t max_span;  // bytes a tag may replace, at least 1
  float bias;       // added to the tag side of every decision
};

// Decides one text. `source` and `tokens` (its tokenisation) outlive the decoder.
class ReplaceDecoder final : public Constraint {
 public:
  // prompt: at least one id, fed from position 0. max_draft >= 1 rows are drafted at a time; 1 is
  // plain one-token decoding. The result does not depend on max_draft (P4).
  ReplaceDecoder(const ReplaceGrammar& grammar, std::vector<int32_t> prompt,
                 std::string_view source, const TokenizedText& tokens, size_t max_draft = 1);

  // What somebody else believes the spans are: sorted, disjoint, none empty, bytes of the source.
  // Before the first propose; the result depends on none of it.
  void guess(std::vector<Span> spans) { guess_ = std::move(spans); }

  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  bool finished() const { return state_.finished; }
  // Valid once finished(): sorted, disjoint, none empty; bytes of the source.
  const std::vector<Span>& spans() const { return state_.spans; }
  float least_margin() const { return state_.least_margin; }

 private:
  // All that the output so far has settled.
  struct State {
    SourceIndex index;
    std::string tag_so_far;  // of a tag that is being spelled
    std::vector<int32_t>
        candidates;  // copies (or the rest of a tag) first, then first tokens of tags
    size_t n_copies = 0;
    std::vector<Span> spans;
    float least_margin;
    bool finished = false;
  };
  struct Choice {
    int32_t id;
    bool begins_tag;
    float score = 0;  // of the tag side against the copies
  };

  Choice decide(State& state, std::span<const float> logits) const;
  const Span* guessed_at(size_t begin) const;
  std::optional<Choice> predict(const State& state) const;
  std::optional<Choice> predict_tag(const State& state, const Span& span, bool begins_tag) const;
  Result<void> accept(State& state, const Choice& choice) const;
  void find_candidates(State& state) const;
  bool add_own_token(State& state) const;

  const ReplaceGrammar& grammar_;
  std::vector<int32_t> pending_;  // prompt, then the last token chosen: what is still to be fed
  size_t n_fed_ = 0;              // rows accepted
  std::string_view source_;
  const TokenizedText& tokens_;
  size_t max_draft_;
  std::vector<Span> guess_;
  std::vector<int32_t> drafted_;  // ids fed behind the pending ones
  State state_;
};

}  // namespace redact
