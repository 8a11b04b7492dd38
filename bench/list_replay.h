// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/replay.h"
#include "redactor/listing/list_decoder.h"

namespace redact::bench {

// The grammar of a replayed list. `tokenizer` and `trie` must outlive it.
Result<ListGrammar> list_replay_grammar(const Tokenizer& tokenizer, const TokenTrie& trie);

// The gold spans of a note as a list (replay.h).
class ListReplay final : public Replay {
 public:
  // `grammar` must outlive the object. script: sorted, disjoint. max_entries: those of the
  // sequence, which is note and list.
  ListReplay(const ListGrammar& grammar, const PieceIndex& index, std::span<const Span> script,
             size_t max_entries, size_t max_draft);

  void guess(std::span<const Span> spans) override { decoder_.guess(spans); }
  std::vector<Span> spans() const override { return decoder_.spans(); }

 private:
  AnswerDecoder& decoder() override { return decoder_; }
  const AnswerDecoder& decoder() const override { return decoder_; }
  void rewind() override;
  void move_on(int32_t id) override { script_.consume(place_, id, 0); }
  int32_t ask_script() override;
  void end_row() override { places_.push_back(place_); }
  void keep(size_t n) override { accepted_ = std::move(places_[n - 1]); }

  PieceIndex index_;
  ListAutomaton automaton_;
  ListPlan script_;
  ListDecoder decoder_;
  ListProgress accepted_, place_;     // after the accepted rows, after those of the draft so far
  std::vector<ListProgress> places_;  // after each row of the draft
  Candidates candidates_;
};

}  // namespace redact::bench
