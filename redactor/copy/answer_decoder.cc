// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/answer_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "redactor/copy/scores.h"

namespace redact {

namespace {

// A pass of a few rows hardly costs more than one of a single row, since each reads the weights
// once.
constexpr size_t kLeastDraft = 8;

}  // namespace

AnswerDecoder::AnswerDecoder(AnswerPrompt prompt, float bias, size_t max_draft,
                             std::string outgrown)
    : prompt_(std::move(prompt)),
      bias_(bias),
      max_draft_(std::max<size_t>(max_draft, 1)),
      outgrown_(std::move(outgrown)),
      n_draft_(max_draft_),
      pending_(prompt_.source),
      least_margin_(std::numeric_limits<float>::infinity()) {}

// A row with only one possible successor is not scored.
void AnswerDecoder::add_row(Draft& draft, int32_t id, std::span<const int32_t> candidates) {
  if (candidates.size() == 1) candidates = {};
  draft.add_row(id, candidates);
}

void AnswerDecoder::propose(size_t max_rows, Draft& draft) {
  if (finished()) return;
  for (size_t i = 0; i < pending_.size() && draft.n_rows() < max_rows; ++i) {
    const bool last = i + 1 == pending_.size();
    add_row(draft, pending_[i],
            last ? std::span<const int32_t>(candidates().ids) : std::span<const int32_t>());
  }
  planned_.clear();
  if (draft.n_rows() < pending_.size()) return;  // the prompt is not finished
  const size_t n_left = prompt_.max_entries - prompt_.n_prefix - n_fed_;
  const size_t n_rows = std::min({max_rows, pending_.size() + n_draft_ - 1, n_left});
  planned_.push_back(begin_draft());
  while (draft.n_rows() < n_rows) {
    std::optional<Planned> next = draft_behind(planned_.back());
    if (!next) return;
    add_row(draft, planned_.back().id, next->candidates.ids);
    planned_.push_back(std::move(*next));
  }
}

AnswerDecoder::Choice AnswerDecoder::decide(const Planned& row,
                                            std::span<const float> logits) const {
  const Candidates& candidates = row.candidates;
  if (candidates.ids.size() == 1) return {candidates.ids[0], candidates.n_copies == 0, false};
  const auto copies = logits.first(candidates.n_copies), tags = logits.subspan(copies.size());
  bool takes_tag = false;
  float score = -std::numeric_limits<float>::infinity();
  if (!tags.empty()) {
    // If no token copies, a tag is the only way to continue.
    const float bias = row.takes_bias ? bias_ : 0;
    score = copies.empty() ? std::numeric_limits<float>::infinity()
                           : log_sum_exp(tags) + bias - log_sum_exp(copies);
    takes_tag = score > 0;
  }
  const size_t at = argmax(takes_tag ? tags : copies) + (takes_tag ? copies.size() : 0);
  return {candidates.ids[at], takes_tag, !tags.empty(), score};
}

Result<size_t> AnswerDecoder::judge(const Draft& draft, std::span<const float> logits) {
  const size_t n_pending = std::min(draft.n_rows(), pending_.size());
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(n_pending));
  size_t n_standing = n_pending;
  if (pending_.empty()) {  // otherwise the prompt is not finished
    bool stands = true;
    for (size_t i = 0; i < planned_.size(); ++i) {
      const size_t row = n_pending - 1 + i;
      const size_t begin = draft.candidate_offsets[row], end = draft.candidate_offsets[row + 1];
      const Planned& planned = planned_[i];
      if (planned.candidates.ids.empty()) break;  // past the end, or nothing can follow
      // Rows after a difference correct the plan if they have a position in it.
      if (!stands && planned.at == kNowhere) continue;
      const auto scored = logits.subspan(begin, end - begin);
      const Choice choice = decide(planned, scored);
      if (stands) {
        REDACT_TRY(take(choice, scored));
        n_standing = row + 1;
        stands = !finished() && planned.id == choice.id;
        if (!stands) pending_.assign(1, choice.id);
      }
      if (planned.id != choice.id) correct_plan(planned, choice);
      if (finished()) break;
    }
  }
  n_fed_ += n_standing;
  // Twice the rows accepted: long drafts where the model follows the plan, short ones where it
  // often differs.
  n_draft_ =
      std::clamp(2 * (n_standing - n_pending + 1), std::min(kLeastDraft, max_draft_), max_draft_);
  if (!finished() && prompt_.n_prefix + n_fed_ + pending_.size() > prompt_.max_entries) {
    return Error{
        ErrorKind::kExhausted, "model",
        "has written so many " + outgrown_ + " that the text does not fit " +
            std::to_string(prompt_.max_entries) + " tokens" +
            (prompt_.can_grow ? "; a longer context (-c) holds more"
                              : ", the most that it can have; a lower --bias writes fewer")};
  }
  return n_standing;
}

Result<void> AnswerDecoder::take(const Choice& choice, std::span<const float> logits) {
  if (choice.decided) least_margin_ = std::min(least_margin_, std::abs(choice.score));
  REDACT_TRY(accept(choice, logits));
  if (candidates().ids.empty() && !finished()) {
    return Error{ErrorKind::kBadInput, "tokenizer", "no token spells the next byte"};
  }
  return {};
}

}  // namespace redact
