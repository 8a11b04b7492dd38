// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/config.h"

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

// Scaled rotary embeddings change every angle: running such a file without them gives fluent,
// wrong answers, so a file that asks for them is refused unless its factors come as a tensor.
Result<void> check_rope_scaling(const Metadata& metadata) {
  const std::string prefix = kPrefix;
  REDACT_ASSIGN(const auto type, metadata.find_string(prefix + "rope.scaling.type"));
  bool neutral = !type || *type == "none";
  for (const char* key : {"rope.scale_linear", "rope.scaling.factor", "rope.scaling.attn_factor"}) {
    REDACT_ASSIGN(const auto factor, metadata.find_float(prefix + key));
    neutral = neutral && (!factor || *factor == 0 || *factor == 1);
  }
  if (!neutral) {
    return Error{ErrorKind::kUnsupported, prefix + "rope.scaling",
                 "scaled rotary embeddings are not supported"};
  }
  return {};
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

}  // namespace

Result<Config> Config::read(const GgufFile& file) {
  const Metadata& metadata = file.metadata();
  const std::string prefix = kPrefix;
  REDACT_ASSIGN(const auto architecture, metadata.get_string("general.architecture"));
  if (architecture != "llama") {
    return Error{ErrorKind::kUnsupported, "general.architecture",
                 "this build runs llama models only"};
  }
  REDACT_ASSIGN(const auto name, metadata.find_string("general.name"));

  Config config;
  config.name = std::string(name.value_or(architecture));
  REDACT_ASSIGN(config.n_layers, count_in(metadata, prefix + "block_count", 1, kMaxLayers));
  REDACT_ASSIGN(config.d_model, count_in(metadata, prefix + "embedding_length", 1, kMaxWidth));
  REDACT_ASSIGN(config.d_ff, count_in(metadata, prefix + "feed_forward_length", 1, kMaxWidth));
  REDACT_ASSIGN(config.n_context, count_in(metadata, prefix + "context_length", 1, kMaxContext));
  REDACT_ASSIGN(config.attention, read_attention(metadata, config.d_model));
  REDACT_ASSIGN(config.norm_eps,
                positive_or(metadata, prefix + "attention.layer_norm_rms_epsilon", 1e-5, 1.0));
  REDACT_ASSIGN(config.rope_freq_base, positive_or(metadata, prefix + "rope.freq_base", 1e4, 1e12));
  REDACT_ASSIGN(config.rope_dims,
                count_in_or(metadata, prefix + "rope.dimension_count", 2, config.attention.head_dim,
                            config.attention.head_dim));
  if (config.rope_dims % 2 != 0) {
    return Error{ErrorKind::kBadInput, prefix + "rope.dimension_count", "must be even"};
  }
  REDACT_TRY(check_rope_scaling(metadata));
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

}  // namespace redact
