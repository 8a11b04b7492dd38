// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/ops.h"
#include "runtime/model/activations.h"
#include "runtime/model/config.h"
#include "runtime/model/kv_cache.h"
#include "runtime/model/weights.h"

namespace redact {

// Consecutive rows of a batch that extend one sequence.
struct SequenceRows {
  size_t first_row;
  size_t n_rows;
  size_t n_past;               // entries already in the cache
  const uint32_t* pages;       // of the sequence, for n_past + n_rows entries or more
  bool bidirectional = false;  // whether they attend to one another, later ones too
};

// What a step consumes, flat: one token id and one position id per row.
struct Batch {
  std::span<const int32_t> ids;        // [n_rows], each in [0, n_vocab)
  std::span<const int32_t> positions;  // [n_rows], each in the rope table
  std::span<const SequenceRows> sequences;
};

// Runs the model over a batch. Returns the hidden rows after the output norm, [n_rows, d_model],
// inside `activations`, valid until the next call. The batch fits `activations`.
std::span<const float> forward(const Config& config, const Weights& weights, const Rope& rope,
                               KvCache& cache, const Batch& batch, Ops& ops,
                               Activations& activations);

}  // namespace redact
