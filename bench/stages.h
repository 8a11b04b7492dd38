// SPDX-License-Identifier: Apache-2.0
// The cost of each stage of redacting notes on one core, per token of the source. Without the
// model's kernels, this is a host's work beside a GPU.
#pragma once

#include <vector>

#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"

namespace redact::bench {

// Adds a row for each stage. One document and one window at a time, on one thread; the best of
// Options::repetitions runs over all notes.
Result<void> add_stage_rows(const Options& options, const std::vector<Note>& notes,
                            std::vector<Row>& rows);

}  // namespace redact::bench
