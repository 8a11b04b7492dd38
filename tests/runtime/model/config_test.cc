// SPDX-License-Identifier: Apache-2.0
// The config that the keys of each family give, and the keys that are refused by name.
#include "runtime/model/config.h"

#include <gtest/gtest.h>

#include "tests/support/broken_model.h"

namespace redact::config_test {

using namespace testing;  // NOLINT: for the vocabulary of broken_model.h

Result<Model> open(const TinyModel& model) { return Model::open(model.write("config_test.gguf")); }

Config config_of(const TinyModel& model) {
  auto opened = open(model);
  EXPECT_TRUE(opened.ok()) << opened.error().message();
  return opened->config();
}

TEST(Config, ModelsOfAllFamiliesLoad) {
  for (const char* family : {"llama", "qwen2", "qwen3", "gemma3", "phi3", "bert"}) {
    const auto model = open(tiny(family));
    EXPECT_TRUE(model.ok()) << family << ": " << model.error().message();
  }
  TinyModel mixtral;
  mixtral.n_experts = 4;
  EXPECT_EQ(config_of(mixtral).n_experts_used, 2u);
}

TEST(Config, Gemma3HasAFullLayerAfterFiveWithAWindow) {
  TinyModel model = tiny("gemma3");
  model.n_layers = 13;
  model.extra = [](VocabBuilder& file) {
    file.text_key("gemma3.rope.scaling.type", "linear");
    file.file.kv("gemma3.rope.scaling.factor", 6, GgufBuilder::raw(8.0f));
  };
  const Config config = config_of(model);
  for (size_t i = 0; i < 13; ++i) {
    const bool full = i == 5 || i == 11;
    EXPECT_EQ(config.layers[i].attention.window, full ? 0u : 8u) << i;
    const RopeSpec& rope = config.ropes[config.layers[i].rope];
    EXPECT_EQ(rope.position_scale, full ? 0.125f : 1.0f) << i;
    EXPECT_EQ(rope.freq_base, 10000.0f);  // both have the tiny model's base
    EXPECT_EQ(rope.pairs, RopePairs::kHalves);
  }
  EXPECT_EQ(config.window(), 8u);
  EXPECT_EQ(config.gate, Gate::kGelu);
  EXPECT_FLOAT_EQ(config.embedding_scale, std::sqrt(32.0f));
}

TEST(Config, Gemma3LayersWithAWindowHaveABaseOfTheirOwn) {
  TinyModel model = tiny("gemma3");
  model.n_layers = 6;
  model.extra = [](VocabBuilder& file) {
    file.file.kv("gemma3.rope.freq_base_swa", 6, GgufBuilder::raw(5000.0f));
    file.id_key("gemma3.attention.sliding_window_pattern", 2);
  };
  const Config config = config_of(model);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(config.layers[i].attention.window, i % 2 == 1 ? 0u : 8u) << i;
    EXPECT_EQ(config.ropes[config.layers[i].rope].freq_base, i % 2 == 1 ? 10000.0f : 5000.0f);
  }
}

// Scores are scaled by the size of a head, except in the 27B model, which uses the width per head.
TEST(Config, Gemma3ScalesScoresByItsSize) {
  TinyModel model = tiny("gemma3");
  model.extra = [](VocabBuilder& file) {
    file.id_key("gemma3.attention.key_length", 16);
    file.id_key("gemma3.attention.value_length", 16);
  };
  EXPECT_FLOAT_EQ(config_of(model).layers[0].attention.scale, 0.25f);
  VocabBuilder keys;
  keys.add("a");
  keys.text_key("general.architecture", "gemma3");
  for (const auto& [key, value] :
       std::map<std::string, uint32_t>{{"block_count", 62},
                                       {"context_length", 131072},
                                       {"embedding_length", 5376},
                                       {"feed_forward_length", 21504},
                                       {"attention.head_count", 32},
                                       {"attention.head_count_kv", 16},
                                       {"attention.key_length", 128},
                                       {"attention.sliding_window", 1024}}) {
    keys.id_key("gemma3." + key, value);
  }
  keys.file.kv("gemma3.rope.freq_base", 6, GgufBuilder::raw(1e6f));
  const std::string file = keys.build();
  const auto parsed = GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  const auto config = Config::read(parsed->metadata(), 262144);
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_FLOAT_EQ(config->layers[0].attention.scale, 1 / std::sqrt(168.0f));
}

TEST(Config, AWindowOf0IsNone) {
  TinyModel model = tiny("phi3");
  model.window = 0;
  model.extra = [](VocabBuilder& file) { file.id_key("phi3.attention.sliding_window", 0); };
  EXPECT_EQ(config_of(model).window(), 0u);
  EXPECT_EQ(config_of(model).layers[0].table(), PageTable::kAll);
}

TEST(Config, YarnHasAFactorAndTheContextThatTheModelWasFirstTrainedFor) {
  TinyModel model = tiny("qwen2");
  const auto refused = [&](const char* left_out, float beta_slow = 1) {
    model.extra = [=](VocabBuilder& b) {
      const std::string prefix = "qwen2.rope.scaling.";
      b.text_key(prefix + "type", "yarn");
      b.file.kv(prefix + "yarn_beta_slow", 6, GgufBuilder::raw(beta_slow));
      if (left_out != std::string("factor"))
        b.file.kv(prefix + "factor", 6, GgufBuilder::raw(4.0f));
      if (left_out != std::string("context")) b.id_key(prefix + "original_context_length", 4096);
    };
    const auto opened = Model::open(model.write("yarn.gguf"));
    return opened.ok() ? "" : opened.error().where;
  };
  EXPECT_EQ(refused("factor"), "qwen2.rope.scaling.factor");
  EXPECT_EQ(refused("context"), "qwen2.rope.scaling.original_context_length");
  EXPECT_EQ(refused("nothing", 32), "qwen2.rope.scaling.yarn_beta_slow");
  model.freq_base = 1;
  EXPECT_EQ(refused("nothing"), "qwen2.rope.freq_base");
  model.freq_base = 10000;
  EXPECT_EQ(refused("nothing"), "");
  const Config config = config_of(model);
  EXPECT_EQ(config.ropes[0].yarn.factor, 4);
  EXPECT_EQ(config.ropes[0].yarn.original_context, 4096u);
  EXPECT_FLOAT_EQ(config.ropes[0].magnitude, 1.1386294f);
}

TEST(Config, AnEncoderHasClassesAndNoRotation) {
  const Config config = config_of(tiny("bert"));
  EXPECT_TRUE(config.encodes);
  EXPECT_EQ(config.n_classes, 3u);
  EXPECT_EQ(config.norm_eps, 1e-12f);
  EXPECT_EQ(config.ropes[0].n_dims, 0u);
}

TEST(Config, ModernBertSeesHalfItsWindowOnEitherSide) {
  TinyModel model = tiny("modern-bert");
  model.n_layers = 5;
  const Config config = config_of(model);
  EXPECT_EQ(config.norm_eps, 1e-12f);
  EXPECT_EQ(config.window(), 0u);
  for (size_t i = 0; i < 5; ++i) {
    const bool full = i == 0 || i == 3;
    EXPECT_EQ(config.layers[i].attention.radius, full ? 0u : 4u) << i;
    EXPECT_EQ(config.layers[i].table(), PageTable::kAll);
    EXPECT_EQ(config.layers[i].rope, full ? 0u : 1u);
    EXPECT_EQ(config.layers[i].has_attn_norm, i > 0);
  }
  EXPECT_EQ(config.ropes[1].freq_base, 10000.0f);
  model.extra = [](VocabBuilder& file) {
    file.id_key("modern-bert.attention.sliding_window_pattern", 2);
    file.file.kv("modern-bert.rope.freq_base_swa", 6, GgufBuilder::raw(5000.0f));
    file.file.kv("modern-bert.attention.layer_norm_rms_epsilon", 6, GgufBuilder::raw(1e-5f));
  };
  EXPECT_EQ(config_of(model).layers[2].attention.radius, 0u);
  EXPECT_EQ(config_of(model).ropes[1].freq_base, 5000.0f);
  EXPECT_EQ(config_of(model).norm_eps, 1e-5f);
}

// Its window is a radius, all layers have it, and YaRN's bounds are no whole pairs if the file does
// not say so.
TEST(Config, PrivacyFilterSeesItsWholeWindowOnEitherSide) {
  TinyModel model = tiny("openai-privacy-filter");
  std::optional<bool> truncates;
  model.extra = [&](VocabBuilder& file) {
    const std::string prefix = "openai-privacy-filter.";
    file.text_key(prefix + "rope.scaling.type", "yarn");
    file.file.kv(prefix + "rope.scaling.factor", 6, GgufBuilder::raw(32.0f));
    file.id_key(prefix + "rope.scaling.original_context_length", 4096);
    file.id_key(prefix + "expert_feed_forward_length", TinyModel::kFeedForward);
    if (truncates)
      file.file.kv(prefix + "rope.scaling.yarn_truncate", 7, std::string(1, *truncates));
  };
  Config config = config_of(model);
  EXPECT_TRUE(config.encodes);
  EXPECT_EQ(config.n_experts, 4u);
  for (const LayerSpec& layer : config.layers) EXPECT_EQ(layer.attention.radius, 8u);
  EXPECT_FALSE(config.ropes[0].yarn.whole_pairs);
  truncates = true;
  EXPECT_TRUE(config_of(model).ropes[0].yarn.whole_pairs);
  truncates = false;
  EXPECT_FALSE(config_of(model).ropes[0].yarn.whole_pairs);
  model.extra = [&](VocabBuilder& file) {
    file.id_key("openai-privacy-filter.expert_feed_forward_length", 65);
  };
  EXPECT_EQ(Model::open(model.write("filter.gguf")).error().where, "blk.0.ffn_gate_exps.weight");
}

TEST(Config, DebertaAddsThreeProducts) {
  const Config config = config_of(tiny("deberta-v2"));
  EXPECT_FLOAT_EQ(config.layers[0].attention.scale, 1 / std::sqrt(3 * 16.0f));
  EXPECT_EQ(config.relative.n_buckets, 8u);
  EXPECT_EQ(config.relative.max_position, 32u);
}

Change flag(const char* name, bool value) { return key(name, 7, std::string(1, value)); }

std::vector<Broken> broken() {
  return {
      {"bert", "bert.attention.causal", kUnknown, flag("attention.causal", true)},
      {"llama", "llama.attention.causal", kUnknown, flag("attention.causal", false)},
      {"bert", "bert.pooling_type", kUnknown, count("pooling_type", 4)},
      {"bert", "bert.position_embedding_type", kUnknown, count("position_embedding_type", 1)},
      {"bert", "position_embd.weight", kBad, reshaped("position_embd.weight", {32, 514})},
      {"bert", "position_embd.weight", kBad, type("position_embd.weight", 1)},
      {"bert", "token_types.weight", kBad,
       [](TinyModel& m) {
         m.added["token_types.weight"] = {32, 1};
       }},
      {"bert", "cls.output.weight", kBad, without("cls.output.weight")},
      {"bert", "cls.output.bias", kBad, without("cls.output.bias")},
      {"bert", "cls.output.weight", kBad, reshaped("cls.output.weight", {32, 2})},
      {"bert", "blk.1.attn_output.bias", kBad, without("blk.1.attn_output.bias")},
      {"bert", "blk.0.layer_output_norm.bias", kBad, without("blk.0.layer_output_norm.bias")},
      {"bert", "blk.0.ffn_gate.weight", kUnknown, with("blk.0.ffn_gate.weight")},
      {"bert", "cls.weight", kUnknown, with("cls.weight")},
      // Without the layer before the head, classes are plausible and wrong.
      {"modern-bert", "cls.weight", kBad, without("cls.weight")},
      {"modern-bert", "cls.norm.weight", kBad, without("cls.norm.weight")},
      {"modern-bert", "cls.output.bias", kBad, without("cls.output.bias")},
      {"modern-bert", "blk.0.attn_norm.weight", kUnknown, with("blk.0.attn_norm.weight")},
      {"modern-bert", "blk.1.attn_norm.weight", kBad, without("blk.1.attn_norm.weight")},
      {"modern-bert", "blk.1.attn_qkv.bias", kUnknown, with("blk.1.attn_qkv.bias")},
      {"modern-bert", "token_embd_norm.bias", kUnknown, with("token_embd_norm.bias")},
      {"modern-bert", "blk.0.ffn_up.weight", kBad, reshaped("blk.0.ffn_up.weight", {32, 64})},
      {"modern-bert", "modern-bert.attention.sliding_window", kBad,
       [](TinyModel& m) { m.window = 1; }},
      {"modern-bert", "modern-bert.attention.sliding_window", kBad,
       [](TinyModel& m) { m.window = 0; }},
      {"modern-bert", "modern-bert.hidden_activation", kUnknown, text("hidden_activation", "silu")},
      {"modern-bert", "modern-bert.attention.causal", kUnknown, flag("attention.causal", true)},
      {"openai-privacy-filter", "openai-privacy-filter.expert_count", kBad,
       [](TinyModel& m) { m.n_experts = 0; }},
      {"openai-privacy-filter", "openai-privacy-filter.attention.sliding_window", kBad,
       [](TinyModel& m) { m.window = 0; }},
      {"openai-privacy-filter", "openai-privacy-filter.attention.causal", kUnknown,
       flag("attention.causal", true)},
      {"openai-privacy-filter", "blk.1.attn_sinks.weight", kBad,
       without("blk.1.attn_sinks.weight")},
      {"openai-privacy-filter", "blk.0.attn_sinks.weight", kBad,
       reshaped("blk.0.attn_sinks.weight", {4})},
      {"openai-privacy-filter", "blk.0.attn_sinks.weight", kBad,
       type("blk.0.attn_sinks.weight", 1)},
      {"openai-privacy-filter", "blk.0.attn_output.bias", kBad, without("blk.0.attn_output.bias")},
      {"openai-privacy-filter", "blk.0.ffn_up_exps.bias", kBad, without("blk.0.ffn_up_exps.bias")},
      {"openai-privacy-filter", "blk.0.ffn_up_exps.bias", kBad,
       reshaped("blk.0.ffn_up_exps.bias", {64, 3})},
      {"openai-privacy-filter", "blk.0.ffn_gate_inp.bias", kBad,
       without("blk.0.ffn_gate_inp.bias")},
      {"openai-privacy-filter", "blk.1.post_attention_norm.weight", kBad,
       without("blk.1.post_attention_norm.weight")},
      {"openai-privacy-filter", "blk.0.ffn_norm.weight", kUnknown, with("blk.0.ffn_norm.weight")},
      {"llama", "blk.0.attn_sinks.weight", kUnknown, with("blk.0.attn_sinks.weight")},
      // Keys that would change the computation, of another family or of none.
      {"llama", "llama.attention.sliding_window_pattern", kUnknown,
       count("attention.sliding_window_pattern", 6)},
      {"llama", "llama.rope.freq_base_swa", kUnknown, real("rope.freq_base_swa", 1e4f)},
      {"llama", "llama.embedding_scale", kUnknown, real("embedding_scale", 12)},
      {"llama", "llama.residual_scale", kUnknown, real("residual_scale", 0.2f)},
      {"qwen2", "qwen2.attention.sliding_window", kUnknown, count("attention.sliding_window", 8)},
      {"qwen2", "qwen2.expert_count", kUnknown, count("expert_count", 4)},
      {"qwen2", "qwen2.rope.dimension_sections", kUnknown, count("rope.dimension_sections", 4)},
      {"qwen3", "qwen3.pooling_type", kUnknown, count("pooling_type", 4)},
      {"gemma3", "gemma3.final_logit_softcapping", kUnknown, real("final_logit_softcapping", 30)},
      {"gemma3", "gemma3.attn_logit_softcapping", kUnknown, real("attn_logit_softcapping", 50)},
      {"gemma3", "gemma3.vision.block_count", kUnknown, count("vision.block_count", 27)},
      {"phi3", "phi3.expert_count", kUnknown, count("expert_count", 16)},
      {"phi3", "phi3.attention.sliding_window_pattern", kUnknown,
       count("attention.sliding_window_pattern", 2)},
      // Rotary embeddings.
      {"llama", "llama.rope.scaling", kUnknown, text("rope.scaling.type", "yarn")},
      {"qwen2", "qwen2.rope.scaling.factor", kBad, text("rope.scaling.type", "yarn")},
      {"qwen2", "qwen2.rope.scaling", kUnknown, text("rope.scaling.type", "longrope")},
      {"phi3", "phi3.rope.scaling", kUnknown, text("rope.scaling.type", "su")},
      {"qwen2", "qwen2.rope.scaling.attn_factor", kUnknown, real("rope.scaling.attn_factor", 1.2f)},
      {"phi3", "rope.scaling.attn_factor", kUnknown, real("rope.scaling.attn_factor", 1.2f)},
      {"phi3", "phi3.rope.scaling.attn_factor", kBad, real("rope.scaling.attn_factor", NAN)},
      {"phi3", "phi3.rope.scaling.attn_factor", kBad, real("rope.scaling.attn_factor", -1)},
      {"phi3", "phi3.rope.scaling.original_context_length", kBad,
       count("rope.scaling.original_context_length", 0)},
      {"phi3", "phi3.rope.dimension_count", kBad, count("rope.dimension_count", 7)},
      {"phi3", "phi3.rope.dimension_count", kBad, count("rope.dimension_count", 18)},
      {"gemma3", "gemma3.rope.freq_base_swa", kBad, real("rope.freq_base_swa", 0)},
      {"gemma3", "gemma3.rope.freq_base_swa", kBad, count("rope.freq_base_swa", 10000)},
      {"gemma3", "gemma3.rope.scaling.factor", kBad, real("rope.scaling.factor", 0.5f)},
      {"gemma3", "gemma3.rope.freq_base", kBad, [](TinyModel& m) { m.freq_base = 0; }},
      // Windows.
      {"gemma3", "gemma3.attention.sliding_window_pattern", kBad,
       count("attention.sliding_window_pattern", 0)},
      {"gemma3", "gemma3.attention.sliding_window_pattern", kBad,
       text("attention.sliding_window_pattern", "6")},
      {"phi3", "phi3.attention.sliding_window", kBad,
       [](TinyModel& m) { m.window = (1u << 24) + 1; }},
      // Tensors that are missing, of another type or shape, or of another family.
      {"qwen2", "blk.1.attn_k.bias", kBad, without("blk.1.attn_k.bias")},
      {"qwen2", "blk.0.attn_q.bias", kBad, type("blk.0.attn_q.bias", 1)},
      {"qwen2", "blk.0.attn_q.bias", kBad, reshaped("blk.0.attn_q.bias", {16})},
      {"qwen2", "rope_freqs.weight", kUnknown, with("rope_freqs.weight")},
      {"qwen2", "blk.0.attn_output.bias", kUnknown, with("blk.0.attn_output.bias")},
      {"qwen2", "blk.0.attn_q_norm.weight", kUnknown, with("blk.0.attn_q_norm.weight")},
      {"qwen3", "blk.0.attn_k_norm.weight", kBad, without("blk.0.attn_k_norm.weight")},
      {"qwen3", "blk.0.attn_k_norm.weight", kBad, reshaped("blk.0.attn_k_norm.weight", {32})},
      {"qwen3", "blk.0.attn_q.bias", kUnknown, with("blk.0.attn_q.bias")},
      {"gemma3", "blk.1.post_attention_norm.weight", kBad,
       without("blk.1.post_attention_norm.weight")},
      {"gemma3", "blk.1.post_ffw_norm.weight", kBad, without("blk.1.post_ffw_norm.weight")},
      {"gemma3", "blk.0.attn_q_norm.weight", kBad, type("blk.0.attn_q_norm.weight", 1)},
      {"gemma3", "dense_2.weight", kUnknown, with("dense_2.weight")},
      {"llama", "blk.0.post_ffw_norm.weight", kUnknown, with("blk.0.post_ffw_norm.weight")},
      {"phi3", "blk.0.attn_qkv.weight", kBad, without("blk.0.attn_qkv.weight")},
      {"phi3", "blk.0.attn_qkv.weight", kBad, reshaped("blk.0.attn_qkv.weight", {32, 95})},
      {"phi3", "blk.0.ffn_up.weight", kBad, reshaped("blk.0.ffn_up.weight", {32, 64})},
      {"phi3", "blk.0.attn_q.weight", kUnknown, with("blk.0.attn_q.weight")},
      {"phi3", "blk.0.ffn_gate.weight", kUnknown, with("blk.0.ffn_gate.weight")},
      {"phi3", "rope_factors_short.weight", kBad,
       [](TinyModel& m) { m.added["rope_factors_long.weight"] = {8}; }},
      {"phi3", "rope_factors_long.weight", kBad,
       [](TinyModel& m) { m.added["rope_factors_short.weight"] = {8}; }},
      {"phi3", "rope_factors_long.weight", kBad,
       [](TinyModel& m) {
         m.added["rope_factors_long.weight"] = m.added["rope_factors_short.weight"] = {16};
       }},
      {"phi3", "rope.scaling.original_context_length", kBad,
       [](TinyModel& m) {
         m.added["rope_factors_long.weight"] = m.added["rope_factors_short.weight"] = {8};
       }},
      {"llama", "rope_factors_long.weight", kUnknown, with("rope_factors_long.weight")},
      // Experts.
      {"llama", "llama.expert_count", kBad, count("expert_count", 1025)},
      {"llama", "llama.expert_used_count", kBad, count("expert_count", 4)},
      {"llama", "llama.expert_used_count", kBad, [](TinyModel& m) { m.n_experts = 1; }},
      {"llama", "llama.expert_shared_count", kUnknown, mixed(count("expert_shared_count", 1))},
      {"llama", "llama.expert_weights_scale", kUnknown, mixed(real("expert_weights_scale", 2))},
      {"llama", "blk.1.ffn_gate_inp.weight", kBad, mixed(without("blk.1.ffn_gate_inp.weight"))},
      {"llama", "blk.1.ffn_gate_inp.weight", kUnknown, mixed(type("blk.1.ffn_gate_inp.weight", 8))},
      {"llama", "blk.0.ffn_down_exps.weight", kBad, mixed(without("blk.0.ffn_down_exps.weight"))},
      {"llama", "blk.0.ffn_up_exps.weight", kBad,
       mixed(reshaped("blk.0.ffn_up_exps.weight", {32, 64, 3}))},
      {"llama", "blk.0.ffn_up_exps.weight", kBad,
       mixed(reshaped("blk.0.ffn_up_exps.weight", {32, 256}))},
      {"llama", "blk.0.ffn_gate.0.weight", kUnknown, mixed(with("blk.0.ffn_gate.0.weight"))},
      {"llama", "blk.0.ffn_gate.weight", kUnknown, mixed(with("blk.0.ffn_gate.weight"))},
      {"llama", "blk.0.ffn_up_exps.weight", kUnknown, with("blk.0.ffn_up_exps.weight")},
  };
}

// Keys alone, without tensors whose shapes would tell.
TEST(Config, HeadsMustDivideTheWidthAndBeOfBoundedSize) {
  const auto where = [](uint32_t width, uint32_t heads) {
    testing::GgufBuilder file;
    file.kv("general.architecture", 8, testing::GgufBuilder::string("llama"));
    for (const auto& [key, value] : {std::pair<const char*, uint32_t>{"llama.block_count", 1},
                                     {"llama.context_length", 8},
                                     {"llama.embedding_length", width},
                                     {"llama.feed_forward_length", 8},
                                     {"llama.attention.head_count", heads}}) {
      file.kv(key, 4, testing::GgufBuilder::raw(value));
    }
    const std::string bytes = file.build();
    const auto parsed =
        GgufFile::parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    const auto config = Config::read(parsed->metadata(), 8);
    return config.ok() ? "" : config.error().where;
  };
  EXPECT_EQ(where(2048, 2), "");
  EXPECT_EQ(where(2048, 3), "llama.attention.head_count");
  EXPECT_EQ(where(2048, 1), "llama.attention.key_length");
  EXPECT_EQ(where(14, 2), "llama.attention.key_length");
}

TEST(Config, WhatIsWrongIsRefusedByName) { expect_refused(broken()); }

}  // namespace redact::config_test
