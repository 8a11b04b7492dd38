// SPDX-License-Identifier: Apache-2.0
// Malformed keys and tensors of the families: values out of range, wrong types or shapes,
// incomplete parts. config_test.cc has the keys and tensors of another family or of none.
#include "tests/support/broken_model.h"

namespace redact::malformed_model_test {

using namespace testing;  // NOLINT: for the vocabulary of broken_model.h

TEST(MalformedModel, Windows) {
  expect_refused({
      {"llama", "llama.attention.sliding_window", kBad,
       count("attention.sliding_window", (1u << 24) + 1)},
      {"llama", "llama.attention.sliding_window", kBad, minus_one("attention.sliding_window")},
      {"llama", "llama.attention.sliding_window", kBad, text("attention.sliding_window", "4096")},
      {"phi3", "phi3.attention.sliding_window", kBad, bare(real("attention.sliding_window", 2047))},
      {"gemma3", "gemma3.attention.sliding_window", kBad,
       [](TinyModel& m) { m.window = 0, counts("attention.sliding_window", 512)(m); }},
      {"gemma3", "gemma3.attention.sliding_window_pattern", kBad,
       count("attention.sliding_window_pattern", 513)},
      {"gemma3", "gemma3.attention.sliding_window_pattern", kBad,
       counts("attention.sliding_window_pattern", 1)},
      {"gemma3", "gemma3.rope.freq_base_swa", kBad, real("rope.freq_base_swa", NAN)},
      {"gemma3", "gemma3.rope.freq_base_swa", kBad, real("rope.freq_base_swa", -1e4f)},
      {"gemma3", "gemma3.rope.freq_base_swa", kBad, real("rope.freq_base_swa", INFINITY)},
  });
}

TEST(MalformedModel, RotaryEmbeddings) {
  const auto scaled = [](const char* name, float value) { return real(name, value); };
  expect_refused({
      {"gemma3", "gemma3.rope.scaling.factor", kBad, scaled("rope.scaling.factor", 2000)},
      {"gemma3", "gemma3.rope.scaling.factor", kBad, scaled("rope.scaling.factor", NAN)},
      {"gemma3", "gemma3.rope.scaling.factor", kBad, text("rope.scaling.factor", "8")},
      {"gemma3", "gemma3.rope.scaling.factor", kBad, count("rope.scaling.factor", 8)},
      {"gemma3", "gemma3.rope.scale_linear", kBad, scaled("rope.scale_linear", -8)},
      {"gemma3", "gemma3.rope.scaling", kUnknown, text("rope.scaling.type", "yarn")},
      {"gemma3", "gemma3.rope.scaling", kUnknown, text("rope.scaling.type", "longrope")},
      {"llama", "llama.rope.scaling", kUnknown, text("rope.scaling.type", "dynamic")},
      {"phi3", "phi3.rope.scaling.type", kBad, count("rope.scaling.type", 1)},
      {"qwen3", "qwen3.rope.freq_base", kBad, bare(real("rope.freq_base", NAN))},
      {"qwen3", "qwen3.rope.freq_base", kBad, bare(real("rope.freq_base", -1e6f))},
      {"qwen2", "qwen2.rope.freq_base", kBad, bare(real("rope.freq_base", INFINITY))},
      {"qwen2", "qwen2.rope.freq_base", kBad, bare([](TinyModel&) {})},
      {"phi3", "phi3.rope.dimension_count", kBad, count("rope.dimension_count", 0)},
      {"phi3", "phi3.rope.dimension_count", kBad, real("rope.dimension_count", 8)},
      {"llama", "rope_freqs.weight", kBad, filled("rope_freqs.weight", 8, 0)},
      {"llama", "rope_freqs.weight", kBad, filled("rope_freqs.weight", 8, NAN)},
      {"llama", "rope_freqs.weight", kBad, filled("rope_freqs.weight", 4, 1)},
  });
}

TEST(MalformedModel, WhatAModelIs) {
  expect_refused({
      {"llama", "general.architecture", kUnknown, [](TinyModel& m) { m.architecture = "gpt2"; }},
      {"qwen2", "qwen2.attention.causal", kUnknown,
       key("attention.causal", 7, std::string(1, '\0'))},
      {"phi3", "phi3.attention.causal", kBad, count("attention.causal", 0)},
      {"llama", "token_embd.weight", kBad, without("token_embd.weight")},
      {"gemma3", "tokenizer.ggml.tokens", kBad, reshaped("token_embd.weight", {32, 200})},
  });
}

TEST(MalformedModel, TheSizeOfTheVocabulary) {
  TinyModel right = tiny("llama");
  const auto tokens =
      static_cast<uint32_t>(Model::open(right.write("right.gguf"))->tokenizer().n_vocab());
  count("vocab_size", tokens)(right);  // padding rows of the matrix are usual
  ASSERT_TRUE(Model::open(right.write("right.gguf")).ok());
  expect_refused({
      {"llama", "llama.vocab_size", kBad, count("vocab_size", 0)},
      {"llama", "llama.vocab_size", kBad, count("vocab_size", tokens - 1)},
      {"llama", "llama.vocab_size", kBad, count("vocab_size", 1u << 20)},
      {"phi3", "phi3.vocab_size", kBad, text("vocab_size", "32000")},
      {"gemma3", "gemma3.vocab_size", kBad, minus_one("vocab_size")},
      {"qwen2", "qwen2.vocab_size", kBad, counts("vocab_size", 1)},
  });
}

// Adds both sets of factors and the length of the switch, then applies a change to one of the sets.
Change long_rope(const std::function<void(TinyModel&, const std::string&)>& change,
                 const char* of = "rope_factors_long.weight") {
  return [=](TinyModel& m) {
    count("rope.scaling.original_context_length", 256)(m);
    for (const char* name : {"rope_factors_long.weight", "rope_factors_short.weight"}) {
      filled(name, 8, 1)(m);
    }
    change(m, of);
  };
}
Change factors_of(float value, const char* of) {
  return long_rope([=](TinyModel& m, const std::string& name) { m.filled[name] = value; }, of);
}

TEST(MalformedModel, LongRope) {
  TinyModel right = tiny("phi3");
  long_rope([](TinyModel&, const std::string&) {})(right);
  ASSERT_TRUE(Model::open(right.write("right.gguf")).ok());
  const char *longs = "rope_factors_long.weight", *shorts = "rope_factors_short.weight";
  const char* length = "rope.scaling.original_context_length";
  expect_refused({
      {"phi3", longs, kBad, factors_of(0, longs)},
      {"phi3", longs, kBad, factors_of(-1, longs)},
      {"phi3", shorts, kBad, factors_of(NAN, shorts)},
      {"phi3", shorts, kBad, factors_of(INFINITY, shorts)},
      {"phi3", longs, kBad, long_rope([](auto& m, auto& name) { m.added[name] = {6}; })},
      {"phi3", longs, kBad, long_rope([](auto& m, auto& name) {
         m.added[name] = {8, 2};
       })},
      {"phi3", shorts, kBad,
       long_rope([](auto& m, auto& name) { m.filled.erase(name), m.types[name] = 1; }, shorts)},
      {"phi3", length, kBad, count(length, (1u << 24) + 1)},
      {"phi3", length, kBad, real(length, 4096)},
      {"phi3", length, kBad, minus_one(length)},
      {"phi3", "phi3.rope.scaling.attn_factor", kBad, real("rope.scaling.attn_factor", 16)},
      {"phi3", "phi3.rope.scaling.attn_factor", kBad, real("rope.scaling.attn_factor", INFINITY)},
      {"phi3", "phi3.rope.scaling.attn_factor", kBad, text("rope.scaling.attn_factor", "1.19")},
  });
}

TEST(MalformedModel, Heads) {
  expect_refused({
      {"qwen3", "qwen3.attention.key_length", kBad, count("attention.key_length", 7)},
      {"qwen3", "qwen3.attention.key_length", kBad, count("attention.key_length", 0)},
      {"gemma3", "gemma3.attention.key_length", kBad, count("attention.key_length", 1026)},
      {"gemma3", "gemma3.attention.value_length", kUnknown, count("attention.value_length", 8)},
      {"qwen2", "qwen2.attention.head_count_kv", kBad, count("attention.head_count_kv", 0)},
      {"qwen2", "qwen2.attention.head_count_kv", kBad, count("attention.head_count_kv", 3)},
      {"qwen3", "qwen3.attention.head_count_kv", kBad, counts("attention.head_count_kv", 1)},
      {"gemma3", "gemma3.attention.scale", kBad, real("attention.scale", -1)},
      {"gemma3", "gemma3.attention.scale", kBad, real("attention.scale", NAN)},
  });
}

TEST(MalformedModel, Experts) {
  const auto two_counts = [](uint32_t n, uint32_t used) {
    return bare([=](TinyModel& m) {
      m.extra = [=](VocabBuilder& file) {
        file.id_key("llama.expert_count", n);
        file.id_key("llama.expert_used_count", used);
      };
    });
  };
  const char *router = "blk.1.ffn_gate_inp.weight", *up = "blk.1.ffn_up_exps.weight";
  const char *gate = "blk.1.ffn_gate_exps.weight", *down = "blk.0.ffn_down_exps.weight";
  expect_refused({
      {"llama", "llama.expert_used_count", kBad, two_counts(4, 0)},
      {"llama", "llama.expert_used_count", kBad, two_counts(4, 5)},
      {"llama", "llama.expert_count", kBad, minus_one("expert_count")},
      {"llama", "llama.expert_count", kBad, text("expert_count", "8")},
      {"llama", "llama.expert_feed_forward_length", kUnknown,
       mixed(count("expert_feed_forward_length", 64))},
      {"llama", "llama.expert_gating_func", kUnknown, mixed(count("expert_gating_func", 2))},
      {"llama", router, kBad, mixed(reshaped(router, {32, 3}))},
      {"llama", router, kBad, mixed(reshaped(router, {32, 4, 2}))},
      {"llama", gate, kBad, mixed(without(gate))},
      {"llama", up, kBad, mixed(without(up))},
      {"llama", down, kBad, mixed(reshaped(down, {32, 64, 4}))},
      {"llama", gate, kBad, mixed(reshaped(gate, {64, 32, 4}))},
      {"llama", up, kBad, mixed(reshaped(up, {32, 64, 5}))},
      {"llama", up, kUnknown, mixed(type(up, 24))},
      {"llama", up, kBad, mixed(type(up, 14))},
      {"llama", "blk.0.ffn_gate_inp.bias", kUnknown, mixed(with("blk.0.ffn_gate_inp.bias"))},
      {"llama", "blk.0.ffn_up_shexp.weight", kUnknown, mixed(with("blk.0.ffn_up_shexp.weight"))},
      {"llama", "blk.0.exp_probs_b.bias", kUnknown, mixed(with("blk.0.exp_probs_b.bias"))},
      {"llama", "blk.2.ffn_gate_inp.weight", kUnknown, mixed(with("blk.2.ffn_gate_inp.weight"))},
      {"llama", "blk.0.ffn_down.weight", kUnknown, mixed(with("blk.0.ffn_down.weight"))},
  });
}

TEST(MalformedModel, FusedProjectionsAndBiases) {
  const auto biases = [](std::initializer_list<const char*> names) {
    return [names = std::vector<std::string>(names.begin(), names.end())](TinyModel& m) {
      for (const std::string& name : names) m.added[name] = {32};
    };
  };
  const char *qkv = "blk.1.attn_qkv.weight", *up = "blk.1.ffn_up.weight";
  expect_refused({
      {"phi3", qkv, kBad, reshaped(qkv, {32, 97})},
      {"phi3", qkv, kBad, reshaped(qkv, {96, 32})},
      {"phi3", qkv, kBad, reshaped(qkv, {32, 32, 3})},
      {"phi3", up, kBad, without(up)},
      {"phi3", up, kBad, reshaped(up, {32, 127})},
      {"phi3", up, kBad, reshaped(up, {32, 64, 2})},
      {"phi3", "blk.0.attn_qkv.bias", kUnknown, with("blk.0.attn_qkv.bias")},
      {"llama", "blk.0.attn_qkv.weight", kUnknown, with("blk.0.attn_qkv.weight")},
      {"qwen2", "blk.0.attn_v.bias", kBad, type("blk.0.attn_v.bias", 30)},
      {"qwen2", "blk.0.attn_v.bias", kBad, reshaped("blk.0.attn_v.bias", {32, 2})},
      {"qwen2", "blk.1.ffn_down.bias", kUnknown, with("blk.1.ffn_down.bias")},
      {"llama", "blk.0.attn_k.bias", kBad, biases({"blk.0.attn_q.bias"})},
      {"llama", "blk.0.attn_q.bias", kBad, biases({"blk.0.attn_v.bias"})},
      {"llama", "blk.1.attn_q.bias", kBad,
       biases({"blk.0.attn_q.bias", "blk.0.attn_k.bias", "blk.0.attn_v.bias"})},
  });
}

TEST(MalformedModel, NormsAndFormats) {
  const char *q_norm = "blk.1.attn_q_norm.weight", *post = "blk.1.post_ffw_norm.weight";
  expect_refused({
      {"qwen3", q_norm, kBad, without(q_norm)},
      {"qwen3", q_norm, kBad, type(q_norm, 30)},
      {"qwen3", "blk.0.post_attention_norm.weight", kUnknown,
       with("blk.0.post_attention_norm.weight")},
      {"gemma3", "blk.1.ffn_norm.weight", kBad, without("blk.1.ffn_norm.weight")},
      {"gemma3", post, kBad, reshaped(post, {16})},
      {"gemma3", post, kBad, type(post, 8)},
      {"llama", "output_norm.bias", kUnknown, with("output_norm.bias")},
      {"llama", "blk.0.attn_sub_norm.weight", kUnknown, with("blk.0.attn_sub_norm.weight")},
      {"llama", "output.weight", kBad,
       [](TinyModel& m) {
         m.added["output.weight"] = {32, 9};
       }},
      // Rows have 32 weights, but a block has 256.
      {"qwen2", "blk.1.ffn_gate.weight: dims", kBad, type("blk.1.ffn_gate.weight", 10)},
      {"qwen3", "blk.0.attn_q.weight: dims", kBad, type("blk.0.attn_q.weight", 11)},
      {"gemma3", "token_embd.weight: dims", kBad, type("token_embd.weight", 13)},
      {"phi3", "blk.0.attn_qkv.weight: dims", kBad, type("blk.0.attn_qkv.weight", 23)},
      // Rows have 48 weights, but a block has 32.
      {"llama", "blk.0.ffn_down.weight: dims", kBad,
       [](TinyModel& m) {
         reshaped("blk.0.ffn_down.weight", {48, 32})(m), type("blk.0.ffn_down.weight", 20)(m);
       }},
      {"phi3", "blk.0.ffn_down.weight", kUnknown, type("blk.0.ffn_down.weight", 28)},
  });
}

}  // namespace redact::malformed_model_test
