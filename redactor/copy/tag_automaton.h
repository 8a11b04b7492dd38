// SPDX-License-Identifier: Apache-2.0
// The grammar of an instruct model's answer: the source with tags in place of some stretches
// (kReplace), or with marks around them (kMark). Tags and marks are spelled with ordinary tokens.
//
//   kReplace   output = { copied bytes | tag } end     "Mrs [NAME], [AGE]"
//              a tag stands for 1..max_span bytes, and never for a blank line: "\n", blanks, "\n"
//   kMark      output = { copied bytes | open copied bytes close } end
//              "Mrs <NAME>Ellison</NAME>"; marks hold a byte at least and do not nest
//
// With kReplace the output does not say where copying resumes after a tag, so every position that
// fits stays live until later bytes decide. If they never do, the nearest position is taken,
// because it leaves out the least. Example: source "Ana e Bob", output "[NAME] e" resumes at
// byte 3. A limit: for the source "Ana a a b" the output "[NAME] a b", meant to drop " a", is read
// correctly, since " a b" fits only at byte 5; but "[NAME] a" followed by a tag settles on byte 3.
//
// If a token could both copy and begin a tag, it copies, so source text that spells a tag stays
// (P6). Within a run of copied bytes the only token that copies is the tokenizer's own; after a tag
// it is any token that spells a possible continuation. A token that begins a tag may include one
// blank before it (" ["), as such tokens do in most vocabularies, and a token that ends a tag may
// include some of the bytes that follow ("],").
//
// A model that finds nothing may answer with a single word instead (`verdict`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/label.h"
#include "redactor/copy/candidates.h"
#include "redactor/copy/copy_text.h"
#include "redactor/copy/token_trie.h"

namespace redact {

// The characters that a token may have before the tag that it begins.
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// The spelling of a label: kReplace writes only `open`, kMark writes both.
struct GrammarTag {
  std::string open;              // not empty; no tag's `open` is a prefix of another's
  std::string close;             // the same; used with kMark only
  Label label;                   // the label of its spans
  std::vector<Label> also = {};  // further labels with the same spelling
};

// The data common to all documents. The tokenizer and the trie must outlive everything made from
// the grammar.
struct TagGrammar {
  enum class Kind { kReplace, kMark };
  Kind kind;
  const Tokenizer* tokenizer;
  const TokenTrie* trie;
  std::vector<GrammarTag> tags;
  std::string verdict;  // empty: none
  int32_t end_id;       // the model's end of turn
  size_t max_span;      // the most bytes that a tag may replace, at least 1

  // The spelling of a label; nullptr if the grammar has no tag for it.
  const GrammarTag* find(Label label) const;
};

// A span in bytes of the text.
struct CopySpan {
  static constexpr size_t kOpen = SIZE_MAX;
  size_t begin;
  size_t end;  // kOpen until it is settled
  Label label;
  float score;
};

// The state of the automaton after the output so far.
struct TagState {
  std::vector<size_t> live{0};  // positions where copying may be: ascending, never empty
  size_t n_copied = 0;          // bytes since a tag left several live
  std::string spelled;          // of an unfinished tag or mark; empty: none
  size_t tag_begin = 0;         // its beginning
  std::string verdict;          // the part of the verdict written so far
  std::vector<CopySpan> spans;
  bool inside = false;   // a mark is open
  bool started = false;  // something has been written
  bool finished = false;
};

// Immutable; `grammar` and `text` must outlive it.
class TagAutomaton {
 public:
  TagAutomaton(const TagGrammar& grammar, const CopyText& text) : grammar_(grammar), text_(text) {}

  const TagGrammar& grammar() const { return grammar_; }
  const CopyText& text() const { return text_; }

  // Copies are the ids that copy or continue an unfinished tag, mark or verdict; the other ids
  // begin a tag or a mark.
  void find_candidates(const TagState& state, Candidates& out) const;
  // Advances by one of the candidates; `score` is that of the tag side. Returns false for any other
  // id.
  bool consume(TagState& state, int32_t id, float score) const;
  // The last position to which a tag that begins at `begin` may skip.
  size_t furthest(size_t begin) const;

 private:
  bool may_begin(const TagState& state) const;
  bool may_end(const TagState& state) const;
  bool takes_verdict(const TagState& state) const;
  // Calls `take` for each complete spelling that may come next: closing marks, or tags and opening
  // marks.
  template <typename Take>
  void each_spelling(const TagState& state, const Take& take) const;
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
