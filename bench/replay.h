// SPDX-License-Identifier: Apache-2.0
// Redaction with models that were not trained for it: the work is real, but the decisions come from
// a script. So a model of any size can be timed with random weights at the span density of real
// notes.
#pragma once

#include <string>
#include <vector>

#include "redactor/copy/tag_decoder.h"

namespace redact::bench {

struct Note {
  std::string id;
  std::string text;
  std::vector<Span> gold;  // byte ranges, sorted, disjoint
};

// Reads at most `limit` notes of a JSONL file of {"id", "text", "spans": [{"start", "end"}]} with
// offsets in code points. Labels are not read: every gold span is a kReplayLabel.
Result<std::vector<Note>> read_notes(const std::string& path, size_t limit);

constexpr Label kReplayLabel = Label::kName;

// The grammar of a replayed answer: the note with marks around spans, so every token is copied, and
// no span depends on what follows it. `tokenizer` and `trie` must outlive the grammar.
TagGrammar replay_grammar(const Tokenizer& tokenizer, const TokenTrie& trie);

// Spans widened to all tokens with which they share a byte; tokens that an earlier span took are
// left out.
std::vector<Span> whole_tokens(std::span<const Span> spans, const TokenizedText& tokens);

// Reads the note, then writes it with marks as TagDecoder lets an instruct model write it; the
// script takes every decision, the model none. The script's decisions depend only on what has been
// written, so drafts affect only the number of passes.
class Replay final : public Constraint {
 public:
  // `grammar` must outlive the object. script: sorted, disjoint, of whole tokens. max_entries:
  // those of the sequence, which is note and answer.
  Replay(const TagGrammar& grammar, const CopyText& text, std::span<const Span> script,
         size_t max_entries, size_t max_draft);

  // Sets the spans that a drafter expects; to be called before the first propose().
  void guess(std::span<const Span> spans) { decoder_.guess(spans); }
  bool finished() const { return decoder_.finished(); }
  std::vector<Span> spans() const { return decoder_.spans(); }

  size_t n_positions() const override { return decoder_.n_positions(); }
  void propose(size_t max_rows, Draft& draft) override { decoder_.propose(max_rows, draft); }
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

 private:
  // What has been written, and what the script wants next.
  struct Place {
    TagState state;
    std::vector<int32_t> queue;  // of TagPlan::next
    int32_t wanted = -1;
  };
  void move_on(Place& place, int32_t id) const;
  void ask_script(Place& place, Candidates& candidates) const;

  CopyText text_;
  TagAutomaton automaton_;
  TagPlan script_;
  size_t n_unread_;  // rows of the note not yet accepted
  Place place_;      // after the accepted rows
  TagDecoder decoder_;
  std::vector<Place> places_;  // after each row of the draft
  std::vector<float> scripted_;
};

}  // namespace redact::bench
