// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/config.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "gguf_loader/gguf_file.h"
#include "runtime/model/family.h"

namespace redact {

namespace {

// Upper bounds on the values in a file; each is far above any published model and low enough that
// no product of two of them overflows 64 bits.
constexpr uint64_t kMaxLayers = 512;
constexpr uint64_t kMaxHeads = 1024;
constexpr uint64_t kMaxHeadDim = 1024;
constexpr uint64_t kMaxWidth = 1u << 20;
constexpr uint64_t kMaxContext = 1u << 24;
constexpr uint64_t kMaxExperts = 1024;
constexpr double kMaxRopeFactor = 1024;

// Reads the keys of one family, which begin with its architecture.
class Reader {
 public:
  Reader(const Metadata& metadata, const Family& family)
      : metadata_(metadata), prefix_(std::string(family.architecture) + "."), family_(family) {}

  const Family& family() const { return family_; }
  std::string full(std::string_view key) const { return prefix_ + std::string(key); }
  bool has(std::string_view key) const { return metadata_.has(full(key)); }

  Error bad(std::string_view key, std::string what) const {
    return {ErrorKind::kBadInput, full(key), std::move(what)};
  }
  Error unsupported(std::string_view key, std::string what) const {
    return {ErrorKind::kUnsupported, full(key), std::move(what)};
  }

  Result<size_t> count(std::string_view key, uint64_t least, uint64_t most) const {
    REDACT_ASSIGN(const uint64_t value, metadata_.get_count(full(key)));
    if (value < least || value > most) {
      return bad(key, std::to_string(value) + " is outside the range from " +
                          std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<size_t>(value);
  }
  Result<size_t> count_or(std::string_view key, uint64_t least, uint64_t most,
                          size_t otherwise) const {
    if (!has(key)) return otherwise;
    return count(key, least, most);
  }
  Result<float> positive_or(std::string_view key, double otherwise, double below) const {
    REDACT_ASSIGN(const auto found, metadata_.find_float(full(key)));
    const auto value = static_cast<float>(found.value_or(otherwise));
    if (!std::isfinite(value) || value <= 0 || value >= below) {
      return bad(key, "must be positive, finite and below " + std::to_string(below));
    }
    return value;
  }
  // nullopt if the key is absent or its value is 0, by which some writers mean absent.
  Result<std::optional<double>> real(std::string_view key) const {
    REDACT_ASSIGN(auto found, metadata_.find_float(full(key)));
    if (found && *found == 0) found = std::nullopt;
    return found;
  }
  Result<std::optional<std::string_view>> text(std::string_view key) const {
    return metadata_.find_string(full(key));
  }
  Result<std::optional<bool>> flag(std::string_view key) const {
    return metadata_.find_bool(full(key));
  }

  // Refuses any unknown key of the family, since it may change the computation.
  Result<void> check_keys() const {
    for (const std::string_view key : metadata_.keys()) {
      if (!key.starts_with(prefix_) || family_.knows(key.substr(prefix_.size()))) continue;
      return Error{ErrorKind::kUnsupported, std::string(key),
                   "unknown key, which may change what the model computes"};
    }
    return {};
  }

 private:
  const Metadata& metadata_;
  std::string prefix_;
  const Family& family_;
};

// The factor that a model's positions are multiplied by. Scaled rotary embeddings change every
// angle: running such a file without the scaling gives fluent but wrong answers, so every scheme
// except the linear one and YaRN is refused. (Llama 3.1 and Phi scale by tensors of factors; Llama
// files name no scheme.)
Result<float> position_scale(const Reader& read) {
  REDACT_ASSIGN(const auto type, read.text("rope.scaling.type"));
  const bool by_factors = type == "longrope" && read.family().has(Part::kLongRope);
  const bool by_yarn = type == "yarn" && read.family().yarn;
  if (type && *type != "none" && *type != "linear" && !by_factors && !by_yarn) {
    return read.unsupported("rope.scaling", "this scaling of rotary embeddings is not supported");
  }
  if (by_factors || by_yarn || type == "none") return 1.0f;
  for (const char* key : {"rope.scaling.factor", "rope.scale_linear"}) {  // the second is older
    REDACT_ASSIGN(const auto factor, read.real(key));
    if (!factor) continue;
    if (!std::isfinite(*factor) || *factor < 1 || *factor > kMaxRopeFactor) {
      return read.bad(key, "must be from 1 to 1024");
    }
    return 1.0f / static_cast<float>(*factor);
  }
  return 1.0f;
}

// The file's attn_factor multiplies the magnitude that follows from the factor.
Result<void> read_yarn(const Reader& read, RopeSpec& rope) {
  RopeSpec::Yarn& yarn = rope.yarn;
  REDACT_ASSIGN(const auto factor, read.real("rope.scaling.factor"));
  if (!factor || !(*factor >= 1 && *factor <= kMaxRopeFactor)) {
    return read.bad("rope.scaling.factor", "must be from 1 to 1024");
  }
  if (rope.freq_base <= 1) return read.bad("rope.freq_base", "must be above 1 with YaRN");
  yarn.factor = *factor;
  REDACT_ASSIGN(yarn.original_context,
                read.count("rope.scaling.original_context_length", 1, kMaxContext));
  REDACT_ASSIGN(yarn.beta_fast, read.positive_or("rope.scaling.yarn_beta_fast", 32, 1024));
  REDACT_ASSIGN(yarn.beta_slow, read.positive_or("rope.scaling.yarn_beta_slow", 1, yarn.beta_fast));
  REDACT_ASSIGN(const auto whole_pairs, read.flag("rope.scaling.yarn_truncate"));
  yarn.whole_pairs = whole_pairs.value_or(read.family().yarn_whole_pairs);
  REDACT_ASSIGN(const float given, read.positive_or("rope.scaling.attn_factor", 1, 16));
  rope.magnitude = static_cast<float>(given * (1 + 0.1 * std::log(yarn.factor)));
  return {};
}

Result<RopeSpec> read_rope(const Reader& read, size_t head_dim) {
  RopeSpec rope{};
  rope.pairs = *read.family().pairs;
  const double usual_base = read.family().freq_base;
  // Untested: a base of 0 is refused as well.
  if (usual_base == 0 && !read.has("rope.freq_base"))
    return read.bad("rope.freq_base", "required key is missing");
  REDACT_ASSIGN(rope.freq_base, read.positive_or("rope.freq_base", usual_base, 1e12));
  REDACT_ASSIGN(rope.n_dims, read.count_or("rope.dimension_count", 2, head_dim, head_dim));
  if (rope.n_dims % 2 != 0) return read.bad("rope.dimension_count", "must be even");
  REDACT_ASSIGN(rope.position_scale, position_scale(read));
  rope.magnitude = 1;
  REDACT_ASSIGN(const auto type, read.text("rope.scaling.type"));
  if (type == "yarn") {
    REDACT_TRY(read_yarn(read, rope));
    return rope;
  }
  REDACT_ASSIGN(const auto magnitude, read.real("rope.scaling.attn_factor"));
  if (read.family().has(Part::kLongRope)) {
    REDACT_ASSIGN(rope.magnitude, read.positive_or("rope.scaling.attn_factor", 1, 16));
    REDACT_ASSIGN(rope.long_above,
                  read.count_or("rope.scaling.original_context_length", 1, kMaxContext, 0));
  } else if (magnitude && *magnitude != 1) {
    return read.unsupported("rope.scaling.attn_factor",
                            "supported only with the factors of LongRoPE");
  }
  return rope;
}

Result<AttentionShape> read_shape(const Reader& read, size_t d_model) {
  AttentionShape shape{};
  shape.floats = read.family().encodes;
  REDACT_ASSIGN(shape.n_heads, read.count("attention.head_count", 1, kMaxHeads));
  REDACT_ASSIGN(shape.n_kv_heads,
                read.count_or("attention.head_count_kv", 1, kMaxHeads, shape.n_heads));
  if (shape.n_heads % shape.n_kv_heads != 0) {
    return read.bad("attention.head_count_kv", "must divide attention.head_count");
  }
  if (!read.has("attention.key_length") && d_model % shape.n_heads != 0) {
    return read.bad("attention.head_count", "must divide embedding_length");
  }
  REDACT_ASSIGN(shape.head_dim,
                read.count_or("attention.key_length", 2, kMaxHeadDim, d_model / shape.n_heads));
  REDACT_ASSIGN(const size_t value_dim,
                read.count_or("attention.value_length", 2, kMaxHeadDim, shape.head_dim));
  if (value_dim != shape.head_dim) {
    return read.unsupported("attention.value_length", "must equal attention.key_length");
  }
  if (shape.head_dim % 2 != 0 || shape.head_dim > kMaxHeadDim) {
    return read.bad("attention.key_length",
                    "the head size must be even and at most " + std::to_string(kMaxHeadDim));
  }
  return shape;
}

// The window of an encoder, of which a row sees half on either side, or that of a decoder.
Result<void> read_window(const Reader& read, Attention& attention) {
  const char* const key = "attention.sliding_window";
  if (!read.family().encodes) {
    REDACT_ASSIGN(attention.window, read.count_or(key, 0, kMaxContext, 0));
  } else if (read.family().knows(key)) {
    REDACT_ASSIGN(const size_t width, read.count(key, 2, kMaxContext));
    attention.radius = read.family().window_is_radius ? width : width / 2;
  }
  return {};
}

// Reads the layers and their rotary embeddings. A family with both full and windowed layers has a
// second set for the windowed ones, whose positions are never stretched.
Result<void> read_layers(const Reader& read, Config& config) {
  const Family& family = read.family();
  REDACT_ASSIGN(const size_t n_layers, read.count("block_count", 1, kMaxLayers));
  Attention attention{};
  REDACT_ASSIGN(attention.shape, read_shape(read, config.d_model));
  const bool by_width = n_layers == family.n_layers_scaled_by_width;
  const size_t n_products = family.has(Part::kRelative) ? 3 : 1;  // whose sum is a score
  const size_t scaled_by =
      n_products * (by_width ? config.d_model / attention.shape.n_heads : attention.shape.head_dim);
  REDACT_ASSIGN(
      attention.scale,
      read.positive_or("attention.scale", 1 / std::sqrt(static_cast<double>(scaled_by)), 1e6));
  REDACT_TRY(read_window(read, attention));
  RopeSpec rope{0, RopePairs::kHalves, 1, 1};
  if (family.pairs) {
    REDACT_ASSIGN(rope, read_rope(read, attention.shape.head_dim));
  }
  config.ropes = {rope};
  config.layers.assign(n_layers, {attention, 0});
  config.layers.front().has_attn_norm = !family.has(Part::kInputNorm);
  if (family.full_every == 0 || (attention.window == 0 && attention.radius == 0)) return {};

  RopeSpec local = rope;
  local.position_scale = 1;
  REDACT_ASSIGN(local.freq_base,
                read.positive_or("rope.freq_base_swa", family.window_freq_base, 1e12));
  config.ropes.push_back(local);
  REDACT_ASSIGN(const size_t every, read.count_or("attention.sliding_window_pattern", 1, kMaxLayers,
                                                  family.full_every));
  for (size_t i = 0; i < n_layers; ++i) {
    const bool full = i % every == (family.full_first ? 0 : every - 1);
    if (full) config.layers[i].attention.window = config.layers[i].attention.radius = 0;
    config.layers[i].rope = full ? 0 : 1;
  }
  return {};
}

Result<void> read_relative(const Reader& read, Config& config) {
  const char* const buckets = "attention.relative_buckets_count";
  RelativeBuckets& relative = config.relative;
  REDACT_ASSIGN(relative.max_position,
                read.count("attention.max_relative_positions", 4, kMaxContext));
  REDACT_ASSIGN(relative.n_buckets, read.count(buckets, 2, relative.max_position));
  if (relative.n_buckets % 2 != 0) return read.bad(buckets, "must be even");
  const AttentionShape& shape = config.layers.front().attention.shape;
  if (shape.n_kv_heads == shape.n_heads) return {};
  return read.unsupported("attention.head_count_kv", "must equal attention.head_count");
}

// Reads the keys of an encoder with a head. A file of an encoder without the list of classes is one
// of those that turn a text into a vector.
Result<void> read_encoder(const Reader& read, const Metadata& metadata, Config& config) {
  const std::string classes = read.full("classifier.output_labels");
  REDACT_ASSIGN(const auto labels, metadata.get_strings(classes));
  if (labels.empty()) return read.bad("classifier.output_labels", "is empty");
  config.n_classes = labels.size();
  constexpr uint64_t kRank = 4;
  REDACT_ASSIGN(const auto pooling, metadata.find_count(read.full("pooling_type")));
  if (pooling == kRank) return read.unsupported("pooling_type", "is that of a model that ranks");
  REDACT_ASSIGN(const auto n_types, metadata.find_count("tokenizer.ggml.token_type_count"));
  config.n_token_types = std::min<uint64_t>(n_types.value_or(2), kMaxWidth);
  REDACT_ASSIGN(const auto activation, read.text("hidden_activation"));
  if (activation && *activation != "gelu") {
    return read.unsupported("hidden_activation", "supported is gelu");
  }
  // ModernBERT's file may have both keys. The converter of llama.cpp writes the eps of its norms as
  // the one for RMS, and a number that the model does not use as the other.
  const char *of_rms = "attention.layer_norm_rms_epsilon", *plain = "attention.layer_norm_epsilon";
  const bool by_rms =
      !read.family().knows(plain) || (config.has(Part::kPreNorms) && read.has(of_rms));
  const char* const eps = by_rms ? of_rms : plain;
  if (!read.has(eps)) return read.bad(eps, "required key is missing");
  REDACT_ASSIGN(config.norm_eps, read.positive_or(eps, 0, 1.0));
  return config.has(Part::kRelative) ? read_relative(read, config) : Result<void>();
}

Result<void> read_parts(const Reader& read, Config& config) {
  const Family& family = read.family();
  for (size_t i = 0; i < kNParts; ++i) {
    config.parts[i] = (family.required >> i & 1) != 0   ? Presence::kRequired
                      : (family.optional >> i & 1) != 0 ? Presence::kOptional
                                                        : Presence::kAbsent;
  }
  const auto set = [&config](Part part, Presence presence) {
    config.parts[static_cast<size_t>(part)] = presence;
  };
  if (!family.has(Part::kExperts)) return {};
  const size_t least = family.has(Part::kSplitGateUp) ? 0 : 1;  // or the network that it may have
  REDACT_ASSIGN(config.n_experts, read.count_or("expert_count", least, kMaxExperts, 0));
  if (config.n_experts < least) return read.bad("expert_count", "required key is missing");
  set(Part::kExperts, config.n_experts > 0 ? Presence::kRequired : Presence::kAbsent);
  if (config.n_experts == 0) return {};
  REDACT_ASSIGN(config.n_experts_used, read.count("expert_used_count", 1, config.n_experts));
  REDACT_ASSIGN(config.d_ff,
                read.count_or("expert_feed_forward_length", 1, kMaxWidth, config.d_ff));
  for (const Part dense : {Part::kSplitGateUp, Part::kDown}) set(dense, Presence::kAbsent);
  return {};
}

}  // namespace

size_t Config::window() const {
  size_t most = 0;
  for (const LayerSpec& layer : layers) most = std::max(most, layer.attention.window);
  return most;
}

Result<Config> Config::read(const GgufFile& file) {
  REDACT_ASSIGN(Config config, read(file.metadata(), 0));
  const TensorInfo* embedding = file.find("token_embd.weight");
  if (embedding == nullptr)
    return Error{ErrorKind::kBadInput, "token_embd.weight", "required tensor is missing"};
  config.n_vocab = embedding->rows();
  const Metadata& metadata = file.metadata();
  const std::string key = std::string(*metadata.get_string("general.architecture")) + ".vocab_size";
  REDACT_ASSIGN(const auto n_named, metadata.find_count(key));
  const std::string tokens = "tokenizer.ggml.tokens";  // read by the tokenizer, which needs them
  const uint64_t n_tokens = metadata.has(tokens) ? metadata.value(tokens).count : 1;
  if (n_named && (*n_named < std::max<uint64_t>(n_tokens, 1) || *n_named > config.n_vocab)) {
    return Error{ErrorKind::kBadInput, key,
                 "is " + std::to_string(*n_named) + ", but the file has " +
                     std::to_string(n_tokens) + " tokens and " + std::to_string(config.n_vocab) +
                     " rows of token_embd.weight"};
  }
  return config;
}

Result<Config> Config::read(const Metadata& metadata, size_t n_vocab) {
  REDACT_ASSIGN(const auto architecture, metadata.get_string("general.architecture"));
  const Family* family = find_family(architecture);
  if (family == nullptr) {
    return Error{
        ErrorKind::kUnsupported, "general.architecture",
        "unsupported architecture " + escaped(architecture) + "; supported are " + family_names()};
  }
  const Reader read(metadata, *family);
  REDACT_TRY(read.check_keys());
  REDACT_ASSIGN(const auto name, metadata.find_string("general.name"));

  Config config;
  config.name = std::string(name.value_or(architecture));
  config.n_vocab = n_vocab;
  config.gate = family->gate;
  REDACT_ASSIGN(config.d_model, read.count("embedding_length", 1, kMaxWidth));
  REDACT_ASSIGN(config.d_ff, read.count("feed_forward_length", 1, kMaxWidth));
  REDACT_ASSIGN(config.n_context, read.count("context_length", 1, kMaxContext));
  REDACT_ASSIGN(config.norm_eps, read.positive_or("attention.layer_norm_rms_epsilon", 1e-5, 1.0));
  if (family->scales_embeddings) {
    config.embedding_scale = std::sqrt(static_cast<float>(config.d_model));
  }
  REDACT_TRY(read_layers(read, config));
  REDACT_TRY(read_parts(read, config));
  config.encodes = family->encodes;
  if (config.encodes) REDACT_TRY(read_encoder(read, metadata, config));
  REDACT_ASSIGN(const auto causal, read.flag("attention.causal"));
  if (causal && *causal == config.encodes) {
    return read.unsupported("attention.causal", config.encodes
                                                    ? "causal attention is not supported"
                                                    : "non-causal attention is not supported");
  }
  return config;
}

}  // namespace redact
