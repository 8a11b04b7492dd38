// SPDX-License-Identifier: Apache-2.0
// A model of a few kilobytes in which every part can be changed: the tensors that the tensor tables
// require, and a byte-level vocabulary. Its family is llama by default.
#pragma once

#include <cerrno>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>

#include "runtime/model/tensor_table.h"
#include "tests/support/vocab_builder.h"

namespace redact::testing {

struct TinyModel {
  std::string architecture = "llama";
  std::string family = "llama";  // determines its keys and tensors
  std::string pre = "gpt-2";
  std::string chat_template;                            // empty: no key
  std::map<std::string, uint32_t> types;                // GGUF type of a tensor; absent: F32
  std::vector<std::string> left_out;                    // tensors
  std::function<void(VocabBuilder&)> extra;             // further keys
  std::vector<std::string> extra_tensors;               // of 32 floats
  std::map<std::string, std::vector<uint64_t>> added;   // further tensors, and their dimensions
  std::map<std::string, std::vector<uint64_t>> shapes;  // dimensions in place of the right ones
  std::map<std::string, float> filled;                  // F32 tensors, and the value they repeat
  size_t n_context = 512;
  float freq_base = 10000;  // 0: no key
  uint32_t window = 0;      // 0: none
  uint32_t n_experts = 0;   // 0: one feed-forward network
  // Of an encoder.
  std::vector<std::string> classes = {"O", "B-PER", "I-PER"};
  uint32_t n_buckets = 8;

  size_t n_layers = 2;
  std::string type = "f32";  // of the matrices; also "bf16", "q8_0", "q4_0"
  uint32_t seed = 0;         // of the weights; 0: all bytes are 1

  static constexpr size_t kWidth = 32, kFeedForward = 64;

  std::string build() const {
    VocabBuilder vocab;
    // GPT-2's alphabet: a printable character for every byte.
    int next = 0x100;
    for (int b = 0; b < 256; ++b) {
      const bool prints = (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
      const int point = prints ? b : next++;
      std::string text;
      if (point < 0x80) {
        text += static_cast<char>(point);
      } else {
        text += static_cast<char>(0xc0 | point >> 6);
        text += static_cast<char>(0x80 | (point & 0x3f));
      }
      vocab.add(text);
    }
    for (const char* special : {"<|im_start|>", "<|im_end|>"}) {
      vocab.add(special, TokenType::kControl);
    }
    vocab.text_key("general.architecture", architecture);
    vocab.text_key("tokenizer.ggml.model", "gpt2");
    vocab.text_key("tokenizer.ggml.pre", pre);
    vocab.id_key("tokenizer.ggml.eos_token_id", 257);
    if (!chat_template.empty()) vocab.text_key("tokenizer.chat_template", chat_template);
    add_hyperparameters(vocab);
    if (extra) extra(vocab);
    add_tensors(vocab);
    return vocab.build();
  }

  // Writes the file to gtest's temporary folder. Tests that run at the same time have files of
  // their own.
  std::string write(const std::string& name) const {
    const std::string path = ::testing::TempDir() + program_invocation_short_name + "-" + name;
    std::ofstream(path, std::ios::binary) << build();
    return path;
  }

 private:
  static constexpr uint32_t kF32 = 0, kQ4_0 = 2, kQ8_0 = 8, kBf16 = 30;  // as GGUF numbers them
  static inline const std::map<std::string, uint32_t> kTypes = {
      {"f32", kF32}, {"bf16", kBf16}, {"q8_0", kQ8_0}, {"q4_0", kQ4_0}};

  // Norms are ones; the products of matrices are about as large as what they multiply.
  static std::string random_bytes(uint32_t type, uint64_t rows, uint64_t cols,
                                  std::mt19937& random) {
    std::string out;
    if (type == kF32 || type == kBf16) {
      std::normal_distribution<float> normal(0, 2 / std::sqrt(static_cast<float>(cols)));
      for (uint64_t i = 0; i < rows * cols; ++i) {
        const float value = rows == 1 ? 1.0f : normal(random);
        const std::string bytes = GgufBuilder::raw(value);
        out += type == kF32 ? bytes : bytes.substr(2);  // the upper half
      }
      return out;
    }
    // Blocks of 32 codes with a half as scale; the codes have a deviation of 74 or 4.6.
    const uint16_t scale = type == kQ8_0 ? 0x1d00 : 0x2d00;  // 0.0049, 0.078
    for (uint64_t block = 0; block < rows * cols / 32; ++block) {
      out += GgufBuilder::raw(scale);
      for (int i = 0; i < (type == kQ8_0 ? 32 : 16); ++i) out += static_cast<char>(random());
    }
    return out;
  }

  void add_hyperparameters(VocabBuilder& vocab) const {
    vocab.id_key(family + ".block_count", static_cast<uint32_t>(n_layers));
    vocab.id_key(family + ".context_length", static_cast<uint32_t>(n_context));
    vocab.id_key(family + ".embedding_length", kWidth);
    vocab.id_key(family + ".feed_forward_length", kFeedForward);
    vocab.id_key(family + ".attention.head_count", 2);
    const bool is_filter = family == "openai-privacy-filter";
    if (family == "bert" || family == "modern-bert" || family == "deberta-v2" || is_filter) {
      const char* const eps =
          is_filter ? ".attention.layer_norm_rms_epsilon" : ".attention.layer_norm_epsilon";
      vocab.file.kv(family + eps, 6, GgufBuilder::raw(1e-12f));
      vocab.id_key("tokenizer.ggml.token_type_count", 2);
      std::string names = GgufBuilder::raw(8u) + GgufBuilder::raw<uint64_t>(classes.size());
      for (const std::string& name : classes) names += GgufBuilder::string(name);
      vocab.file.kv(family + ".classifier.output_labels", 9, names);
    }
    if (family == "deberta-v2") {
      vocab.id_key("deberta-v2.attention.max_relative_positions", 32);
      vocab.id_key("deberta-v2.attention.relative_buckets_count", n_buckets);
    }
    if (freq_base > 0) vocab.file.kv(family + ".rope.freq_base", 6, GgufBuilder::raw(freq_base));
    if (window > 0) vocab.id_key(family + ".attention.sliding_window", window);
    if (n_experts > 0) {
      vocab.id_key(family + ".expert_count", n_experts);
      vocab.id_key(family + ".expert_used_count", 2);
    }
  }

  // The configuration that the keys above describe, without those of `extra`, which may be wrong on
  // purpose.
  Config config(size_t n_vocab) const {
    VocabBuilder keys;
    keys.add("a");
    keys.text_key("general.architecture", family);
    TinyModel right = *this;
    right.n_buckets = 8;
    if (classes.empty()) right.classes = {"O"};
    if (n_experts == 1) right.n_experts = 0;  // wrong: each row uses two
    if (family == "openai-privacy-filter") right.n_experts = 4;
    if (freq_base == 0) right.freq_base = 10000;
    if (window > n_context || family == "modern-bert" || family == "openai-privacy-filter") {
      right.window = 8;
    }
    right.add_hyperparameters(keys);
    const std::string file = keys.build();
    const auto parsed =
        GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
    return Config::read(parsed->metadata(), n_vocab).value();
  }

  void add_tensors(VocabBuilder& vocab) const {
    const Config config = this->config(vocab.tokens.size());
    uint64_t offset = 0;
    std::mt19937 random(seed);
    const auto add = [&](const std::string& name, std::vector<uint64_t> dims) {
      if (std::find(left_out.begin(), left_out.end(), name) != left_out.end()) return;
      if (const auto other = shapes.find(name); other != shapes.end()) dims = other->second;
      uint64_t rows = 1;
      for (size_t i = 1; i < dims.size(); ++i) rows *= dims[i];
      const bool exact = rows == 1 || name.ends_with("ffn_gate_inp.weight") ||
                         name.ends_with(".bias") || name == "position_embd.weight" ||
                         name == "token_types.weight";
      const auto given = types.find(name);
      const uint32_t usual = exact ? kF32 : kTypes.at(type);
      const uint32_t id = given == types.end() ? usual : given->second;
      const auto info = *tensor_type_info(id);
      const uint64_t n_bytes = rows * dims[0] / info.block_elements * info.block_bytes;
      const bool draws = seed != 0 && given == types.end();
      std::string data =
          draws ? random_bytes(id, rows, dims[0], random) : std::string(n_bytes, '\1');
      if (const auto value = filled.find(name); value != filled.end()) {
        data.clear();
        for (uint64_t i = 0; i < rows * dims[0]; ++i) data += GgufBuilder::raw(value->second);
      }
      vocab.file.tensor(name, dims, id, offset, data);
      offset += (n_bytes + 31) / 32 * 32;
    };
    for (const TensorShape& tensor : list_tensors(config)) {
      if (config.presence(tensor.part) != Presence::kRequired) continue;
      std::vector<uint64_t> dims = {tensor.cols};
      if (tensor.use != TensorUse::kVector || tensor.rows > 1) dims.push_back(tensor.rows);
      if (tensor.n_matrices > 1) dims.push_back(tensor.n_matrices);
      add(tensor.name, dims);
    }
    for (const std::string& name : extra_tensors) add(name, {kWidth});
    for (const auto& [name, dims] : added) add(name, dims);
  }
};

}  // namespace redact::testing
