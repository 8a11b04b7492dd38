// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/ops.h"

namespace redact {

class GgufFile;
class Metadata;

// Rotary embeddings of some layers (Su et al. 2021, arXiv 2104.09864): at position p, pair i of a
// head rotates by p * position_scale * freq_base^(-2i / n_dims) / factors[i], where the factors are
// those of a tensor (rope_freqs, or LongRoPE's), or 1.
struct RopeSpec {
  size_t n_dims;
  RopePairs pairs;
  float freq_base;
  float position_scale;  // below 1 where a model stretches the positions it was trained for
  float magnitude = 1;   // of the rotated numbers: LongRoPE makes them a little longer
  // LongRoPE (Ding et al. 2024, arXiv 2402.13753): the context that the model was first trained
  // for. Sequences of more positions rotate by the tensor of long factors throughout, those of as
  // many or fewer by that of short ones. 0: the model has no such tensors.
  size_t long_above = 0;
};

// What may differ from layer to layer.
struct LayerSpec {
  Attention attention;
  size_t rope;  // of Config::ropes

  // Layers with a window have a page table of their own.
  PageTable table() const { return attention.window > 0 ? PageTable::kWindow : PageTable::kAll; }
};

enum class Gate { kSilu, kGelu };

// Tensors that a model has together or not at all.
enum class Part {
  kCore,         // those that all families have
  kOutput,       // an output matrix of its own
  kRopeFreqs,    // divisors of the rotary frequencies
  kLongRope,     // two sets of them
  kSplitQkv,     // projections to queries, keys and values
  kFusedQkv,     // or one for all three
  kQkvBias,      // what is added to them
  kHeadNorms,    // norms of the heads of queries and keys
  kPostNorms,    // norms behind the attention and behind the feed-forward network
  kSplitGateUp,  // gate and up of a feed-forward network
  kFusedGateUp,  // or one for both
  kDown,
  kExperts,  // or several networks and a router
};
constexpr size_t kNParts = 13;
enum class Presence { kAbsent, kOptional, kRequired };

// The hyperparameters of a model, read from GGUF metadata, validated as a set once, then const.
struct Config {
  std::string name;  // general.name, or the architecture where the file has none
  size_t d_model = 0;
  size_t d_ff = 0;       // of the feed-forward network, or of an expert
  size_t n_vocab = 0;    // rows of the embedding table
  size_t n_context = 0;  // positions the model was trained for
  float norm_eps = 0;
  float embedding_scale = 1;
  Gate gate = Gate::kSilu;
  size_t n_experts = 0;       // 0: one feed-forward network
  size_t n_experts_used = 0;  // by each row
  std::array<Presence, kNParts> parts{};
  std::vector<RopeSpec> ropes;
  std::vector<LayerSpec> layers;

  Presence presence(Part part) const { return parts[static_cast<size_t>(part)]; }
  // The entries that a layer with a window sees, the most of all such layers; 0: there is none.
  size_t window() const;

  // Errors: kUnsupported, naming it, for an architecture or a key that would change the computation
  // in a way that this build does not know; kBadInput, naming the key, for values that make no
  // sense.
  static Result<Config> read(const GgufFile& file);
  // The same before there are tensors: for writing a model's.
  static Result<Config> read(const Metadata& metadata, size_t n_vocab);
};

}  // namespace redact
