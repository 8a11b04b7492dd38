// SPDX-License-Identifier: Apache-2.0
// Redaction as users have it, from text to text: the bundled model, or an instruct model of a file.
#pragma once

#include <vector>

#include "bench/limits.h"
#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"

namespace redact::bench {

// The rows of the notes one by one, and of all notes together.
Result<void> add_redaction_rows(const Options& options, const std::vector<Note>& notes,
                                const Limits& limits, std::vector<Row>& rows);

// The row that counts notes whose spans, scores or margins differ from those of plain decoding: an
// instruct model's windows, with and without a drafter, from windows of one row a pass; a model's
// that labels from windows that run alone and on one thread.
Result<void> add_oracle_rows(const Options& options, const std::vector<Note>& notes,
                             std::vector<Row>& rows);

}  // namespace redact::bench
