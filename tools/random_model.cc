// SPDX-License-Identifier: Apache-2.0
#include "tools/random_model.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

#include "gguf_loader/gguf_file.h"
#include "gguf_loader/tensor_type.h"
#include "runtime/model/tensor_table.h"
#include "tools/random_row.h"

namespace redact {

namespace {

constexpr size_t kAlignment = 32;

template <typename T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_text(std::string& out, std::string_view text) {
  put<uint64_t>(out, text.size());
  out += text;
}

struct TensorPlan {
  std::string name;
  uint64_t rows, cols;
  bool is_vector;  // F32 ones: the norms
};

// The tensors that the tables require, and the output's where it is not tied.
std::vector<TensorPlan> plan_tensors(const Config& config, bool tied) {
  std::vector<TensorPlan> plan;
  const auto add = [&](const auto& row, std::string name, const LayerSpec& layer) {
    plan.push_back({std::move(name), extent(row.rows, config, layer),
                    extent(row.cols, config, layer), row.use == TensorUse::kVector});
  };
  for (const TensorRow<Weights>& row : model_tensors()) {
    const bool untied_output = row.member == &Weights::output && !tied;
    if (row.required || untied_output) add(row, std::string(row.name), config.layers.front());
  }
  for (size_t layer = 0; layer < config.layers.size(); ++layer) {
    for (const TensorRow<LayerWeights>& row : layer_tensors()) {
      if (row.required) add(row, layer_tensor_name(layer, row.name), config.layers[layer]);
    }
  }
  return plan;
}

// The tokenizer's pairs, byte for byte.
uint64_t copy_tokenizer(const GgufFile& vocab, std::string& out) {
  uint64_t n = 0;
  for (const std::string_view key : vocab.metadata().keys()) {
    if (!key.starts_with("tokenizer.")) continue;
    const MetadataValue& value = vocab.metadata().value(key);
    put_text(out, key);
    put(out, static_cast<uint32_t>(value.type));
    if (value.type == MetadataType::kArray) {
      put(out, static_cast<uint32_t>(value.element));
      put(out, value.count);
    }
    out.append(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
    ++n;
  }
  return n;
}

}  // namespace

Result<void> write_random_model(const RandomModel& m, const std::string& path) {
  const auto type = random_type_named(m.type);
  if (!type) {
    return Error{ErrorKind::kBadInput, "type", "is none of f32, f16 and the quantised ones"};
  }
  const uint64_t block = tensor_type_info(static_cast<uint32_t>(*type))->block_elements;
  if (m.n_layers == 0 || m.n_heads == 0 || m.n_kv_heads == 0 || m.n_heads % m.n_kv_heads != 0 ||
      m.d_model % (2 * m.n_heads) != 0 || m.d_model % 32 != 0 || m.d_ff % 32 != 0 ||
      m.d_model % block != 0 || m.d_ff % block != 0) {
    return Error{ErrorKind::kBadInput, "shape",
                 "does not divide into heads and blocks of 32, or of 256 for k types"};
  }
  REDACT_ASSIGN(const GgufFile vocab, GgufFile::open(m.vocab_path));
  REDACT_ASSIGN(const auto tokens, vocab.metadata().get_strings("tokenizer.ggml.tokens"));

  std::string pairs;
  uint64_t n_pairs = copy_tokenizer(vocab, pairs);
  const auto text = [&](std::string_view key, std::string_view value) {
    put_text(pairs, key), put<uint32_t>(pairs, 8), put_text(pairs, value), ++n_pairs;
  };
  const auto count = [&](std::string_view key, uint64_t value) {
    put_text(pairs, key), put<uint32_t>(pairs, 4), put(pairs, static_cast<uint32_t>(value)),
        ++n_pairs;
  };
  const auto real = [&](std::string_view key, float value) {
    put_text(pairs, key), put<uint32_t>(pairs, 6), put(pairs, value), ++n_pairs;
  };
  text("general.architecture", "llama");
  text("general.name", "random-" + m.type);
  count("llama.block_count", m.n_layers);
  count("llama.context_length", 8192);
  count("llama.embedding_length", m.d_model);
  count("llama.feed_forward_length", m.d_ff);
  count("llama.attention.head_count", m.n_heads);
  count("llama.attention.head_count_kv", m.n_kv_heads);
  count("llama.rope.dimension_count", m.d_model / m.n_heads);
  count("llama.vocab_size", tokens.size());
  real("llama.rope.freq_base", m.rope_freq_base);
  real("llama.attention.layer_norm_rms_epsilon", 1e-5f);

  const AttentionShape shape{m.n_heads, m.n_kv_heads, m.d_model / m.n_heads};
  const std::vector<TensorPlan> plan =
      plan_tensors(Config::llama(m.n_layers, m.d_model, m.d_ff, tokens.size(), shape), m.tied);
  std::string infos;
  uint64_t offset = 0;
  for (const TensorPlan& t : plan) {
    put_text(infos, t.name);
    put<uint32_t>(infos, t.is_vector ? 1 : 2);
    put(infos, t.cols);
    if (!t.is_vector) put(infos, t.rows);
    const TensorType stored = t.is_vector ? TensorType::kF32 : *type;
    put(infos, static_cast<uint32_t>(stored));
    put(infos, offset);
    offset += (t.rows * row_bytes(stored, t.cols) + kAlignment - 1) / kAlignment * kAlignment;
  }
  std::string head;
  put<uint32_t>(head, 0x46554747);
  put<uint32_t>(head, 3);
  put<uint64_t>(head, plan.size());
  put(head, n_pairs);
  head += pairs + infos;
  head.append((kAlignment - head.size() % kAlignment) % kAlignment, '\0');

  std::ofstream file(path, std::ios::binary);
  file << head;
  RowRandom random(m.seed);
  for (const TensorPlan& t : plan) {
    const TensorType stored = t.is_vector ? TensorType::kF32 : *type;
    std::vector<char> row(row_bytes(stored, t.cols));
    uint64_t n = 0;
    for (uint64_t r = 0; r < t.rows; ++r, n += row.size()) {
      fill_random_row(stored, t.cols, t.is_vector, random, row);
      file.write(row.data(), static_cast<std::streamsize>(row.size()));
    }
    const char padding[kAlignment] = {};
    file.write(padding, static_cast<std::streamsize>((kAlignment - n % kAlignment) % kAlignment));
  }
  file.close();
  if (!file) return Error{ErrorKind::kIo, "model", "could not be written"};
  return {};
}

}  // namespace redact
