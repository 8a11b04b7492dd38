// SPDX-License-Identifier: Apache-2.0
// The cost of each stage of redacting notes on one core, per token of the source. Without the
// model's kernels, this is a host's work beside a GPU.
#pragma once

#include <vector>

#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"

namespace redact::bench {

// Adds a row for each stage. All notes together, on one thread; the best of Options::repetitions
// runs. `apart`: seconds of this thread that grow within passes and count for no stage.
Result<void> add_stage_rows(const Options& options, const std::vector<Note>& notes,
                            std::vector<Row>& rows, const double& apart = 0.0);

}  // namespace redact::bench
