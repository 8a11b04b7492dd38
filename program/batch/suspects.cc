// SPDX-License-Identifier: Apache-2.0
#include "program/batch/suspects.h"

#include <algorithm>

#include "program/document_facts.h"

namespace redact {

namespace {

// The journal is told of so many documents ahead: telling it of each would cost more than reading
// it.
constexpr size_t kAhead = 64;

}  // namespace

Error broke_the_run() {
  return {ErrorKind::kInternal, "", "the run ended each time that this document was tried alone"};
}

Suspects::Suspects(Journal* journal, const ResumePlan& plan, const Inputs& inputs)
    : journal_(journal),
      inputs_(inputs),
      alone_(plan.alone),
      tries_(plan.tries),
      suspects_(plan.suspects),
      last_suspect_(position_of(plan.suspects)) {}

std::optional<Suspects::Position> Suspects::position_of(
    const std::optional<DocumentPlace>& place) const {
  if (!place) return std::nullopt;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].name == place->input) return Position{i, place->number};
  }
  return std::nullopt;
}

Result<Suspects::Verdict> Suspects::judge(const InputEvent& event) {
  if (journal_ == nullptr) return Verdict::kGo;
  const DocumentPlace place = place_of(event);
  const Position at{event.input_index, place.number};
  if (last_suspect_ && !at.is_after(*last_suspect_)) {
    if (suspects_) {  // another run may be needed to find the document
      REDACT_TRY(journal_->mark_reached(*suspects_));
      suspects_.reset();
    }
    const size_t tries = alone_ == place ? tries_ : 0;
    if (tries >= kMostTries) return Verdict::kWithhold;
    REDACT_TRY(journal_->mark_alone(place, tries + 1));
    return Verdict::kGoAlone;
  }
  last_suspect_.reset();
  if (reached_ && !at.is_after(*reached_)) return Verdict::kGo;
  reached_ = place.number > 0 ? Position{at.input, at.number + kAhead}
                              : Position{std::min(at.input + kAhead, inputs_.size() - 1), 0};
  REDACT_TRY(journal_->mark_reached({inputs_[reached_->input].name, reached_->number}));
  return Verdict::kGo;
}

}  // namespace redact
