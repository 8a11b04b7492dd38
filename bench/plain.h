// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/subject.h"
#include "runtime/model/placed_model.h"

namespace redact::bench {

struct PlainOptions {
  size_t n_prompt, n_generate, repetitions;  // 0 for either of the first two skips its rows
  std::vector<size_t> depths;                // entries before each test
  bool passes;                               // also time passes of 1, 2, 4, ... rows
};

// Adds the rows of llama-bench for each depth: pp, a prompt in one pass, and tg, one token after
// another, each with the whole head. The share of a limit refers to the int8 rate for pp and to the
// rate of reading, or of copies on a GPU, for tg; "-": the limit is not known. With options.passes
// it also adds the time of passes of 1, 2, 4, ... 512 rows, which is the cost of verifying drafts.
// `placed` is `model` on `ops`, the device of `meter`.
void add_plain_rows(const PlainOptions& options, const Subject& subject, const Model& model,
                    const PlacedModel& placed, Ops& ops, const LimitMeter& meter,
                    std::vector<Row>& rows);

// The positions that these rows need.
size_t plain_positions(const PlainOptions& options);

}  // namespace redact::bench
