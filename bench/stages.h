// SPDX-License-Identifier: Apache-2.0
// What each stage of redacting notes takes on one core, per token of the source: the model's
// kernels aside, this is what a host must do beside a GPU.
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
