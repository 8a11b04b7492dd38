// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/replace_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "redactor/copy/scores.h"

namespace redact {

namespace {

void sort_unique(std::vector<int32_t>& ids, size_t from) {
  const auto begin = ids.begin() + static_cast<ptrdiff_t>(from);
  std::sort(begin, ids.end());
  ids.erase(std::unique(begin, ids.end()), ids.end());
}

}  // namespace

ReplaceDecoder::ReplaceDecoder(const ReplaceGrammar& grammar, std::vector<int32_t> prompt,
                               std::string_view source, const TokenizedText& tokens,
                               size_t max_draft)
    : grammar_(grammar),
      pending_(std::move(prompt)),
      source_(source),
      tokens_(tokens),
      max_draft_(std::max<size_t>(max_draft, 1)),
      state_{SourceIndex(source, grammar.max_span), {}, {}, 0, {},
             std::numeric_limits<float>::infinity()} {
  find_candidates(state_);
}

void ReplaceDecoder::propose(size_t max_rows, Draft& draft) {
  if (state_.finished) return;
  for (size_t i = 0; i < pending_.size() && draft.n_rows() < max_rows; ++i) {
    const bool last = i + 1 == pending_.size();
    draft.add_row(pending_[i], static_cast<int32_t>(n_fed_ + i),
                  last ? std::span<const int32_t>(state_.candidates) : std::span<const int32_t>());
  }
  drafted_.clear();
  const size_t n_rows = std::min(max_rows, pending_.size() + max_draft_ - 1);
  if (draft.n_rows() >= n_rows) return;
  State state = state_;
  while (draft.n_rows() < n_rows) {
    const std::optional<Choice> choice = predict(state);
    if (!choice || !accept(state, *choice).ok() || state.finished) return;
    draft.add_row(choice->id, static_cast<int32_t>(n_fed_ + draft.n_rows()), state.candidates);
    drafted_.push_back(choice->id);
  }
}

Result<size_t> ReplaceDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const size_t n_pending = std::min(draft.n_rows(), pending_.size());
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(n_pending));
  size_t n_accepted = n_pending;
  if (pending_.empty()) {  // else the prompt goes on
    for (size_t row = n_pending - 1;; ++row) {
      const size_t begin = draft.candidate_offsets[row], end = draft.candidate_offsets[row + 1];
      const Choice choice = decide(state_, logits.subspan(begin, end - begin));
      REDACT_TRY(accept(state_, choice));
      n_accepted = row + 1;
      const size_t next = n_accepted - n_pending;
      if (state_.finished || next >= drafted_.size() || drafted_[next] != choice.id) {
        pending_.assign(1, choice.id);
        break;
      }
    }
  }
  n_fed_ += n_accepted;
  return n_accepted;
}

ReplaceDecoder::Choice ReplaceDecoder::decide(State& state, std::span<const float> logits) const {
  const auto copies = logits.first(state.n_copies), tags = logits.subspan(state.n_copies);
  float score = -std::numeric_limits<float>::infinity();
  if (!tags.empty()) {
    // Where no token spells the next byte, a tag is the only way on.
    score = copies.empty() ? std::numeric_limits<float>::infinity()
                           : log_sum_exp(tags) + grammar_.bias - log_sum_exp(copies);
    state.least_margin = std::min(state.least_margin, std::abs(score));
  }
  const bool tag = score > 0;
  const size_t at =
      argmax(tag ? tags : copies) + (tag ? state.n_copies : 0);  // ties: the lowest id
  return {state.candidates[at], tag, score};
}

// The guessed span that begins at a byte, or nullptr.
const Span* ReplaceDecoder::guessed_at(size_t begin) const {
  const auto at = std::lower_bound(guess_.begin(), guess_.end(), begin,
                                   [](const Span& span, size_t b) { return span.begin < b; });
  return at != guess_.end() && at->begin == begin ? &*at : nullptr;
}

// The choice that the guess leads to; nullopt where it does not say.
std::optional<ReplaceDecoder::Choice> ReplaceDecoder::predict(const State& state) const {
  const std::vector<size_t>& live = state.index.live();
  size_t at = live.front();
  if (!state.tag_so_far.empty()) {
    const Span* span = guessed_at(state.spans.back().begin);
    return span != nullptr ? predict_tag(state, *span, false) : std::nullopt;
  }
  if (live.size() == 1) {
    if (const Span* span = guessed_at(at)) return predict_tag(state, *span, true);
  } else {  // behind a tag: copying goes on at the end of the guessed span
    const Span* span = guessed_at(state.spans.back().begin);
    if (span == nullptr) return std::nullopt;
    at = span->end;
  }
  const auto token = std::lower_bound(tokens_.begin.begin(), tokens_.begin.end(), at);
  if (token == tokens_.begin.end() || *token != at) return std::nullopt;
  const int32_t id = tokens_.ids[static_cast<size_t>(token - tokens_.begin.begin())];
  const auto copies_end = state.candidates.begin() + static_cast<ptrdiff_t>(state.n_copies);
  if (std::find(state.candidates.begin(), copies_end, id) == copies_end) return std::nullopt;
  return Choice{id, false};
}

// The longest token that goes on spelling the tag of a guessed span.
std::optional<ReplaceDecoder::Choice> ReplaceDecoder::predict_tag(const State& state,
                                                                  const Span& span,
                                                                  bool begins_tag) const {
  const auto tag = std::find_if(grammar_.tags.begin(), grammar_.tags.end(),
                                [&](const ReplaceTag& t) { return t.label == span.label; });
  if (tag == grammar_.tags.end() || !tag->text.starts_with(state.tag_so_far)) return std::nullopt;
  const std::string_view rest = std::string_view(tag->text).substr(state.tag_so_far.size());
  std::optional<Choice> best;
  size_t longest = 0;
  for (size_t i = begins_tag ? state.n_copies : 0; i < state.candidates.size(); ++i) {
    const std::string_view bytes = grammar_.tokenizer->token_bytes(state.candidates[i]);
    if (bytes.size() > longest && rest.starts_with(bytes)) {
      longest = bytes.size();
      best = Choice{state.candidates[i], begins_tag};
    }
  }
  return best;
}

Result<void> ReplaceDecoder::accept(State& state, const Choice& choice) const {
  std::vector<Span>& spans = state.spans;
  if (choice.begins_tag) {
    // What was skipped before is settled, and a new span opens. Its label and end are not known
    // yet.
    const size_t end = state.index.settle(false);
    if (!spans.empty() && spans.back().end == 0) spans.back().end = end;
    spans.push_back(
        {state.index.live().front(), 0, Label::kOther, choice.score, SpanSource::kModel});
    state.tag_so_far.clear();
  }
  const bool in_tag = choice.begins_tag || !state.tag_so_far.empty();
  if (!in_tag && choice.id == grammar_.end_id) {
    const size_t end = state.index.settle(true);
    if (!spans.empty() && spans.back().end == 0) spans.back().end = end;
    state.finished = true;
    return {};
  }
  const std::string_view bytes = grammar_.tokenizer->token_bytes(choice.id);
  if (in_tag) {
    state.tag_so_far += bytes;
    for (const ReplaceTag& tag : grammar_.tags) {
      if (tag.text != state.tag_so_far) continue;
      spans.back().label = tag.label;
      state.index.skip();
      state.tag_so_far.clear();
      break;
    }
  } else if (!state.index.copy(bytes)) {
    return Error{ErrorKind::kInternal, "decoder", "a token does not continue the source"};
  } else if (state.index.live().size() == 1 && !spans.empty() && spans.back().end == 0) {
    spans.back().end = state.index.settle(false);
  }
  find_candidates(state);
  if (state.candidates.empty()) {
    return Error{ErrorKind::kBadInput, "tokenizer", "no token spells the next byte"};
  }
  return {};
}

// In the midst of a run the source's own next token is the only copy. False at a seam.
bool ReplaceDecoder::add_own_token(State& state) const {
  if (state.index.live().size() != 1) return false;
  const size_t at = state.index.live().front();
  const auto found = std::lower_bound(tokens_.begin.begin(), tokens_.begin.end(), at);
  if (found == tokens_.begin.end() || *found != at) return false;
  for (auto i = static_cast<size_t>(found - tokens_.begin.begin());
       i < tokens_.ids.size() && tokens_.begin[i] == at; ++i) {
    const std::string_view bytes = grammar_.tokenizer->token_bytes(tokens_.ids[i]);
    // A synthetic prefix space, or a byte token that stands for part of a character, does not do.
    if (!bytes.empty() && state.index.rest(at).substr(0, tokens_.end[i] - at) == bytes) {
      state.candidates.push_back(tokens_.ids[i]);
      return true;
    }
  }
  return false;
}

// At most some tokens per live position and tag: a token of up to 32 bytes has 32 prefixes, so 33
// per position bounds the list; typical seams have tens.
void ReplaceDecoder::find_candidates(State& state) const {
  const SourceIndex& index = state.index;
  const std::string& tag_so_far = state.tag_so_far;
  std::vector<int32_t>& candidates = state.candidates;
  candidates.clear();
  if (!tag_so_far.empty()) {  // the rest of a tag; all that fit are as good as a copy
    for (const ReplaceTag& tag : grammar_.tags) {
      if (tag.text.starts_with(tag_so_far)) {
        grammar_.trie->prefixes_of(std::string_view(tag.text).substr(tag_so_far.size()),
                                   candidates);
      }
    }
    sort_unique(candidates, 0);
    state.n_copies = candidates.size();
    return;
  }
  if (!add_own_token(state)) {
    for (const size_t position : index.live()) {
      grammar_.trie->prefixes_of(index.rest(position), candidates);
    }
    sort_unique(candidates, 0);
  }
  if (index.can_end()) candidates.push_back(grammar_.end_id);
  state.n_copies = candidates.size();
  if (!index.can_skip()) return;
  std::vector<int32_t> first;
  for (const ReplaceTag& tag : grammar_.tags) grammar_.trie->prefixes_of(tag.text, first);
  sort_unique(first, 0);
  for (const int32_t id : first) {  // a token that could be both is the copy
    const auto copies_end = candidates.begin() + static_cast<ptrdiff_t>(state.n_copies);
    if (std::find(candidates.begin(), copies_end, id) == copies_end) candidates.push_back(id);
  }
}

}  // namespace redact
