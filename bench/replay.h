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

// Reads the note, then writes the answer of an instruct model, within its decoder. The script takes
// every decision, the model none. The script's decisions depend only on the written answer, so
// drafts affect only the number of passes.
class Replay : public Constraint {
 public:
  // Sets the spans that a drafter expects, before the first propose().
  virtual void guess(std::span<const Span> spans) = 0;
  virtual std::vector<Span> spans() const = 0;
  bool finished() const { return decoder().finished(); }

  size_t n_positions() const final { return decoder().n_positions(); }
  void propose(size_t max_rows, Draft& draft) final { decoder().propose(max_rows, draft); }
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) final;

 protected:
  // n_unread: rows of the note.
  explicit Replay(size_t n_unread) : n_unread_(n_unread) {}

  virtual AnswerDecoder& decoder() = 0;
  virtual const AnswerDecoder& decoder() const = 0;
  // Return to the accepted rows; take a row of the answer's draft; give the id that the script
  // wants next; note that a row ends here; accept the first `n` rows.
  virtual void rewind() = 0;
  virtual void move_on(int32_t id) = 0;
  virtual int32_t ask_script() = 0;
  virtual void end_row() = 0;
  virtual void keep(size_t n) = 0;

 private:
  size_t n_unread_;  // rows of the note not yet accepted
  std::vector<float> scripted_;
};

// The note as a model reads it first; at least one id.
AnswerPrompt replay_prompt(const Tokenizer& tokenizer, const TokenizedText& note,
                           size_t max_entries);

// The note with marks.
class TagReplay final : public Replay {
 public:
  // `grammar` must outlive the object. script: sorted, disjoint, of whole tokens. max_entries:
  // those of the sequence, which is note and answer.
  TagReplay(const TagGrammar& grammar, const CopyText& text, std::span<const Span> script,
            size_t max_entries, size_t max_draft);

  void guess(std::span<const Span> spans) override { decoder_.guess(spans); }
  std::vector<Span> spans() const override { return decoder_.spans(); }

 private:
  // The answer so far, and the script's next id.
  struct Place {
    TagState state;
    std::vector<int32_t> queue;  // of TagPlan::next
    int32_t wanted = -1;
  };
  AnswerDecoder& decoder() override { return decoder_; }
  const AnswerDecoder& decoder() const override { return decoder_; }
  void rewind() override;
  void move_on(int32_t id) override;
  int32_t ask_script() override;
  void end_row() override { places_.push_back(place_); }
  void keep(size_t n) override { accepted_ = std::move(places_[n - 1]); }

  CopyText text_;
  TagAutomaton automaton_;
  TagPlan script_;
  TagDecoder decoder_;
  Place accepted_, place_;     // after the accepted rows, after those of the draft so far
  std::vector<Place> places_;  // after each row of the draft
  Candidates candidates_;
};

}  // namespace redact::bench
