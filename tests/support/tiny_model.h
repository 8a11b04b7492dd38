// SPDX-License-Identifier: Apache-2.0
// A llama model of a few kilobytes whose every part can be changed: what the tensor tables require,
// and a byte-level vocabulary.
#pragma once

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
  std::string pre = "gpt-2";
  std::string chat_template;                 // empty: no key
  std::map<std::string, uint32_t> types;     // GGUF type of a tensor; absent: F32
  std::vector<std::string> left_out;         // tensors
  std::function<void(VocabBuilder&)> extra;  // further keys
  std::vector<std::string> extra_tensors;    // of 32 floats
  size_t n_context = 512;

  size_t n_layers = 2;
  std::string type = "f32";  // of the matrices: or "q8_0", "q4_0"
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
    vocab.id_key("llama.block_count", static_cast<uint32_t>(n_layers));
    vocab.id_key("llama.context_length", static_cast<uint32_t>(n_context));
    vocab.id_key("llama.embedding_length", kWidth);
    vocab.id_key("llama.feed_forward_length", kFeedForward);
    vocab.id_key("llama.attention.head_count", 2);
    if (extra) extra(vocab);
    add_tensors(vocab);
    return vocab.build();
  }

  // Writes the file below gtest's folder for temporary files.
  std::string write(const std::string& name) const {
    const std::string path = ::testing::TempDir() + name;
    std::ofstream(path, std::ios::binary) << build();
    return path;
  }

 private:
  // Norms of ones; matrices whose products keep the size of what they multiply.
  static std::string random_bytes(uint32_t type, uint64_t rows, uint64_t cols,
                                  std::mt19937& random) {
    std::string out;
    if (type == 0) {
      std::normal_distribution<float> normal(0, 2 / std::sqrt(static_cast<float>(cols)));
      for (uint64_t i = 0; i < rows * cols; ++i) {
        out += GgufBuilder::raw(rows == 1 ? 1.0f : normal(random));
      }
      return out;
    }
    // Codes of deviation 74 or 4.6, of blocks of 32 with a half for a scale.
    const uint16_t scale = type == 8 ? 0x1d00 : 0x2d00;  // 0.0049, 0.078
    for (uint64_t block = 0; block < rows * cols / 32; ++block) {
      out += GgufBuilder::raw(scale);
      for (int i = 0; i < (type == 8 ? 32 : 16); ++i) out += static_cast<char>(random());
    }
    return out;
  }

  void add_tensors(VocabBuilder& vocab) const {
    const Config config =
        Config::llama(n_layers, kWidth, kFeedForward, vocab.tokens.size(), {2, 2, kWidth / 2});
    uint64_t offset = 0;
    std::mt19937 random(seed);
    const auto add = [&](const std::string& name, uint64_t rows, uint64_t cols) {
      if (std::find(left_out.begin(), left_out.end(), name) != left_out.end()) return;
      const auto given = types.find(name);
      const uint32_t usual = rows == 1 || type == "f32" ? 0 : type == "q8_0" ? 8 : 2;
      const uint32_t id = given == types.end() ? usual : given->second;
      const auto info = *tensor_type_info(id);
      const uint64_t n_bytes = rows * cols / info.block_elements * info.block_bytes;
      std::vector<uint64_t> dims = {cols};
      if (rows > 1) dims.push_back(rows);
      const bool draws = seed != 0 && given == types.end();
      vocab.file.tensor(name, dims, id, offset,
                        draws ? random_bytes(id, rows, cols, random) : std::string(n_bytes, '\1'));
      offset += (n_bytes + 31) / 32 * 32;
    };
    const auto add_row = [&](const auto& row, const std::string& name, const LayerSpec& layer) {
      if (row.required) add(name, extent(row.rows, config, layer), extent(row.cols, config, layer));
    };
    for (const auto& row : model_tensors()) {
      add_row(row, std::string(row.name), config.layers[0]);
    }
    for (size_t layer = 0; layer < n_layers; ++layer) {
      for (const auto& row : layer_tensors()) {
        add_row(row, layer_tensor_name(layer, row.name), config.layers[layer]);
      }
    }
    for (const std::string& name : extra_tensors) add(name, 1, kWidth);
  }
};

}  // namespace redact::testing
