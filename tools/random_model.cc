// SPDX-License-Identifier: Apache-2.0
#include "tools/random_model.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

#include "gguf_loader/gguf_file.h"
#include "gguf_loader/tensor_type.h"
#include "kernels/format.h"
#include "runtime/model/family.h"
#include "runtime/model/tensor_table.h"

namespace redact {

namespace {

constexpr size_t kAlignment = 32;

// xorshift64* (Vigna 2016): fast enough to fill a file of gigabytes.
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  uint64_t bits() {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull;
  }

 private:
  uint64_t state_;
};

template <typename T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_text(std::string& out, std::string_view text) {
  put<uint64_t>(out, text.size());
  out += text;
}

// The tensors that the config requires, the output's where it is not tied, and LongRoPE's factors.
std::vector<TensorShape> plan_tensors(const Config& config, bool tied) {
  std::vector<TensorShape> plan = list_tensors(config);
  std::erase_if(plan, [&](const TensorShape& tensor) {
    return config.presence(tensor.part) == Presence::kOptional && tensor.part != Part::kLongRope &&
           (tensor.part != Part::kOutput || tied);
  });
  return plan;
}

std::optional<TensorType> type_named(const std::string& name) {
  if (name == "f32") return TensorType::kF32;
  if (name == "f16") return TensorType::kF16;
  if (name == "q8_0") return TensorType::kQ8_0;
  if (name == "q4_0") return TensorType::kQ4_0;
  if (name == "q4_1") return TensorType::kQ4_1;
  if (name == "q4_k") return TensorType::kQ4_K;
  if (name == "q6_k") return TensorType::kQ6_K;
  return std::nullopt;
}

uint64_t row_bytes(TensorType type, uint64_t cols) {
  const TensorTypeInfo info = *tensor_type_info(static_cast<uint32_t>(type));
  return cols / info.block_elements * info.block_bytes;
}

// A half whose value is about `x`, cut to 10 bits; x in [2^-14, 2^15).
uint16_t to_half(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, 4);
  return static_cast<uint16_t>((bits >> 16 & 0x8000) | ((bits >> 23 & 255) - 112) << 10 |
                               (bits >> 13 & 1023));
}

// One row whose values have a deviation of about 1 / sqrt(cols), so that activations keep their
// size.
void fill_row(TensorType type, uint64_t cols, bool is_vector, Random& random,
              std::vector<char>& row) {
  const float deviation = 1.0f / std::sqrt(static_cast<float>(cols));
  for (size_t i = 0; i + 8 <= row.size(); i += 8) {
    const uint64_t bits = random.bits();
    std::memcpy(&row[i], &bits, 8);
  }
  if (type == TensorType::kQ8_0 ||
      type == TensorType::kQ4_0) {  // codes are uniform: deviations of 74 and 4.6
    const uint16_t scale = to_half(deviation / (type == TensorType::kQ8_0 ? 74.0f : 4.6f));
    const size_t step = row_bytes(type, 32);
    for (size_t i = 0; i < row.size(); i += step) std::memcpy(&row[i], &scale, 2);
    return;
  }
  if (type == TensorType::kQ4_1) {  // codes of deviation 4.6 above a least value of -7.5 of them
    const uint16_t scale = to_half(deviation / 4.6f), least = to_half(-7.5f * deviation / 4.6f);
    for (size_t i = 0; i < row.size(); i += sizeof(BlockQ4_1)) {
      std::memcpy(&row[i], &scale, 2), std::memcpy(&row[i + 2], &least, 2);
    }
    return;
  }
  if (type == TensorType::kQ4_K) {  // codes of deviation 4.6; scales and minima all 16, in 6 bits
    const uint16_t step = to_half(deviation / (4.6f * 16)),
                   least = to_half(7.5f * deviation / (4.6f * 16));
    for (size_t i = 0; i < row.size(); i += sizeof(BlockQ4_K)) {
      std::memcpy(&row[i], &step, 2), std::memcpy(&row[i + 2], &least, 2);
      std::memset(&row[i + 4], 0x50, 8), std::memset(&row[i + 12], 0, 4);
    }
    return;
  }
  if (type == TensorType::kQ6_K) {  // codes of deviation 18.5; scales all 4
    const uint16_t step = to_half(deviation / (18.5f * 4));
    for (size_t i = 0; i < row.size(); i += sizeof(BlockQ6_K)) {
      std::memset(&row[i + 192], 4, 16), std::memcpy(&row[i + 208], &step, 2);
    }
    return;
  }
  for (uint64_t c = 0; c < cols; ++c) {
    const float uniform = static_cast<float>(random.bits() >> 40) * 0x1p-24f - 0.5f;
    const float value = is_vector ? 1.0f : uniform * 3.46f * deviation;
    const uint16_t half = std::abs(value) < 0x1p-14f ? uint16_t{0} : to_half(value);
    if (type == TensorType::kF16) {
      std::memcpy(&row[2 * c], &half, 2);
    } else {
      std::memcpy(&row[4 * c], &value, 4);
    }
  }
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

// Key/value pairs as a file has them.
struct Pairs {
  std::string bytes;
  uint64_t n = 0;

  void text(std::string_view key, std::string_view value) {
    put_text(bytes, key), put<uint32_t>(bytes, 8), put_text(bytes, value), ++n;
  }
  void count(std::string_view key, uint64_t value) {
    put_text(bytes, key), put<uint32_t>(bytes, 4), put(bytes, static_cast<uint32_t>(value)), ++n;
  }
  void real(std::string_view key, float value) {
    put_text(bytes, key), put<uint32_t>(bytes, 6), put(bytes, value), ++n;
  }
};

void add_hyperparameters(const RandomModel& m, uint64_t n_vocab, Pairs& pairs) {
  const auto key = [&m](const char* name) { return m.arch + "." + name; };
  const uint64_t head_dim = m.head_dim > 0 ? m.head_dim : m.d_model / m.n_heads;
  pairs.text("general.architecture", m.arch);
  pairs.text("general.name", "random-" + m.type);
  pairs.count(key("block_count"), m.n_layers);
  pairs.count(key("context_length"), 8192);
  pairs.count(key("embedding_length"), m.d_model);
  pairs.count(key("feed_forward_length"), m.d_ff);
  pairs.count(key("attention.head_count"), m.n_heads);
  pairs.count(key("attention.head_count_kv"), m.n_kv_heads);
  pairs.count(key("attention.key_length"), head_dim);
  pairs.count(key("attention.value_length"), head_dim);
  pairs.count(key("rope.dimension_count"), head_dim);
  pairs.count(key("vocab_size"), n_vocab);
  pairs.real(key("rope.freq_base"), m.rope_freq_base);
  pairs.real(key("attention.layer_norm_rms_epsilon"), 1e-5f);
  if (m.window > 0) pairs.count(key("attention.sliding_window"), m.window);
  if (m.n_experts > 0) {
    pairs.count(key("expert_count"), m.n_experts);
    pairs.count(key("expert_used_count"), 2);
  }
  const Family* family = find_family(m.arch);
  if (family != nullptr && family->has(Part::kLongRope)) {
    pairs.count(key("rope.scaling.original_context_length"), 4096);
  }
}

// What precedes the pairs in a file.
std::string file_start(uint64_t n_tensors, uint64_t n_pairs) {
  std::string start;
  put<uint32_t>(start, 0x46554747);
  put<uint32_t>(start, 3);
  put(start, n_tensors);
  put(start, n_pairs);
  return start;
}

// The config that a file with these pairs has.
Result<Config> config_of(const Pairs& pairs, size_t n_vocab) {
  const std::string file = file_start(0, pairs.n) + pairs.bytes;
  REDACT_ASSIGN(const GgufFile parsed,
                GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()}));
  return Config::read(parsed.metadata(), n_vocab);
}

TensorType stored_type(const TensorShape& tensor, TensorType type) {
  const bool exact = tensor.use == TensorUse::kVector || tensor.use == TensorUse::kRouting;
  return exact ? TensorType::kF32 : type;
}

std::string tensor_infos(const std::vector<TensorShape>& plan, TensorType type) {
  std::string infos;
  uint64_t offset = 0;
  for (const TensorShape& t : plan) {
    put_text(infos, t.name);
    const bool vector = t.use == TensorUse::kVector;
    put<uint32_t>(infos, vector ? 1 : t.n_matrices > 1 ? 3 : 2);
    put<uint64_t>(infos, t.cols);
    if (!vector) put<uint64_t>(infos, t.rows);
    if (t.n_matrices > 1) put<uint64_t>(infos, t.n_matrices);
    const TensorType stored = stored_type(t, type);
    put(infos, static_cast<uint32_t>(stored));
    put(infos, offset);
    const uint64_t n_bytes = t.n_matrices * t.rows * row_bytes(stored, t.cols);
    offset += (n_bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  return infos;
}

Result<void> check_shape(const RandomModel& m, TensorType type) {
  const uint64_t block = tensor_type_info(static_cast<uint32_t>(type))->block_elements;
  const bool heads = m.n_layers > 0 && m.n_heads > 0 && m.n_kv_heads > 0 &&
                     m.n_heads % m.n_kv_heads == 0 &&
                     (m.head_dim > 0 || m.d_model % (2 * m.n_heads) == 0);
  const uint64_t q_dim = m.head_dim > 0 ? m.head_dim * m.n_heads : m.d_model;
  if (heads && m.d_model % 32 == 0 && m.d_ff % 32 == 0 && m.d_model % block == 0 &&
      m.d_ff % block == 0 && q_dim % block == 0) {
    return {};
  }
  return Error{ErrorKind::kBadInput, "shape",
               "does not divide into heads and blocks of 32, or of 256 for k types"};
}

}  // namespace

Result<void> write_random_model(const RandomModel& m, const std::string& path) {
  const auto type = type_named(m.type);
  if (!type) {
    return Error{ErrorKind::kBadInput, "type",
                 "is none of f32, f16, q8_0, q4_0, q4_1, q4_k and q6_k"};
  }
  REDACT_TRY(check_shape(m, *type));
  REDACT_ASSIGN(const GgufFile vocab, GgufFile::open(m.vocab_path));
  REDACT_ASSIGN(const auto tokens, vocab.metadata().get_strings("tokenizer.ggml.tokens"));
  Pairs pairs;
  pairs.n = copy_tokenizer(vocab, pairs.bytes);
  add_hyperparameters(m, tokens.size(), pairs);
  REDACT_ASSIGN(const Config config, config_of(pairs, tokens.size()));

  const std::vector<TensorShape> plan = plan_tensors(config, m.tied);
  std::string head = file_start(plan.size(), pairs.n) + pairs.bytes + tensor_infos(plan, *type);
  head.append((kAlignment - head.size() % kAlignment) % kAlignment, '\0');
  std::ofstream file(path, std::ios::binary);
  file << head;
  Random random(m.seed);
  for (const TensorShape& t : plan) {
    const TensorType stored = stored_type(t, *type);
    std::vector<char> row(row_bytes(stored, t.cols));
    uint64_t n = 0;
    for (uint64_t r = 0; r < t.n_matrices * t.rows; ++r, n += row.size()) {
      fill_row(stored, t.cols, t.use == TensorUse::kVector, random, row);
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
