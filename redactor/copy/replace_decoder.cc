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
                               std::string_view source, const TokenizedText& tokens)
    : grammar_(grammar),
      pending_(std::move(prompt)),
      source_(source),
      tokens_(tokens),
      index_(source, grammar.max_span),
      least_margin_(std::numeric_limits<float>::infinity()) {
  find_candidates();
}

void ReplaceDecoder::propose(size_t max_rows, Draft& draft) {
  if (finished_) return;
  for (size_t i = 0; i < pending_.size() && draft.n_rows() < max_rows; ++i) {
    const bool last = i + 1 == pending_.size();
    draft.add_row(pending_[i], static_cast<int32_t>(n_fed_ + i),
                  last ? std::span<const int32_t>(candidates_) : std::span<const int32_t>());
  }
}

Result<size_t> ReplaceDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const size_t n = draft.n_rows();
  n_fed_ += n;
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(n));
  if (!pending_.empty()) return n;  // the prompt goes on
  const auto copies = logits.first(n_copies_), tags = logits.subspan(n_copies_);
  float score = -std::numeric_limits<float>::infinity();
  if (!tags.empty()) {
    // Where no token spells the next byte, a tag is the only way on.
    score = copies.empty() ? std::numeric_limits<float>::infinity()
                           : log_sum_exp(tags) + grammar_.bias - log_sum_exp(copies);
    least_margin_ = std::min(least_margin_, std::abs(score));
  }
  const auto side = score > 0 ? tags : copies;
  const size_t at = argmax(side) + (score > 0 ? n_copies_ : 0);  // ties go to the lowest id
  const int32_t id = candidates_[at];
  if (score > 0) begin_tag(score);
  REDACT_TRY(accept(id, score));
  return n;
}

// The tag's first token was chosen: what was skipped before is settled, and a new span opens. Its
// label and end are not known yet.
void ReplaceDecoder::begin_tag(float score) {
  const size_t end = index_.settle(false);
  if (!spans_.empty() && spans_.back().end == 0) spans_.back().end = end;
  spans_.push_back({index_.live().front(), 0, Label::kOther, score, SpanSource::kModel});
  tag_so_far_.clear();
}

Result<void> ReplaceDecoder::accept(int32_t id, float score) {
  const bool in_tag = score > 0 || !tag_so_far_.empty();
  if (!in_tag && id == grammar_.end_id) {
    const size_t end = index_.settle(true);
    if (!spans_.empty() && spans_.back().end == 0) spans_.back().end = end;
    finished_ = true;
    return {};
  }
  const std::string_view bytes = grammar_.tokenizer->token_bytes(id);
  if (in_tag) {
    tag_so_far_ += bytes;
    for (const ReplaceTag& tag : grammar_.tags) {
      if (tag.text != tag_so_far_) continue;
      spans_.back().label = tag.label;
      index_.skip();
      tag_so_far_.clear();
    }
  } else if (!index_.copy(bytes)) {
    return Error{ErrorKind::kInternal, "decoder", "a token does not continue the source"};
  } else if (index_.live().size() == 1 && !spans_.empty() && spans_.back().end == 0) {
    spans_.back().end = index_.settle(false);
  }
  pending_.assign(1, id);
  find_candidates();
  if (candidates_.empty()) {
    return Error{ErrorKind::kBadInput, "tokenizer", "no token spells the next byte"};
  }
  return {};
}

// In the midst of a run the source's own next token is the only copy. False at a seam.
bool ReplaceDecoder::add_own_token() {
  if (index_.live().size() != 1) return false;
  const size_t at = index_.live().front();
  const auto found = std::lower_bound(tokens_.begin.begin(), tokens_.begin.end(), at);
  if (found == tokens_.begin.end() || *found != at) return false;
  for (auto i = static_cast<size_t>(found - tokens_.begin.begin());
       i < tokens_.ids.size() && tokens_.begin[i] == at; ++i) {
    const std::string_view bytes = grammar_.tokenizer->token_bytes(tokens_.ids[i]);
    // A synthetic prefix space, or a byte token that stands for part of a character, does not do.
    if (!bytes.empty() && index_.rest(at).substr(0, tokens_.end[i] - at) == bytes) {
      candidates_.push_back(tokens_.ids[i]);
      return true;
    }
  }
  return false;
}

// At most some tokens per live position and tag: a token of up to 32 bytes has 32 prefixes, so 33
// per position bounds the list; typical seams have tens.
void ReplaceDecoder::find_candidates() {
  candidates_.clear();
  if (!tag_so_far_.empty()) {  // the rest of a tag; all that fit are as good as a copy
    for (const ReplaceTag& tag : grammar_.tags) {
      if (tag.text.starts_with(tag_so_far_)) {
        grammar_.trie->prefixes_of(std::string_view(tag.text).substr(tag_so_far_.size()),
                                   candidates_);
      }
    }
    sort_unique(candidates_, 0);
    n_copies_ = candidates_.size();
    return;
  }
  if (!add_own_token()) {
    for (const size_t position : index_.live()) {
      grammar_.trie->prefixes_of(index_.rest(position), candidates_);
    }
    sort_unique(candidates_, 0);
  }
  if (index_.can_end()) candidates_.push_back(grammar_.end_id);
  n_copies_ = candidates_.size();
  if (!index_.can_skip()) return;
  std::vector<int32_t> first;
  for (const ReplaceTag& tag : grammar_.tags) grammar_.trie->prefixes_of(tag.text, first);
  sort_unique(first, 0);
  for (const int32_t id : first) {  // a token that could be both is the copy
    const auto copies_end = candidates_.begin() + static_cast<ptrdiff_t>(n_copies_);
    if (std::find(candidates_.begin(), copies_end, id) == copies_end) candidates_.push_back(id);
  }
}

}  // namespace redact
