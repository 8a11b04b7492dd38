// SPDX-License-Identifier: Apache-2.0
#include "bench/list_replay.h"

#include <algorithm>

namespace redact::bench {

Result<ListGrammar> list_replay_grammar(const Tokenizer& tokenizer, const TokenTrie& trie) {
  const ListGrammar::Spelling label = {kReplayLabel, "\t<NAME>\n"};
  // Longer than any gold span.
  constexpr size_t kMaxPiece = size_t{1} << 20;
  return ListGrammar::make(tokenizer, trie, {&label, 1}, "---", std::max(tokenizer.eos_id(), 0),
                           kMaxPiece);
}

ListReplay::ListReplay(const ListGrammar& grammar, const PieceIndex& index,
                       std::span<const Span> script, size_t max_entries, size_t max_draft)
    : Replay(replay_prompt(*grammar.tokenizer, index.tokens(), max_entries).source.size()),
      index_(index),
      automaton_(grammar, index_),
      script_(automaton_),
      decoder_(grammar, index, replay_prompt(*grammar.tokenizer, index.tokens(), max_entries), 0,
               max_draft),
      accepted_{automaton_.begin()} {
  script_.expect(script);
}

void ListReplay::rewind() {
  place_ = accepted_;
  places_.clear();
}

// At the beginning of a line the first candidate ends the list.
int32_t ListReplay::ask_script() {
  automaton_.find_candidates(place_.state, candidates_);
  const auto next = script_.next(place_, candidates_);
  if (next) return *next;
  return candidates_.ids.empty() ? -1 : candidates_.ids.front();
}

}  // namespace redact::bench
