// SPDX-License-Identifier: Apache-2.0
// An encoder that names the class of each word from its embedding alone: the embedding of a word is
// the unit vector of its class, attention and network add nothing, and the head is diagonal.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/class_keys.h"

namespace redact::testing {

struct WordEncoder {
  static constexpr size_t kWidth = 16;

  std::vector<std::string> classes;                    // at most kWidth
  std::vector<std::pair<std::string, size_t>> pieces;  // "##y" continues a word; with its class
  LabelKeys keys{};                                    // without those of the classes themselves
  std::vector<float> bias{};                           // of each class; empty: none

  std::string build() const {
    VocabBuilder b;
    b.text_key("tokenizer.ggml.model", "bert");
    for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}) {
      b.add(special, TokenType::kControl);
    }
    std::vector<size_t> of_tokens(4, 0);
    for (const auto& [piece, its_class] : pieces) {
      b.add(piece.starts_with("##") ? piece.substr(2) : "\xe2\x96\x81" + piece);
      of_tokens.push_back(its_class);
    }
    for (const char* count : {"block_count", "attention.head_count"}) {
      b.id_key("bert." + std::string(count), 1);
    }
    b.id_key("bert.context_length", kPositions);
    for (const char* width : {"embedding_length", "feed_forward_length"}) {
      b.id_key("bert." + std::string(width), kWidth);
    }
    b.file.kv("bert.attention.layer_norm_epsilon", 6, GgufBuilder::raw(1e-12f));
    b.id_key("tokenizer.ggml.token_type_count", 1);
    keys.add_to(b);

    const auto unit = [](size_t at) {
      std::vector<float> row(kWidth, 0.0f);
      row[at] = 4;
      return row;
    };
    std::vector<float> embeddings, head;
    for (const size_t each : of_tokens) append(embeddings, unit(each));
    for (size_t each = 0; each < classes.size(); ++each) append(head, unit(each));
    const std::vector<float> zeros(kWidth * kWidth, 0.0f), ones(kWidth, 1.0f);
    uint64_t offset = 0;
    const auto tensor = [&](const std::string& name, const std::vector<float>& values,
                            uint64_t rows) {
      std::vector<uint64_t> dims = {values.size() / rows};
      if (name.ends_with(".weight") && !name.ends_with("norm.weight")) dims.push_back(rows);
      const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * 4);
      b.file.tensor(name, dims, 0, offset, bytes);
      offset += (bytes.size() + 31) / 32 * 32;
    };
    const std::vector<float> none(kWidth, 0.0f);
    tensor("token_embd.weight", embeddings, of_tokens.size());
    tensor("position_embd.weight", std::vector<float>(kPositions * kWidth, 0.0f), kPositions);
    for (const std::string norm :
         {"token_embd_norm", "blk.0.attn_output_norm", "blk.0.layer_output_norm"}) {
      tensor(norm + ".weight", ones, 1);
      tensor(norm + ".bias", none, 1);
    }
    for (const char* matrix : {"attn_q", "attn_k", "attn_v", "attn_output", "ffn_up", "ffn_down"}) {
      tensor("blk.0." + std::string(matrix) + ".weight", zeros, kWidth);
      tensor("blk.0." + std::string(matrix) + ".bias", none, 1);
    }
    tensor("cls.output.weight", head, classes.size());
    std::vector<float> head_bias = bias;
    head_bias.resize(classes.size());
    tensor("cls.output.bias", head_bias, 1);
    return b.build();
  }

 private:
  static constexpr uint32_t kPositions = 64;
  static void append(std::vector<float>& to, const std::vector<float>& row) {
    to.insert(to.end(), row.begin(), row.end());
  }
};

}  // namespace redact::testing
