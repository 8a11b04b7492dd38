// SPDX-License-Identifier: Apache-2.0
// What an instruct model may write: the source in which tags stand for runs of bytes (kReplace), or
// with marks around them (kMark). Tags and marks are spelled with ordinary tokens.
//
//   kReplace   output = { copied bytes | tag } end     "Mrs [NAME], [AGE]"
//              a tag stands for 1..max_span bytes, and never for a blank line: "\n", blanks, "\n"
//   kMark      output = { copied bytes | open copied bytes close } end
//              "Mrs <NAME>Ellison</NAME>"; marks hold a byte at least and do not nest
//
// With kReplace the output does not say where copying resumes behind a tag, so every position that
// fits stays live until later bytes decide; where they never do, the nearest stands: it leaves out
// least. Example: source "Ana e Bob", output "[NAME] e" resumes at byte 3. A case that it gets
// wrong: source "Ana a a b" with "[NAME] a b" meant to drop " a": " a b" fits at byte 5 alone, and
// that is right; but "[NAME] a" followed by a tag settles on byte 3.
//
// Where a token could copy or begin a tag, it copies, so text that spells a tag in the source stays
// (P6). In the midst of a run the tokenizer's own token is the only copy; behind a tag it is every
// token that spells what may follow. A token that begins a tag may hold one blank before it (" ["),
// as such tokens do in most vocabularies, and one that ends it some of what follows ("],").
//
// A model may answer with one word instead (`verdict`) where it finds nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/copy/copy_text.h"
#include "redactor/copy/token_trie.h"
#include "redactor/span/label.h"

namespace redact {

// How a label is written: kReplace writes `open` alone, kMark writes both.
struct GrammarTag {
  std::string open;              // not empty; no tag's is the beginning of another's
  std::string close;             // the same, with kMark
  Label label;                   // what spans of it are called
  std::vector<Label> also = {};  // labels that are written the same way
};

// What does not change between documents. The tokenizer and the trie outlive all that is made from
// it.
struct TagGrammar {
  enum class Kind { kReplace, kMark };
  Kind kind;
  const Tokenizer* tokenizer;
  const TokenTrie* trie;
  std::vector<GrammarTag> tags;
  std::string verdict;  // empty: none
  int32_t end_id;       // the model's end of turn
  size_t max_span;      // bytes a tag may stand for, at least 1

  // How a label is written; nullptr where the grammar has no word for it.
  const GrammarTag* find(Label label) const;
};

// A span in positions of the CopyText.
struct CopySpan {
  static constexpr size_t kOpen = SIZE_MAX;
  size_t begin;
  size_t end;  // kOpen while it is not settled
  Label label;
  float score;
};

// All that the output so far has settled.
struct TagState {
  std::vector<size_t> live{0};  // where copying may be: ascending, never none
  size_t n_copied = 0;          // bytes since a tag left several live
  std::string spelled;          // of a tag or mark at work; empty: none
  size_t tag_begin = 0;         // of that one
  std::string verdict;          // of the verdict, as far as it is spelled
  std::vector<CopySpan> spans;
  bool inside = false;   // a mark is open
  bool started = false;  // something has been written
  bool finished = false;
};

// The ids that may come next: those that copy, or go on with what is begun, then those that begin a
// tag or a mark; each part sorted and without repeats.
struct TagCandidates {
  std::vector<int32_t> ids;
  size_t n_copies = 0;
};

// Immutable; `grammar` and `text` outlive it.
class TagAutomaton {
 public:
  TagAutomaton(const TagGrammar& grammar, const CopyText& text) : grammar_(grammar), text_(text) {}

  const TagGrammar& grammar() const { return grammar_; }
  const CopyText& text() const { return text_; }

  void find_candidates(const TagState& state, TagCandidates& out) const;
  // Moves on by one of the candidates; `score` is that of the tag side. False for any other id.
  bool consume(TagState& state, int32_t id, float score) const;
  // The last position that a tag which begins at `begin` may skip to.
  size_t furthest(size_t begin) const;

 private:
  bool may_begin(const TagState& state) const;
  bool may_end(const TagState& state) const;
  bool takes_verdict(const TagState& state) const;
  // What may be spelled next, as a whole: marks that close, or tags and marks that open.
  template <typename Take>
  void each_spelling(const TagState& state, const Take& take) const;
  size_t copy_limit(const TagState& state, size_t at) const;
  void add_rest_of_tag(const TagState& state, std::vector<int32_t>& ids) const;
  void add_copies(const TagState& state, std::vector<int32_t>& ids) const;
  void add_beginnings(const TagState& state, std::vector<int32_t>& ids) const;
  bool copy(TagState& state, int32_t id) const;
  bool copy_bytes(TagState& state, std::string_view bytes) const;
  bool stay(TagState& state, std::vector<size_t> live, size_t n_bytes) const;
  bool begin_tag(TagState& state, std::string_view bytes, float score) const;
  bool spell(TagState& state, std::string_view bytes) const;
  void complete(TagState& state, const GrammarTag& tag) const;
  void settle(TagState& state, bool at_end) const;

  const TagGrammar& grammar_;
  const CopyText& text_;
};

}  // namespace redact
