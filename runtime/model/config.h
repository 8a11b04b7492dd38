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

// The rotary embeddings of a group of layers (Su et al. 2021, arXiv 2104.09864): at position p,
// pair i of a head rotates by p * position_scale * freq_base^(-2i / n_dims) / factors[i]. The
// factors come from a tensor (rope_freqs, or LongRoPE's), or are 1.
struct RopeSpec {
  size_t n_dims;  // 0: nothing rotates
  RopePairs pairs;
  float freq_base;
  float position_scale;  // below 1 if the model stretches the positions that it was trained for
  float magnitude = 1;   // scales the rotated numbers: LongRoPE and YaRN make them slightly larger
  // LongRoPE (Ding et al. 2024, arXiv 2402.13753): the context that the model was first trained
  // for. Sequences of more positions rotate by the long factors throughout, all others by the short
  // ones. 0: the model has no such tensors.
  size_t long_above = 0;
  // YaRN (Peng et al. 2023, arXiv 2309.00071): pairs that turn fewer than beta_slow times over the
  // context that the model was first trained for rotate `factor` times slower, those that turn more
  // than beta_fast times as before, and between them the share changes with the pair's number.
  struct Yarn {
    double factor = 1;  // 1: none
    size_t original_context = 0;
    double beta_fast = 32, beta_slow = 1;
    bool whole_pairs = true;  // the bounds of the change are rounded outwards to whole pairs
  } yarn = {};
};

// The properties that may differ from layer to layer.
struct LayerSpec {
  Attention attention;
  size_t rope;                // index into Config::ropes
  bool has_attn_norm = true;  // where the model has norms before the attention

  // Layers with a window have a page table of their own.
  PageTable table() const { return attention.window > 0 ? PageTable::kWindow : PageTable::kAll; }
};

enum class Gate { kSilu, kGelu, kClamped };

// Groups of tensors; a model has all tensors of a group or none.
enum class Part {
  kCore,         // the tensors that all families have
  kPreNorms,     // norms before the attention and after all layers
  kFfnNorm,      // a norm before the feed-forward network
  kOutput,       // an output matrix, where it is not tied to the embeddings
  kRopeFreqs,    // divisors of the rotary frequencies
  kLongRope,     // LongRoPE's two sets of divisors
  kSplitQkv,     // separate projections to queries, keys and values
  kFusedQkv,     // one projection for all three
  kQkvBias,      // biases of these projections
  kHeadNorms,    // norms of the heads of queries and keys
  kPostNorms,    // norms after the attention and after the feed-forward network
  kSplitGateUp,  // separate gate and up matrices of the feed-forward network
  kFusedGateUp,  // one matrix for both
  kDown,
  kExperts,           // a router and several networks in place of one
  kEncoder,           // biases, and LayerNorms behind the attention and the network
  kLearnedPositions,  // embeddings of positions
  kRelative,          // a table of relative positions with a LayerNorm
  kTokenTypes,        // embeddings of the two sentences of a pair
  kClassHead,         // an output matrix of classes in place of tokens
  kInputNorm,         // a norm of the embeddings, without a bias
  kHeadLayer,         // a matrix and a norm before the head
  kHeadBias,          // of that matrix
  kSinks,             // sinks, a norm behind them, biases of their output and of experts
};
constexpr size_t kNParts = 24;
enum class Presence { kAbsent, kOptional, kRequired };

// The hyperparameters of a model: read from GGUF metadata, validated once as a set, then const.
struct Config {
  std::string name;  // general.name, or the architecture if the file has none
  size_t d_model = 0;
  size_t d_ff = 0;       // of the feed-forward network, or of an expert
  size_t n_vocab = 0;    // rows of the embedding table
  size_t n_context = 0;  // positions that the model was trained for
  float norm_eps = 0;
  float embedding_scale = 1;
  Gate gate = Gate::kSilu;
  size_t n_experts = 0;       // 0: a single feed-forward network
  size_t n_experts_used = 0;  // by each row
  // An encoder: its rows see each other in both directions.
  bool encodes = false;
  RelativeBuckets relative{};
  size_t n_token_types = 0;
  size_t n_classes = 0;  // of an encoder's head, which names one for each row
  std::array<Presence, kNParts> parts{};
  std::vector<RopeSpec> ropes;
  std::vector<LayerSpec> layers;

  Presence presence(Part part) const { return parts[static_cast<size_t>(part)]; }
  bool has(Part part) const { return presence(part) != Presence::kAbsent; }
  // The largest window of any layer, in entries; 0 if no layer has a window.
  size_t window() const;

  // Errors: kUnsupported for an architecture, or for a key that may change the computation in a way
  // that this build does not know; kBadInput for invalid values. Both name the key.
  static Result<Config> read(const GgufFile& file);
  // The same from metadata alone, for code that writes a model and has no tensors yet.
  static Result<Config> read(const Metadata& metadata, size_t n_vocab);
};

}  // namespace redact
