// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/config.h"

#include <algorithm>
#include <cmath>

#include "gguf_loader/gguf_file.h"

namespace redact {

namespace {

// Upper bounds on what a file may ask for; each is far above any published model and low enough
// that no product of two of them overflows 64 bits.
constexpr uint64_t kMaxLayers = 512;
constexpr uint64_t kMaxHeads = 1024;
constexpr uint64_t kMaxHeadDim = 1024;
constexpr uint64_t kMaxWidth = 1u << 20;
constexpr uint64_t kMaxContext = 1u << 24;
constexpr double kMaxRopeFactor = 1024;

constexpr char kPrefix[] = "llama.";

Result<size_t> count_in(const Metadata& metadata, const std::string& key, uint64_t least,
                        uint64_t most) {
  REDACT_ASSIGN(const uint64_t value, metadata.get_count(key));
  if (value < least || value > most) {
    return Error{ErrorKind::kBadInput, key,
                 std::to_string(value) + " is outside " + std::to_string(least) + ".." +
                     std::to_string(most)};
  }
  return static_cast<size_t>(value);
}

Result<size_t> count_in_or(const Metadata& metadata, const std::string& key, uint64_t least,
                           uint64_t most, size_t otherwise) {
  if (!metadata.has(key)) return otherwise;
  return count_in(metadata, key, least, most);
}

Result<float> positive_or(const Metadata& metadata, const std::string& key, double otherwise,
                          double below) {
  REDACT_ASSIGN(const auto found, metadata.find_float(key));
  const auto value = static_cast<float>(found.value_or(otherwise));
  if (!std::isfinite(value) || value <= 0 || value >= below) {
    return Error{ErrorKind::kBadInput, key,
                 "must be positive, finite and below " + std::to_string(below)};
  }
  return value;
}

// Every key below "llama." that this build reads, and those that say nothing about the computation.
// Any other key may change it, and is refused.
constexpr std::string_view kKnownKeys[] = {"attention.causal",
                                           "attention.head_count",
                                           "attention.head_count_kv",
                                           "attention.key_length",
                                           "attention.layer_norm_rms_epsilon",
                                           "attention.scale",
                                           "attention.sliding_window",
                                           "attention.value_length",
                                           "block_count",
                                           "context_length",
                                           "embedding_length",
                                           "expert_count",
                                           "expert_used_count",
                                           "feed_forward_length",
                                           "rope.dimension_count",
                                           "rope.freq_base",
                                           "rope.scale_linear",
                                           "rope.scaling.attn_factor",
                                           "rope.scaling.factor",
                                           "rope.scaling.finetuned",
                                           "rope.scaling.original_context_length",
                                           "rope.scaling.type",
                                           "tensor_data_layout",
                                           "vocab_size"};

Result<void> check_keys(const Metadata& metadata) {
  const std::string_view prefix = kPrefix;
  for (const std::string_view key : metadata.keys()) {
    if (!key.starts_with(prefix)) continue;
    const std::string_view name = key.substr(prefix.size());
    if (std::find(std::begin(kKnownKeys), std::end(kKnownKeys), name) == std::end(kKnownKeys)) {
      return Error{ErrorKind::kUnsupported, std::string(key),
                   "this key is not known, and may change what the model computes"};
    }
  }
  return {};
}

// What a model's positions are multiplied by. Scaled rotary embeddings change every angle: running
// such a file without them gives fluent, wrong answers, so every scheme but the linear one is
// refused. (Llama 3.1 scales by a tensor of factors, and names no scheme.)
Result<float> position_scale(const Metadata& metadata) {
  const std::string prefix = std::string(kPrefix) + "rope.";
  REDACT_ASSIGN(const auto type, metadata.find_string(prefix + "scaling.type"));
  REDACT_ASSIGN(const auto magnitude, metadata.find_float(prefix + "scaling.attn_factor"));
  const bool known = !type || *type == "none" || *type == "linear";
  if (!known || (magnitude && *magnitude != 0 && *magnitude != 1)) {
    return Error{ErrorKind::kUnsupported, prefix + "scaling",
                 "of rotary embeddings is known only in its linear form"};
  }
  if (type && *type == "none") return 1.0f;
  for (const char* key : {"scaling.factor", "scale_linear"}) {  // the second is the older name
    REDACT_ASSIGN(const auto factor, metadata.find_float(prefix + key));
    if (!factor || *factor == 0) continue;
    if (!std::isfinite(*factor) || *factor < 1 || *factor > kMaxRopeFactor) {
      return Error{ErrorKind::kBadInput, prefix + key, "is outside 1..1024"};
    }
    return 1.0f / static_cast<float>(*factor);
  }
  return 1.0f;
}

Result<AttentionShape> read_attention(const Metadata& metadata, size_t d_model) {
  const std::string prefix = kPrefix;
  AttentionShape shape;
  REDACT_ASSIGN(shape.n_heads, count_in(metadata, prefix + "attention.head_count", 1, kMaxHeads));
  REDACT_ASSIGN(shape.n_kv_heads, count_in_or(metadata, prefix + "attention.head_count_kv", 1,
                                              kMaxHeads, shape.n_heads));
  if (shape.n_heads % shape.n_kv_heads != 0) {
    return Error{ErrorKind::kBadInput, prefix + "attention.head_count_kv",
                 "does not divide attention.head_count"};
  }
  if (!metadata.has(prefix + "attention.key_length") && d_model % shape.n_heads != 0) {
    return Error{ErrorKind::kBadInput, prefix + "attention.head_count",
                 "does not divide embedding_length"};
  }
  REDACT_ASSIGN(shape.head_dim, count_in_or(metadata, prefix + "attention.key_length", 2,
                                            kMaxHeadDim, d_model / shape.n_heads));
  REDACT_ASSIGN(const size_t value_dim, count_in_or(metadata, prefix + "attention.value_length", 2,
                                                    kMaxHeadDim, shape.head_dim));
  if (value_dim != shape.head_dim) {
    return Error{ErrorKind::kUnsupported, prefix + "attention.value_length",
                 "differs from attention.key_length"};
  }
  if (shape.head_dim % 2 != 0 || shape.head_dim > kMaxHeadDim) {
    return Error{ErrorKind::kBadInput, prefix + "attention.key_length",
                 "the head size must be even and at most " + std::to_string(kMaxHeadDim)};
  }
  return shape;
}

Result<LayerSpec> read_layer(const Metadata& metadata, size_t d_model) {
  const std::string prefix = kPrefix;
  LayerSpec layer{};
  REDACT_ASSIGN(layer.attention.shape, read_attention(metadata, d_model));
  const double usual = 1 / std::sqrt(static_cast<double>(layer.attention.shape.head_dim));
  REDACT_ASSIGN(layer.attention.scale,
                positive_or(metadata, prefix + "attention.scale", usual, 1e6));
  REDACT_ASSIGN(layer.attention.window,
                count_in_or(metadata, prefix + "attention.sliding_window", 0, kMaxContext, 0));
  return layer;
}

Result<RopeSpec> read_rope(const Metadata& metadata, size_t head_dim) {
  const std::string prefix = kPrefix;
  RopeSpec rope{};
  rope.pairs = RopePairs::kAdjacent;
  REDACT_ASSIGN(rope.freq_base, positive_or(metadata, prefix + "rope.freq_base", 1e4, 1e12));
  REDACT_ASSIGN(rope.n_dims,
                count_in_or(metadata, prefix + "rope.dimension_count", 2, head_dim, head_dim));
  if (rope.n_dims % 2 != 0) {
    return Error{ErrorKind::kBadInput, prefix + "rope.dimension_count", "must be even"};
  }
  REDACT_ASSIGN(rope.position_scale, position_scale(metadata));
  return rope;
}

}  // namespace

Result<Config> Config::read(const GgufFile& file) {
  const Metadata& metadata = file.metadata();
  const std::string prefix = kPrefix;
  REDACT_ASSIGN(const auto architecture, metadata.get_string("general.architecture"));
  if (architecture != "llama") {
    return Error{ErrorKind::kUnsupported, "general.architecture",
                 escaped(architecture) + " is not known; this build runs llama"};
  }
  REDACT_TRY(check_keys(metadata));
  REDACT_ASSIGN(const auto name, metadata.find_string("general.name"));

  Config config;
  config.name = std::string(name.value_or(architecture));
  REDACT_ASSIGN(const size_t n_layers, count_in(metadata, prefix + "block_count", 1, kMaxLayers));
  REDACT_ASSIGN(config.d_model, count_in(metadata, prefix + "embedding_length", 1, kMaxWidth));
  REDACT_ASSIGN(config.d_ff, count_in(metadata, prefix + "feed_forward_length", 1, kMaxWidth));
  REDACT_ASSIGN(config.n_context, count_in(metadata, prefix + "context_length", 1, kMaxContext));
  REDACT_ASSIGN(config.norm_eps,
                positive_or(metadata, prefix + "attention.layer_norm_rms_epsilon", 1e-5, 1.0));
  REDACT_ASSIGN(const LayerSpec layer, read_layer(metadata, config.d_model));
  config.layers.assign(n_layers, layer);
  REDACT_ASSIGN(const RopeSpec rope, read_rope(metadata, layer.attention.shape.head_dim));
  config.ropes = {rope};
  REDACT_ASSIGN(const auto causal, metadata.find_bool(prefix + "attention.causal"));
  if (causal && !*causal) {
    return Error{ErrorKind::kUnsupported, prefix + "attention.causal",
                 "only causal attention is supported"};
  }
  REDACT_ASSIGN(const size_t n_experts, count_in_or(metadata, prefix + "expert_count", 0, 1024, 0));
  if (n_experts != 0) {
    return Error{ErrorKind::kUnsupported, prefix + "expert_count",
                 "mixtures of experts are not supported"};
  }

  const TensorInfo* embedding = file.find("token_embd.weight");
  if (embedding == nullptr) return Error{ErrorKind::kBadInput, "token_embd.weight", "is missing"};
  config.n_vocab = embedding->rows();
  return config;
}

Config Config::llama(size_t n_layers, size_t d_model, size_t d_ff, size_t n_vocab,
                     const AttentionShape& shape) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim));
  Config config{"llama", d_model, d_ff, n_vocab, 8192, 1e-5f, {}, {}};
  config.ropes = {{shape.head_dim, RopePairs::kAdjacent, 1e4f, 1.0f}};
  config.layers.assign(n_layers, {{shape, scale}, 0});
  return config;
}

}  // namespace redact
