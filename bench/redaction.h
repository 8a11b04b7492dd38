// SPDX-License-Identifier: Apache-2.0
// Redaction as users run it, from text to text, with the bundled model or an instruct model from a
// file.
#pragma once

#include <vector>

#include "bench/limits.h"
#include "bench/options.h"
#include "bench/replay.h"
#include "bench/table.h"
#include "redactor/configuration.h"

namespace redact::bench {

// The settings and the model of the options.
Settings settings_of(const Options& options);
ModelOptions model_options_of(const Options& options);

// Whether the model labels each window in one pass, so that nothing is drafted.
Result<bool> labels(const Model& model);

// Adds the rows for the notes one by one, and for all notes together.
Result<void> add_redaction_rows(const Options& options, const std::vector<Note>& notes,
                                const LimitMeter& meter, std::vector<Row>& rows);

// Adds the row that counts notes whose spans, scores or margins differ from those of plain
// decoding. For an instruct model, windows with and without a drafter are compared with windows
// that run one row per pass; for a label model, with windows that run alone and on one thread. An
// error if any differs.
Result<void> add_oracle_rows(const Options& options, const std::vector<Note>& notes,
                             std::vector<Row>& rows);

}  // namespace redact::bench
