// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"

namespace redact::bench {

// Adds the rows of the idle device (idle_device.h): its stages, or the cost of redacting all notes
// at once. It answers with the logits of the CPU, on which the notes run first. An error if a
// window was not recorded.
Result<void> add_idle_rows(const Options& options, const std::vector<Note>& notes,
                           std::vector<Row>& rows);

}  // namespace redact::bench
