// SPDX-License-Identifier: Apache-2.0
#include "bench/replay.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace redact::bench {

namespace {

// Longer than any gold span, since a mark has no length limit.
constexpr size_t kMaxSpan = size_t{1} << 20;

}  // namespace

Result<std::vector<Note>> read_notes(const std::string& path, size_t limit) {
  std::ifstream file(path);
  if (!file) return Error{ErrorKind::kNotFound, "notes", "can't be read"};
  std::vector<Note> notes;
  for (std::string line; notes.size() < limit && std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("text") || !json["text"].is_string()) {
      return Error{ErrorKind::kBadInput, "notes", "a line is not a JSON object with a text"};
    }
    Note note{json.value("id", ""), json["text"], {}};
    std::vector<size_t> byte_of;  // of each code point
    for (size_t i = 0; i < note.text.size(); ++i) {
      if (!is_continuation(note.text[i])) byte_of.push_back(i);
    }
    byte_of.push_back(note.text.size());
    for (const auto& span : json.value("spans", nlohmann::json::array())) {
      note.gold.push_back({byte_of.at(span.at("start").get<size_t>()),
                           byte_of.at(span.at("end").get<size_t>()), kReplayLabel, 0,
                           SpanSource::kModel});
    }
    std::sort(note.gold.begin(), note.gold.end(),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
    notes.push_back(std::move(note));
  }
  return notes;
}

TagGrammar replay_grammar(const Tokenizer& tokenizer, const TokenTrie& trie) {
  // Any id can serve as the end of the answer: the script asks for it only after the last byte.
  const int32_t end = std::max(tokenizer.eos_id(), 0);
  return {TagGrammar::Kind::kMark,
          &tokenizer,
          &trie,
          {{"<NAME>", "</NAME>", kReplayLabel}},
          {},
          end,
          kMaxSpan};
}

std::vector<Span> whole_tokens(std::span<const Span> spans, const TokenizedText& tokens) {
  std::vector<Span> out;
  size_t token = 0;
  for (const Span& span : spans) {
    while (token < tokens.ids.size() && tokens.end[token] <= span.begin) ++token;
    const size_t first = token;
    while (token < tokens.ids.size() && tokens.begin[token] < span.end) ++token;
    if (first == token) continue;
    out.push_back(
        {tokens.begin[first], tokens.end[token - 1], kReplayLabel, 0, SpanSource::kModel});
  }
  return out;
}

AnswerPrompt replay_prompt(const Tokenizer& tokenizer, const TokenizedText& note,
                           size_t max_entries) {
  AnswerPrompt prompt{0, 0, note.ids, max_entries};
  const int32_t bos = tokenizer.bos_id();
  if (bos >= 0 || note.ids.empty()) prompt.source.insert(prompt.source.begin(), std::max(bos, 0));
  return prompt;
}

Result<size_t> Replay::judge(const Draft& draft, std::span<const float>) {
  scripted_.clear();
  rewind();
  for (size_t row = 0; row < draft.n_rows(); ++row) {
    if (row >= n_unread_) move_on(draft.ids[row]);
    // Until the note has been read there is nothing to decide.
    const int32_t wanted = row + 1 >= n_unread_ ? ask_script() : -1;
    for (size_t i = draft.candidate_offsets[row]; i < draft.candidate_offsets[row + 1]; ++i) {
      scripted_.push_back(draft.candidate_ids[i] == wanted ? 20.0f : 0.0f);
    }
    end_row();
  }
  REDACT_ASSIGN(const size_t n_standing, decoder().judge(draft, scripted_));
  keep(n_standing);
  n_unread_ -= std::min(n_unread_, n_standing);
  return n_standing;
}

TagReplay::TagReplay(const TagGrammar& grammar, const CopyText& text, std::span<const Span> script,
                     size_t max_entries, size_t max_draft)
    : Replay(replay_prompt(*grammar.tokenizer, text.tokens(), max_entries).source.size()),
      text_(text),
      automaton_(grammar, text_),
      script_(automaton_),
      decoder_(grammar, text, replay_prompt(*grammar.tokenizer, text.tokens(), max_entries), 0,
               max_draft) {
  std::vector<CopySpan> expected;
  for (const Span& span : script) expected.push_back({span.begin, span.end, span.label, 0});
  script_.expect(std::move(expected));
}

void TagReplay::rewind() {
  place_ = accepted_;
  places_.clear();
}

void TagReplay::move_on(int32_t id) {
  if (id != place_.wanted) place_.queue.clear();
  automaton_.consume(place_.state, id, 0);
}

// The first candidate is a copy, if there is one; it is taken where the script does not decide.
int32_t TagReplay::ask_script() {
  automaton_.find_candidates(place_.state, candidates_);
  const auto next = script_.next(place_.state, candidates_, place_.queue);
  const auto& ids = candidates_.ids;
  const bool may = next && std::find(ids.begin(), ids.end(), *next) != ids.end();
  place_.wanted = may ? *next : ids.empty() ? -1 : ids.front();
  return place_.wanted;
}

}  // namespace redact::bench
