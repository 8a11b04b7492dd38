// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/table.h"
#include "runtime/model/placed_model.h"

namespace redact::bench {

struct PlainOptions {
  std::string device;
  int n_threads;
  size_t n_prompt, n_generate, repetitions;  // 0 for either of the first two skips its row
  bool passes;                               // also time passes of 1, 2, 4, ... rows
};

// The number of weights that a row is multiplied with: all matrices except the head and the
// embedding, whose rows are only looked up.
double multiplied_weights(const Model& model);

// Adds the rows of llama-bench: pp, a prompt in one pass, and tg, one token after another, each
// with the whole head. The share of a limit refers to the int8 rate for pp and to the reading rate
// for tg. With options.passes it also adds the time of passes of 1, 2, 4, ... 512 rows after
// n_prompt entries, which is the cost of verifying drafts. `placed` is `model` on `ops`.
void add_plain_rows(const PlainOptions& options, const Model& model, const PlacedModel& placed,
                    Ops& ops, const Limits& limits, std::vector<Row>& rows);

// The positions that these rows need.
size_t plain_positions(const PlainOptions& options);

}  // namespace redact::bench
