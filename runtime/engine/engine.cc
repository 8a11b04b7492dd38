// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/engine.h"

#include <cmath>

namespace redact {

Engine::Engine(const Model& model, Ops& ops, const EngineOptions& options)
    : model_(model),
      weights_(model.weights().prepared_for(ops)),
      ops_(ops),
      options_(options),
      activations_(model.config(), options.max_rows),
      cache_(model.config(), options.max_sequence) {}

Result<void> Engine::run(Constraint& constraint) {
  size_t n_past = 0;
  for (;;) {
    draft_.clear();
    constraint.propose(options_.max_rows, draft_);
    if (draft_.n_rows() == 0) return {};
    REDACT_TRY(check(draft_, n_past));
    REDACT_TRY(score(draft_, n_past));
    REDACT_ASSIGN(const size_t n_accepted, constraint.judge(draft_, logits_));
    if (n_accepted < 1 || n_accepted > draft_.n_rows()) {
      return Error{ErrorKind::kInternal, "draft", "an impossible number of rows was accepted"};
    }
    n_past += n_accepted;  // entries of rejected rows are overwritten by the next draft
  }
}

Result<void> Engine::check(const Draft& draft, size_t n_past) const {
  if (draft.n_rows() > options_.max_rows || n_past + draft.n_rows() > options_.max_sequence) {
    return Error{ErrorKind::kInternal, "draft", "outgrows the sequence's memory"};
  }
  const auto in_vocab = [&](int32_t id) {
    return id >= 0 && static_cast<size_t>(id) < model_.config().n_vocab;
  };
  for (const int32_t id : draft.ids) {
    if (!in_vocab(id)) return Error{ErrorKind::kInternal, "draft", "id outside the vocabulary"};
  }
  for (const int32_t id : draft.candidate_ids) {
    if (!in_vocab(id)) return Error{ErrorKind::kInternal, "draft", "id outside the vocabulary"};
  }
  return {};
}

Result<void> Engine::score(const Draft& draft, size_t n_past) {
  const SequenceRows rows{0, draft.n_rows(), n_past, &cache_};
  const Batch batch{draft.ids, draft.positions, {&rows, 1}};
  const std::span<const float> hidden =
      forward(model_.config(), weights_, batch, ops_, activations_);
  logits_.resize(draft.candidate_ids.size());
  ops_.candidate_logits(weights_.output, hidden.data(),
                        {draft.candidate_offsets, draft.candidate_ids}, logits_.data());
  ++counts_.passes;
  counts_.rows += draft.n_rows();
  for (const float logit : logits_) {
    if (!std::isfinite(logit)) {
      return Error{ErrorKind::kBadInput, "model", "gave a logit that is not a finite number"};
    }
  }
  return {};
}

}  // namespace redact
