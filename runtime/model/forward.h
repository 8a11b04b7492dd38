// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/ops.h"
#include "runtime/model/activations.h"
#include "runtime/model/kv_cache.h"
#include "runtime/model/placed_model.h"

namespace redact {

// Runs the model over the rows of a step. Returns the hidden rows after the output norm, [n_rows,
// d_model], which are in `activations` and valid until the next call. `model`, `cache` and
// `activations` are in the memory of `ops`, and the step fits them. Its ids are in the vocabulary,
// its positions in [first, first + model.n_positions()) with the sequence's
// first = first_angle(). The segments of an encoder are bidirectional; one whose layers are those
// of a decoder is run as such.
std::span<const float> forward(const PlacedModel& model, const Step& step, const KvCache& cache,
                               Ops& ops, Activations& activations);
// The same for an encoder like BERT, whose norms are behind its blocks, and which has no output
// norm.
std::span<const float> encode(const PlacedModel& model, const Step& step, const KvCache& cache,
                              Ops& ops, Activations& activations);

// The same for an encoder like ModernBERT, whose norms are before its blocks; through the layer
// before its head.
std::span<const float> encode_pre_norm(const PlacedModel& model, const Step& step,
                                       const KvCache& cache, Ops& ops, Activations& activations);

// Adds the biases of an encoder's head to the logits of candidates, once they are on the host.
void add_output_bias(const Weights& weights, const CandidateRows& candidates, float* logits);

}  // namespace redact
