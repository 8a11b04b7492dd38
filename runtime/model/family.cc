// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/family.h"

#include <algorithm>
#include <initializer_list>

namespace redact {

namespace {

constexpr uint32_t parts(std::initializer_list<Part> list) {
  uint32_t bits = 0;
  for (const Part part : list) bits |= uint32_t{1} << static_cast<int>(part);
  return bits;
}

using enum Part;
constexpr uint32_t kDense = parts({kCore, kPreNorms, kFfnNorm, kSplitQkv, kSplitGateUp, kDown});

// Keys that every family may have: those that this build reads, and those that do not affect the
// computation.
constexpr std::string_view kCommonKeys[] = {"attention.causal",
                                            "attention.head_count",
                                            "attention.head_count_kv",
                                            "attention.key_length",
                                            "attention.layer_norm_rms_epsilon",
                                            "attention.scale",
                                            "attention.value_length",
                                            "block_count",
                                            "context_length",
                                            "embedding_length",
                                            "feed_forward_length",
                                            "rope.dimension_count",
                                            "rope.freq_base",
                                            "rope.scale_linear",
                                            "rope.scaling.attn_factor",
                                            "rope.scaling.factor",
                                            "rope.scaling.finetuned",
                                            "rope.scaling.original_context_length",
                                            "rope.scaling.type",
                                            "rope.scaling.yarn_beta_fast",
                                            "rope.scaling.yarn_beta_slow",
                                            "tensor_data_layout",
                                            "vocab_size"};
constexpr std::string_view kLlamaKeys[] = {"attention.sliding_window", "expert_count",
                                           "expert_used_count"};
constexpr std::string_view kGemma3Keys[] = {
    "attention.sliding_window", "attention.sliding_window_pattern", "rope.freq_base_swa"};
constexpr std::string_view kPhi3Keys[] = {"attention.sliding_window"};
// Pooling makes one vector of a text, for models without a head.
constexpr std::string_view kBertKeys[] = {"attention.layer_norm_epsilon",
                                          "classifier.output_labels", "embedding_length_out",
                                          "pooling_type"};
constexpr std::string_view kDebertaKeys[] = {
    "attention.layer_norm_epsilon", "attention.max_relative_positions",
    "attention.relative_buckets_count", "classifier.output_labels"};
constexpr std::string_view kModernBertKeys[] = {"attention.layer_norm_epsilon",
                                                "attention.sliding_window",
                                                "attention.sliding_window_pattern",
                                                "classifier.output_labels",
                                                "embedding_length_out",
                                                "hidden_activation",
                                                "pooling_type",
                                                "rope.freq_base_swa"};
constexpr std::string_view kPrivacyFilterKeys[] = {"attention.sliding_window",
                                                   "classifier.output_labels",
                                                   "embedding_length_out",
                                                   "expert_count",
                                                   "expert_feed_forward_length",
                                                   "expert_used_count",
                                                   "pooling_type",
                                                   "rope.scaling.yarn_truncate"};

constexpr Family kFamilies[] = {
    // Llama, Mistral, SmolLM2; with experts, Mixtral, for which Config::read drops the dense parts.
    {.architecture = "llama",
     .pairs = RopePairs::kAdjacent,
     .required = kDense,
     .optional = parts({kOutput, kRopeFreqs, kQkvBias, kExperts}),
     .keys = kLlamaKeys,
     .freq_base = 10000},
    // Qwen2, Qwen2.5, DeepSeek-R1-Distill-Qwen.
    {.architecture = "qwen2",
     .pairs = RopePairs::kHalves,
     .required = kDense | parts({kQkvBias}),
     .optional = parts({kOutput}),
     .yarn = true},
    {.architecture = "qwen3",
     .pairs = RopePairs::kHalves,
     .required = kDense | parts({kHeadNorms}),
     .optional = parts({kOutput}),
     .yarn = true},
    // Most files have no key for the frequency base of the windowed layers. The 27B model has 62
    // layers.
    {.architecture = "gemma3",
     .pairs = RopePairs::kHalves,
     .gate = Gate::kGelu,
     .scales_embeddings = true,
     .required = kDense | parts({kHeadNorms, kPostNorms}),
     .optional = parts({kOutput}),
     .keys = kGemma3Keys,
     .full_every = 6,
     .window_freq_base = 10000,
     .n_layers_scaled_by_width = 62},
    // Phi-3, Phi-4.
    {.architecture = "phi3",
     .pairs = RopePairs::kHalves,
     .required = parts({kCore, kPreNorms, kFfnNorm, kFusedQkv, kFusedGateUp, kDown}),
     .optional = parts({kOutput, kLongRope}),
     .keys = kPhi3Keys},
    // BERT and DistilBERT with a head that classifies tokens; only BERT has token types.
    {.architecture = "bert",
     .encodes = true,
     .required =
         parts({kCore, kSplitQkv, kQkvBias, kDown, kEncoder, kLearnedPositions, kClassHead}),
     .optional = parts({kTokenTypes}),
     .keys = kBertKeys},
    // DeBERTa-v3, mDeBERTa.
    {.architecture = "deberta-v2",
     .encodes = true,
     .required = parts({kCore, kSplitQkv, kQkvBias, kDown, kEncoder, kRelative, kClassHead}),
     .keys = kDebertaKeys},
    // ModernBERT with a head that classifies tokens. Its window reaches to both sides.
    {.architecture = "modern-bert",
     .pairs = RopePairs::kHalves,
     .encodes = true,
     .required = parts({kCore, kPreNorms, kFfnNorm, kFusedQkv, kFusedGateUp, kDown, kInputNorm,
                        kHeadLayer, kClassHead}),
     .optional = parts({kHeadBias}),
     .keys = kModernBertKeys,
     .full_every = 3,
     .full_first = true,
     .window_freq_base = 10000},
    // OpenAI's privacy-filter: a decoder of the kind of gpt-oss that sees both sides. Unlike the
    // others it rotates by YaRN as it was published, whose bounds are fractions of pairs.
    {.architecture = "openai-privacy-filter",
     .pairs = RopePairs::kAdjacent,
     .gate = Gate::kClamped,
     .encodes = true,
     .required = parts({kCore, kPreNorms, kSplitQkv, kQkvBias, kExperts, kSinks, kClassHead}),
     .optional = parts({kRopeFreqs}),
     .keys = kPrivacyFilterKeys,
     .yarn = true,
     .yarn_whole_pairs = false,
     .window_is_radius = true},
};

}  // namespace

bool Family::knows(std::string_view key) const {
  return std::find(std::begin(kCommonKeys), std::end(kCommonKeys), key) != std::end(kCommonKeys) ||
         std::find(keys.begin(), keys.end(), key) != keys.end();
}

const Family* find_family(std::string_view architecture) {
  for (const Family& family : kFamilies) {
    if (family.architecture == architecture) return &family;
  }
  return nullptr;
}

std::string family_names() {
  std::string names;
  for (const Family& family : kFamilies) {
    names += (names.empty() ? "" : ", ") + std::string(family.architecture);
  }
  return names;
}

}  // namespace redact
