// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/limits.h"
#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"
#include "runtime/engine/engine.h"
#include "runtime/model/placed_model.h"

namespace redact::bench {

// Notes as tokens, and the options of an engine that can replay the longest of them.
struct ReplayPlan {
  std::vector<CopyText> texts;
  EngineOptions engine{};

  size_t n_positions() const { return engine.max_entries; }
};

Result<ReplayPlan> plan_replay(const Options& options, const Model& model,
                               const std::vector<Note>& notes);

// Runs notes through a model that was not trained for redaction, with their gold spans as its
// decisions, one by one and many at a time. `placed` is `model` on `ops`.
Result<void> add_replay_rows(const Options& options, const Model& model, const PlacedModel& placed,
                             Ops& ops, const ReplayPlan& plan, const std::vector<Note>& notes,
                             const LimitMeter& meter, std::vector<Row>& rows);

}  // namespace redact::bench
