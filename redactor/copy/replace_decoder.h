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
// Cost: a row per output token. At a seam the candidates are all tokens that spell a prefix of what
// may follow; in the midst of a run, the source's own next token and the first tokens of tags.
// Tested by tests/redactor/copy/replace_decoder_test.cc against brute force.
#pragma once

#include <span>
#include <string>
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

// Decides one text, one token at a time. `source` and `tokens` (its tokenisation) outlive the
// decoder.
class ReplaceDecoder final : public Constraint {
 public:
  // prompt: at least one id, fed from position 0.
  ReplaceDecoder(const ReplaceGrammar& grammar, std::vector<int32_t> prompt,
                 std::string_view source, const TokenizedText& tokens);

  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  bool finished() const { return finished_; }
  // Valid once finished(): sorted, disjoint, none empty; bytes of the source.
  const std::vector<Span>& spans() const { return spans_; }
  float least_margin() const { return least_margin_; }

 private:
  void find_candidates();
  bool add_own_token();
  Result<void> accept(int32_t id, float score);
  void begin_tag(float score);

  const ReplaceGrammar& grammar_;
  std::vector<int32_t> pending_;  // prompt, then the last token chosen: what is still to be fed
  size_t n_fed_ = 0;              // rows accepted
  std::string_view source_;
  const TokenizedText& tokens_;
  SourceIndex index_;
  std::string tag_so_far_;  // of a tag that is being spelled
  std::vector<int32_t>
      candidates_;  // copies (or the rest of a tag) first, then first tokens of tags
  size_t n_copies_ = 0;
  std::vector<Span> spans_;
  float least_margin_;
  bool finished_ = false;
};

}  // namespace redact
