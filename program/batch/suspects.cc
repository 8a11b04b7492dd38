// SPDX-License-Identifier: Apache-2.0
#include "program/batch/suspects.h"

#include <algorithm>

#include "program/batch/document_facts.h"

namespace redact {

namespace {

// The journal is told this many documents ahead: a write for each document would cost more than
// reading it.
constexpr size_t kAhead = 64;

}  // namespace

Error broke_the_run() {
  return {ErrorKind::kInternal, "", "the run ended each time that this document was tried alone"};
}

Suspects::Suspects(Journal& journal, const ResumePlan& plan, const Inputs& inputs)
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

Result<Permission> Suspects::began(const Event& event) { return blame("--journal", judge(event)); }

Result<Permission> Suspects::judge(const Event& event) {
  const DocumentPlace place = place_of(event);
  const Position at{event.input_index, place.number};
  if (last_suspect_ && !at.is_after(*last_suspect_)) {
    if (suspects_) {  // finding the document may take another run
      REDACT_TRY(journal_.mark_reached(*suspects_));
      suspects_.reset();
    }
    const size_t tries = alone_ == place ? tries_ : 0;
    if (tries >= kMostTries) return Permission{false, broke_the_run()};
    REDACT_TRY(journal_.mark_alone(place, tries + 1));
    return Permission{true};
  }
  last_suspect_.reset();
  if (reached_ && !at.is_after(*reached_)) return Permission();
  reached_ = place.number > 0 ? Position{at.input, at.number + kAhead}
                              : Position{std::min(at.input + kAhead, inputs_.size() - 1), 0};
  REDACT_TRY(journal_.mark_reached({inputs_[reached_->input].name, reached_->number}));
  return Permission();
}

}  // namespace redact
