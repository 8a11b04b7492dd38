// SPDX-License-Identifier: Apache-2.0
#include "tools/random_model.h"

#include <filesystem>
#include <vector>

#include "gguf_loader/gguf_file.h"
#include "gguf_loader/tensor_type.h"
#include "redactor/files/file_io.h"
#include "runtime/engine/memory_plan.h"
#include "runtime/model/family.h"
#include "runtime/model/tensor_table.h"
#include "tools/program.h"
#include "tools/random_row.h"

namespace redact {

namespace {

constexpr size_t kAlignment = 32;
constexpr size_t kWriteBytes = size_t{1} << 20;  // collected before they are written

// The bounds of Config::read: a larger model could be written and not be opened.
constexpr uint64_t kMaxLayers = 512, kMaxHeads = 1024, kMaxHeadDim = 1024, kMaxWidth = 1u << 20;

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

Error bad(std::string where, std::string what) {
  return {ErrorKind::kBadInput, std::move(where), std::move(what)};
}

uint64_t head_dim_of(const RandomModel& m) {
  return m.head_dim > 0 ? m.head_dim : m.d_model / m.n_heads;
}

Result<void> check_blocks(const RandomModel& m, uint64_t n_elements) {
  const uint64_t joined = head_dim_of(m) * m.n_heads;  // columns of the attention's output matrix
  if (m.d_model % n_elements == 0 && m.d_ff % n_elements == 0 && joined % n_elements == 0) {
    return {};
  }
  return bad("--width, --ff and the heads together",
             "must be multiples of " + std::to_string(n_elements) + " for the type " + m.type);
}

Result<void> check_heads(const RandomModel& m) {
  if (m.n_heads % m.n_kv_heads != 0) return bad("--heads", "must be a multiple of --kv-heads");
  if (m.head_dim == 0 && m.d_model % m.n_heads != 0) return bad("--heads", "must divide --width");
  if (head_dim_of(m) % 2 != 0 || head_dim_of(m) < 1 || head_dim_of(m) > kMaxHeadDim) {
    return bad(m.head_dim > 0 ? "--head-dim" : "--heads",
               "must make heads of an even size of at most " + std::to_string(kMaxHeadDim));
  }
  return {};
}

// Checks that the disk has room before gigabytes are written to it. Where its room is not known,
// writing will tell.
Result<void> check_room(const std::string& path, uint64_t n_bytes) {
  std::error_code failed;
  const auto parent = std::filesystem::absolute(path, failed).parent_path();
  const auto room = std::filesystem::space(parent, failed);
  if (failed || room.available >= n_bytes) return {};
  return Error{
      ErrorKind::kExhausted, "--output",
      "the model takes " + size_text(n_bytes) + " and the disk has " + size_text(room.available)};
}

// The key/value pairs of a GGUF file, one behind the other.
struct Pairs {
  std::string bytes;
  uint64_t n = 0;

  void add(std::string_view key, std::string_view value) {
    put_text(bytes, key), put<uint32_t>(bytes, 8), put_text(bytes, value), ++n;
  }
  void add(std::string_view key, uint64_t value) {
    put_text(bytes, key), put<uint32_t>(bytes, 4), put(bytes, static_cast<uint32_t>(value)), ++n;
  }
  void add(std::string_view key, float value) {
    put_text(bytes, key), put<uint32_t>(bytes, 6), put(bytes, value), ++n;
  }
  // Those of a tokenizer, byte for byte.
  void add_tokenizer(const GgufFile& vocab) {
    for (const std::string_view key : vocab.metadata().keys()) {
      if (!key.starts_with("tokenizer.")) continue;
      const MetadataValue& value = vocab.metadata().value(key);
      put_text(bytes, key);
      put(bytes, static_cast<uint32_t>(value.type));
      if (value.type == MetadataType::kArray) {
        put(bytes, static_cast<uint32_t>(value.element));
        put(bytes, value.count);
      }
      bytes.append(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
      ++n;
    }
  }
};

void add_hyperparameters(const RandomModel& m, uint64_t n_vocab, Pairs& pairs) {
  const auto key = [&m](const char* name) { return m.arch + "." + name; };
  const uint64_t head_dim = head_dim_of(m);
  pairs.add("general.architecture", m.arch);
  pairs.add("general.name", "random-" + m.type);
  pairs.add(key("block_count"), m.n_layers);
  pairs.add(key("context_length"), uint64_t{8192});
  pairs.add(key("embedding_length"), m.d_model);
  pairs.add(key("feed_forward_length"), m.d_ff);
  pairs.add(key("attention.head_count"), m.n_heads);
  pairs.add(key("attention.head_count_kv"), m.n_kv_heads);
  pairs.add(key("attention.key_length"), head_dim);
  pairs.add(key("attention.value_length"), head_dim);
  pairs.add(key("rope.dimension_count"), head_dim);
  pairs.add(key("vocab_size"), n_vocab);
  pairs.add(key("rope.freq_base"), m.rope_freq_base);
  pairs.add(key("attention.layer_norm_rms_epsilon"), 1e-5f);
  if (m.window > 0) pairs.add(key("attention.sliding_window"), m.window);
  if (m.n_experts > 0) {
    pairs.add(key("expert_count"), m.n_experts);
    pairs.add(key("expert_used_count"), uint64_t{2});
  }
  const Family* family = find_family(m.arch);
  if (family != nullptr && family->has(Part::kLongRope)) {
    pairs.add(key("rope.scaling.original_context_length"), uint64_t{4096});
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

// What a file says of its tensors, and the bytes of their data.
struct TensorInfos {
  std::string bytes;
  uint64_t n_data_bytes = 0;
};

TensorInfos tensor_infos(const std::vector<TensorShape>& plan, TensorType type) {
  TensorInfos infos;
  for (const TensorShape& t : plan) {
    put_text(infos.bytes, t.name);
    const bool vector = t.use == TensorUse::kVector;
    put<uint32_t>(infos.bytes, vector ? 1 : t.n_matrices > 1 ? 3 : 2);
    put<uint64_t>(infos.bytes, t.cols);
    if (!vector) put<uint64_t>(infos.bytes, t.rows);
    if (t.n_matrices > 1) put<uint64_t>(infos.bytes, t.n_matrices);
    const TensorType stored = stored_type(t, type);
    put(infos.bytes, static_cast<uint32_t>(stored));
    put(infos.bytes, infos.n_data_bytes);
    const uint64_t n_bytes = t.n_matrices * t.rows * row_bytes(stored, t.cols);
    infos.n_data_bytes += (n_bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  return infos;
}

// Writes `bytes`, which begin with the head of the file, and then the tensors.
Result<void> write_tensors(const std::string& path, std::string bytes,
                           const std::vector<TensorShape>& plan, TensorType type, uint32_t seed) {
  REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
  RowRandom random(seed);
  for (const TensorShape& t : plan) {
    const TensorType stored = stored_type(t, type);
    const uint64_t n_rows = t.n_matrices * t.rows;
    std::vector<char> row(row_bytes(stored, t.cols));
    for (uint64_t r = 0; r < n_rows; ++r) {
      fill_random_row(stored, t.cols, t.use == TensorUse::kVector, random, row);
      bytes.append(row.data(), row.size());
      if (bytes.size() < kWriteBytes) continue;
      REDACT_TRY(file.write(bytes));
      bytes.clear();
    }
    bytes.append((kAlignment - n_rows * row.size() % kAlignment) % kAlignment, '\0');
  }
  REDACT_TRY(file.write(bytes));
  return file.commit();
}

}  // namespace

Result<void> check_random_model(const RandomModel& m) {
  const auto type = random_type_named(m.type);
  if (!type) return bad("--type", "is none of f32, f16 and the quantised ones");
  const struct {
    const char* option;
    uint64_t value, most;
  } bounds[] = {{"--layers", m.n_layers, kMaxLayers},
                {"--width", m.d_model, kMaxWidth},
                {"--heads", m.n_heads, kMaxHeads},
                {"--kv-heads", m.n_kv_heads, kMaxHeads},
                {"--ff", m.d_ff, kMaxWidth}};
  for (const auto& [option, value, most] : bounds) {
    if (value < 1 || value > most) return bad(option, "must be from 1 to " + std::to_string(most));
  }
  const uint64_t block = tensor_type_info(static_cast<uint32_t>(*type))->block_elements;
  REDACT_TRY(check_heads(m));
  return check_blocks(m, std::max<uint64_t>(block, 32));
}

Result<void> write_random_model(const RandomModel& m, const std::string& path) {
  REDACT_TRY(check_random_model(m));
  const TensorType type = *random_type_named(m.type);
  REDACT_ASSIGN(const GgufFile vocab, from("VOCAB", GgufFile::open(m.vocab_path)));
  REDACT_ASSIGN(const auto tokens, vocab.metadata().get_strings("tokenizer.ggml.tokens"));

  if (tokens.empty()) return bad("VOCAB", "holds no tokens");

  Pairs pairs;
  pairs.add_tokenizer(vocab);
  add_hyperparameters(m, tokens.size(), pairs);
  REDACT_ASSIGN(const Config config, config_of(pairs, tokens.size()));
  const std::vector<TensorShape> plan = plan_tensors(config, m.tied);
  const TensorInfos infos = tensor_infos(plan, type);
  std::string head = file_start(plan.size(), pairs.n) + pairs.bytes + infos.bytes;
  head.append((kAlignment - head.size() % kAlignment) % kAlignment, '\0');

  REDACT_TRY(check_room(path, head.size() + infos.n_data_bytes));
  const auto written = write_tensors(path, std::move(head), plan, type, m.seed);
  if (written.ok()) return {};
  return Error{written.error().kind, "--output", written.error().message()};
}

}  // namespace redact
