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
  size_t n_prompt, n_generate, repetitions;  // either of the first two may be 0: no such row
  bool passes;                               // also the cost of passes of 1, 2, 4, ... rows
};

// Weights that a row multiplies: all matrices but the embedding, which is looked up, and the head.
double multiplied_weights(const Model& model);

// llama-bench's rows: pp, a prompt in one pass, and tg, one token after another, each with the
// whole head. The share of a limit is of the int8 rate for pp, of memory's rate for tg. Then, where
// asked for, passes of 1, 2, 4, ... 512 rows behind n_prompt entries: what verifying costs.
// `placed` is `model` on `ops`.
void add_plain_rows(const PlainOptions& options, const Model& model, const PlacedModel& placed,
                    Ops& ops, const Limits& limits, std::vector<Row>& rows);

// Positions that those rows run.
size_t plain_positions(const PlainOptions& options);

}  // namespace redact::bench
