// SPDX-License-Identifier: Apache-2.0
// The bundled model, or another label model, on two devices.
#pragma once

#include <vector>

#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"

namespace redact::bench {

// Adds the row that counts notes whose spans differ between options.device and options.against,
// both rounding by blocks. Devices add up in different orders, so scores may differ in their last
// digits, and a decision that was close may fall either way: such notes are counted as unsure. An
// error if the spans of any other note differ.
Result<void> add_against_rows(const Options& options, const std::vector<Note>& notes,
                              std::vector<Row>& rows);

}  // namespace redact::bench
