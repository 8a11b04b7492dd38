// SPDX-License-Identifier: Apache-2.0
#include "tools/random_model.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/file_io.h"
#include "gguf_loader/gguf_file.h"
#include "gguf_loader/tensor_type.h"
#include "runtime/engine/memory_plan.h"
#include "runtime/model/family.h"
#include "runtime/model/tensor_table.h"
#include "tools/gguf_head.h"
#include "tools/program.h"
#include "tools/random_row.h"

namespace redact {

namespace {

constexpr size_t kWriteBytes = size_t{1} << 20;  // buffered before they are written

// The bounds of Config::read: a larger model could be written but not opened.
constexpr uint64_t kMaxLayers = 512, kMaxHeads = 1024, kMaxHeadDim = 1024, kMaxWidth = 1u << 20;

// The tensors that the config requires, the output matrix if it is not tied, and LongRoPE's
// factors.
std::vector<TensorShape> plan_tensors(const Config& config, bool tied) {
  std::vector<TensorShape> plan = list_tensors(config);
  std::erase_if(plan, [&](const TensorShape& tensor) {
    return config.presence(tensor.part) == Presence::kOptional && tensor.part != Part::kLongRope &&
           (tensor.part != Part::kOutput || tied);
  });
  return plan;
}

uint64_t head_dim_of(const RandomModel& m) {
  return m.head_dim > 0 ? m.head_dim : m.d_model / m.n_heads;
}

Result<void> check_blocks(const RandomModel& m, uint64_t n_elements) {
  const uint64_t joined = head_dim_of(m) * m.n_heads;  // columns of the attention's output matrix
  if (m.d_model % n_elements == 0 && m.d_ff % n_elements == 0 && joined % n_elements == 0) {
    return {};
  }
  return bad_input(
      "--width, --ff and the heads together",
      "must be multiples of " + std::to_string(n_elements) + " for the type " + m.type);
}

Result<void> check_heads(const RandomModel& m) {
  if (m.n_heads % m.n_kv_heads != 0)
    return bad_input("--heads", "must be a multiple of --kv-heads");
  if (m.head_dim == 0 && m.d_model % m.n_heads != 0)
    return bad_input("--heads", "must divide --width");
  if (head_dim_of(m) % 2 != 0 || head_dim_of(m) < 1 || head_dim_of(m) > kMaxHeadDim) {
    return bad_input(m.head_dim > 0 ? "--head-dim" : "--heads",
                     "must make heads of an even size of at most " + std::to_string(kMaxHeadDim));
  }
  return {};
}

// Checks that the disk has room before gigabytes are written to it. If the free space is not known,
// writing may still fail.
Result<void> check_room(const std::string& path, uint64_t n_bytes) {
  std::error_code failed;
  const auto parent = std::filesystem::absolute(path, failed).parent_path();
  const auto room = std::filesystem::space(parent, failed);
  if (failed || room.available >= n_bytes) return {};
  return Error{
      ErrorKind::kExhausted, "--output",
      "the model takes " + size_text(n_bytes) + " and the disk has " + size_text(room.available)};
}

void add_hyperparameters(const RandomModel& m, uint64_t n_vocab, GgufHead& head) {
  const auto key = [&m](const char* name) { return m.arch + "." + name; };
  const uint64_t head_dim = head_dim_of(m);
  head.text("general.architecture", m.arch);
  head.text("general.name", "random-" + m.type);
  head.count(key("block_count"), m.n_layers);
  head.count(key("context_length"), 8192);
  head.count(key("embedding_length"), m.d_model);
  head.count(key("feed_forward_length"), m.d_ff);
  head.count(key("attention.head_count"), m.n_heads);
  head.count(key("attention.head_count_kv"), m.n_kv_heads);
  head.count(key("attention.key_length"), head_dim);
  head.count(key("attention.value_length"), head_dim);
  head.count(key("rope.dimension_count"), head_dim);
  head.count(key("vocab_size"), n_vocab);
  head.real(key("rope.freq_base"), m.rope_freq_base);
  head.real(key("attention.layer_norm_rms_epsilon"), 1e-5f);
  if (m.window > 0) head.count(key("attention.sliding_window"), m.window);
  if (m.n_experts > 0) {
    head.count(key("expert_count"), m.n_experts);
    head.count(key("expert_used_count"), 2);
  }
  const Family* family = find_family(m.arch);
  if (family != nullptr && family->has(Part::kLongRope)) {
    head.count(key("rope.scaling.original_context_length"), 4096);
  }
}

// The config of a file with this head.
Result<Config> config_of(const GgufHead& head, size_t n_vocab) {
  const std::string file = head.build({});
  REDACT_ASSIGN(const GgufFile parsed,
                GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()}));
  return Config::read(parsed.metadata(), n_vocab);
}

// The types of the matrices of a file.
class Mix {
 public:
  // nullopt for an unknown name.
  static std::optional<Mix> named(const RandomModel& m) {
    const bool is_mixed = m.type == "q4_k_m";
    const auto type = random_type_named(is_mixed ? "q4_k" : m.type);
    return type ? std::optional(Mix(*type, is_mixed, m)) : std::nullopt;
  }

  TensorType usual() const { return usual_; }
  TensorType of(const TensorShape& tensor) const {
    const bool exact = tensor.use == TensorUse::kVector || tensor.use == TensorUse::kRouting ||
                       tensor.use == TensorUse::kOnHost;
    return exact                                ? TensorType::kF32
           : is_mixed_ && is_finer(tensor.name) ? TensorType::kQ6_K
                                                : usual_;
  }

 private:
  Mix(TensorType usual, bool is_mixed, const RandomModel& m)
      : usual_(usual), is_mixed_(is_mixed), n_layers_(m.n_layers), is_tied_(m.tied) {}

  // Whether llama.cpp's Q4_K_M has Q6_K for a tensor: the output matrix, and the values and the
  // network's way down in the first and last eighth of the layers and every third between.
  bool is_finer(std::string_view name) const {
    if (name == (is_tied_ ? "token_embd.weight" : "output.weight")) return true;
    for (uint64_t layer = 0; layer < n_layers_; ++layer) {
      if (name != layer_tensor_name(layer, "attn_v.weight") &&
          name != layer_tensor_name(layer, "ffn_down.weight")) {
        continue;
      }
      const uint64_t eighth = n_layers_ / 8;
      return layer < eighth || layer >= 7 * n_layers_ / 8 || (layer - eighth) % 3 == 2;
    }
    return false;
  }

  TensorType usual_;
  bool is_mixed_;
  uint64_t n_layers_;
  bool is_tied_;
};

// The tensors of `plan` as the file stores them; their names are the plan's.
std::vector<OutputTensor> stored_tensors(const std::vector<TensorShape>& plan, const Mix& mix) {
  std::vector<OutputTensor> tensors;
  for (const TensorShape& t : plan) {
    const uint32_t n_dims = t.use == TensorUse::kVector ? 1 : t.n_matrices > 1 ? 3 : 2;
    tensors.push_back({t.name, {t.cols, t.rows, t.n_matrices, 1}, n_dims, mix.of(t)});
  }
  return tensors;
}

// Writes `bytes`, which hold the head of the file, and then the tensors.
Result<void> write_tensors(const std::string& path, std::string bytes,
                           const std::vector<TensorShape>& plan, const Mix& mix, uint32_t seed) {
  REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
  RowRandom random(seed);
  for (const TensorShape& t : plan) {
    const TensorType stored = mix.of(t);
    const uint64_t n_rows = t.n_matrices * t.rows;
    std::vector<char> row(row_bytes(stored, t.cols));
    for (uint64_t r = 0; r < n_rows; ++r) {
      fill_random_row(stored, t.cols, t.use == TensorUse::kVector, random, row);
      bytes.append(row.data(), row.size());
      if (bytes.size() < kWriteBytes) continue;
      REDACT_TRY(file.write(bytes));
      bytes.clear();
    }
    bytes.append(padding_behind(n_rows * row.size()), '\0');
  }
  REDACT_TRY(file.write(bytes));
  return file.commit();
}

}  // namespace

Result<void> check_random_model(const RandomModel& m) {
  const auto mix = Mix::named(m);
  if (!mix) return bad_input("--type", "is not f32, f16, a quantised type or q4_k_m");
  const struct {
    const char* option;
    uint64_t value, most;
  } bounds[] = {{"--layers", m.n_layers, kMaxLayers},
                {"--width", m.d_model, kMaxWidth},
                {"--heads", m.n_heads, kMaxHeads},
                {"--kv-heads", m.n_kv_heads, kMaxHeads},
                {"--ff", m.d_ff, kMaxWidth}};
  for (const auto& [option, value, most] : bounds) {
    if (value < 1 || value > most)
      return bad_input(option, "must be from 1 to " + std::to_string(most));
  }
  const uint64_t block = tensor_type_info(static_cast<uint32_t>(mix->usual()))->block_elements;
  REDACT_TRY(check_heads(m));
  return check_blocks(m, std::max<uint64_t>(block, 32));
}

Result<void> write_random_model(const RandomModel& m, const std::string& path) {
  REDACT_TRY(check_random_model(m));
  const Mix mix = *Mix::named(m);
  REDACT_ASSIGN(const GgufFile vocab, from("VOCAB", GgufFile::open(m.vocab_path)));
  REDACT_ASSIGN(const auto tokens, vocab.metadata().get_strings("tokenizer.ggml.tokens"));

  if (tokens.empty()) return bad_input("VOCAB", "holds no tokens");

  GgufHead head;
  for (const std::string_view key : vocab.metadata().keys()) {
    if (key.starts_with("tokenizer.")) head.copy(key, vocab.metadata().value(key));
  }
  // The prompts of models that write need an EOS; in a label model's vocabulary BOS replaces it.
  constexpr const char *kBos = "tokenizer.ggml.bos_token_id", *kEos = "tokenizer.ggml.eos_token_id";
  if (vocab.metadata().has(kBos) && !vocab.metadata().has(kEos)) {
    head.copy(kEos, vocab.metadata().value(kBos));
  }
  add_hyperparameters(m, tokens.size(), head);
  REDACT_ASSIGN(const Config config, config_of(head, tokens.size()));
  const std::vector<TensorShape> plan = plan_tensors(config, m.tied);
  const std::vector<OutputTensor> tensors = stored_tensors(plan, mix);
  std::string bytes = head.build(tensors);
  uint64_t n_bytes = bytes.size();
  for (const OutputTensor& t : tensors) n_bytes += t.n_bytes() + padding_behind(t.n_bytes());

  REDACT_TRY(check_room(path, n_bytes));
  return blame("--output", write_tensors(path, std::move(bytes), plan, mix, m.seed));
}

}  // namespace redact
