// SPDX-License-Identifier: Apache-2.0
// LoRA adapters: a model with an adapter gives the logits of a file whose weights were merged
// independently, here in double precision. Files that are not an adapter of the model are refused,
// with the reason.
#include "runtime/model/adapter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "base/thread_pool.h"
#include "kernels/formats/half.h"
#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/reference_ops.h"
#include "tests/support/resident.h"

namespace redact::adapter_test {

using testing::GgufBuilder;
using testing::golden_path;

constexpr size_t kRank = 3;
constexpr float kAlpha = 1.5f;

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string write_bytes(const std::string& name, const std::string& bytes) {
  std::string path = ::testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string floats(size_t n, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 0.3f);
  std::string bytes;
  for (size_t i = 0; i < n; ++i) bytes += GgufBuilder::raw(normal(random));
  return bytes;
}

float float_at(const std::string& bytes, size_t i) {
  float value;
  std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
  return value;
}

struct Pair {
  std::string name;
  size_t rows, cols;
  std::string a, b;
};

GgufBuilder adapter_head(const std::string& architecture) {
  GgufBuilder file;
  file.kv("general.architecture", 8, GgufBuilder::string(architecture));
  file.kv("general.type", 8, GgufBuilder::string("adapter"));
  file.kv("general.name", 8, GgufBuilder::string("tiny"));
  file.kv("adapter.type", 8, GgufBuilder::string("lora"));
  file.kv("adapter.lora.alpha", 6, GgufBuilder::raw(kAlpha));
  return file;
}

std::string build(GgufBuilder file, const std::vector<Pair>& pairs) {
  uint64_t offset = 0;
  const auto add = [&](const std::string& name, std::vector<uint64_t> dims,
                       const std::string& data) {
    file.tensor(name, dims, 0, offset, data);
    offset += (data.size() + 31) / 32 * 32;
  };
  for (const Pair& pair : pairs) {
    add(pair.name + ".lora_a", {pair.cols, pair.a.size() / 4 / pair.cols}, pair.a);
    add(pair.name + ".lora_b", {pair.b.size() / 4 / pair.rows, pair.rows}, pair.b);
  }
  return file.build();
}

// Every matrix of the layers gets an adapter, except experts and their routers.
std::vector<Pair> pairs_for(const GgufFile& file) {
  std::vector<Pair> pairs;
  for (const TensorInfo& info : file.tensors()) {
    const bool adapted = info.n_dims == 2 && info.name.starts_with("blk.") &&
                         info.name.find("gate_inp") == info.name.npos;
    if (!adapted) continue;
    const auto seed = static_cast<uint32_t>(pairs.size());
    pairs.push_back({std::string(info.name), info.rows(), info.cols(),
                     floats(kRank * info.cols(), 2 * seed),
                     floats(kRank * info.rows(), 2 * seed + 1)});
  }
  return pairs;
}

double change(const Pair& pair, size_t row, size_t col) {
  double sum = 0;
  for (size_t k = 0; k < kRank; ++k) {
    sum += static_cast<double>(float_at(pair.b, row * kRank + k)) *
           float_at(pair.a, k * pair.cols + col);
  }
  return sum * kAlpha / kRank;
}

// The file with merged weights in place of its own, in the same type: F32 or Q8_0.
std::string merge_by_hand(std::string bytes, const std::vector<Pair>& pairs) {
  const auto* begin = reinterpret_cast<const uint8_t*>(bytes.data());
  const GgufFile file = GgufFile::parse({begin, bytes.size()}).value();
  for (const Pair& pair : pairs) {
    const TensorInfo& info = *file.find(pair.name);
    char* data = bytes.data() + (file.data(info).data() - begin);
    const bool quantised = info.type == TensorType::kQ8_0;
    for (size_t block = 0; block < pair.rows * pair.cols / 32; ++block) {
      char* at = data + block * (quantised ? 34 : 128);
      double values[32], most = 0;
      uint16_t half = 0;
      std::memcpy(&half, at, 2);
      for (size_t i = 0; i < 32; ++i) {
        const size_t flat = block * 32 + i;
        float old = 0;
        std::memcpy(&old, at + i * 4, quantised ? 0 : 4);
        if (quantised)
          old = half_to_float(half) * static_cast<float>(static_cast<int8_t>(at[2 + i]));
        values[i] = old + change(pair, flat / pair.cols, flat % pair.cols);
        most = std::max(most, std::abs(values[i]));
      }
      half = float_to_half(static_cast<float>(most / 127));
      if (quantised) std::memcpy(at, &half, 2);
      for (size_t i = 0; i < 32; ++i) {
        const auto merged = static_cast<float>(values[i]);
        if (quantised) {
          at[2 + i] = static_cast<char>(std::lround(values[i] * 127 / most));
        } else {
          std::memcpy(at + i * 4, &merged, 4);
        }
      }
    }
  }
  return bytes;
}

class MergedAdapter : public ::testing::TestWithParam<const char*> {};

TEST_P(MergedAdapter, GivesTheLogitsOfMergedWeights) {
  const std::string path = golden_path(GetParam() + std::string(".gguf"));
  const GgufFile base = GgufFile::open(path).value();
  const std::vector<Pair> pairs = pairs_for(base);
  ASSERT_GT(pairs.size(), 4u);
  const std::string architecture(base.metadata().get_string("general.architecture").value());
  const std::string adapter =
      write_bytes(std::string(GetParam()) + "-lora.gguf", build(adapter_head(architecture), pairs));
  const auto adapted = Model::open(path, adapter, 2);
  ASSERT_TRUE(adapted.ok()) << adapted.error().message();
  const Model plain = Model::open(path).value();
  EXPECT_EQ(adapted->config().name, plain.config().name + "+tiny");
  const std::string bytes = merge_by_hand(read_bytes(path), pairs);
  const Model merged =
      Model::open(write_bytes(std::string(GetParam()) + "-merged.gguf", bytes)).value();

  ThreadPool pool(2);
  const auto ops = open_device("cpu", pool).value();
  const std::vector<int32_t> ids = {1, 5, 9, 17, 4, 33, 8, 21, 2, 40, 7};
  const auto run = [&](const Model& model) {
    return testing::run_all(model, *ops, ids, ids.size());
  };
  const auto against = [&](const std::vector<float>& want) {
    return testing::nmse(run(*adapted), {std::vector<double>(want.begin(), want.end())});
  };
  // Both sum in double precision, but in different orders. A Q8_0 code may differ by one if a value
  // is on the border between two codes.
  const bool int8 = std::string_view(GetParam()).ends_with("q8_0");
  EXPECT_LT(against(run(merged)), int8 ? 1e-5 : 1e-10);
  EXPECT_GT(against(run(plain)), 1e-2) << "the adapter changes what the model says";
}

INSTANTIATE_TEST_SUITE_P(Models, MergedAdapter,
                         ::testing::Values("llama-f32", "llama-q8_0", "qwen2-f32", "gemma3-f32",
                                           "phi3-f32", "mixtral-f32"));

TEST(Adapter, KeepsHalvesAndMakesQuantisedMatricesQ8_0) {
  for (const auto& [name, format] : {std::pair{"llama-f16", WeightFormat::kF16},
                                     {"llama-bf16", WeightFormat::kBf16},
                                     {"llama-q4_0", WeightFormat::kQ8_0}}) {
    const std::string path = golden_path(name + std::string(".gguf"));
    const GgufFile base = GgufFile::open(path).value();
    const std::vector<Pair> pairs = pairs_for(base);
    const std::string adapter = write_bytes("lora.gguf", build(adapter_head("llama"), pairs));
    const Model model = Model::open(path, adapter, 1).value();
    const LayerWeights& layer = model.weights().layers[0];
    for (const Weight* w : {&layer.attn_q, &layer.attn_output, &layer.ffn_down}) {
      EXPECT_EQ(model.adapter()->merged_form(*w).format, format);
    }
    EXPECT_FALSE(model.adapter()->adapts(model.weights().token_embd));
  }
}

struct Refusal {
  std::string bytes, message;
};

TEST(Adapter, WhatIsNoAdapterOfTheModelIsRefusedByName) {
  const std::string path = golden_path("llama-f32.gguf");
  const GgufFile base = GgufFile::open(path).value();
  const Pair good = pairs_for(base)[0];
  const auto changed = [&](auto change) {
    Pair pair = good;
    change(pair);
    return build(adapter_head("llama"), {pair});
  };
  GgufBuilder other_type = adapter_head("llama");
  other_type.kv("adapter.alora.invocation_tokens", 4, GgufBuilder::raw<uint32_t>(1));
  GgufBuilder half = adapter_head("llama");
  half.tensor(good.name + ".lora_a", {good.cols, kRank}, 0, 0, good.a);
  GgufBuilder foreign = adapter_head("llama");
  foreign.tensor("blk.0.attn_norm.weight", {good.cols}, 0, 0, good.a.substr(0, 4 * good.cols));
  // A header in which one key is missing or has another type or value.
  const auto with_key = [&](const std::string& key, uint32_t type, const std::string& value) {
    GgufBuilder file;
    file.kv("general.architecture", 8, GgufBuilder::string("llama"));
    for (const auto& [name, text] :
         {std::pair{"general.type", "adapter"}, {"adapter.type", "lora"}}) {
      if (key != name) file.kv(name, 8, GgufBuilder::string(text));
    }
    if (!value.empty()) file.kv(key, type, value);
    return build(file, {good});
  };
  const auto part = [&](const std::string& suffix, const std::vector<uint64_t>& dims, uint32_t type,
                        uint64_t n_bytes) {
    GgufBuilder file = adapter_head("llama");
    file.tensor(good.name + suffix, dims, type, 0, n_bytes);
    file.tensor(good.name + ".lora_b", {kRank, good.rows}, 0, (n_bytes + 31) / 32 * 32, good.b);
    return file.build();
  };
  const Refusal refusals[] = {
      {adapter_head("llama").build(), "adapter: the file has no tensors"},
      {with_key("general.type", 8, ""), "general.type: must be \"adapter\""},
      {with_key("general.type", 4, GgufBuilder::raw(1u)),
       "general.type: expected a string, found type u32"},
      {with_key("adapter.type", 8, ""), "adapter.type: must be \"lora\""},
      {with_key("adapter.type", 8, GgufBuilder::string("ia3")), "adapter.type: must be \"lora\""},
      {with_key("adapter.lora.alpha", 8, GgufBuilder::string("16")),
       "adapter.lora.alpha: expected a float, found type string"},
      {with_key("adapter.lora.alpha", 6, GgufBuilder::raw(NAN)),
       "adapter.lora.alpha: must be a number from 0 to 65536"},
      {with_key("adapter.lora.alpha", 6, GgufBuilder::raw(INFINITY)),
       "adapter.lora.alpha: must be a number from 0 to 65536"},
      {with_key("adapter.lora.alpha", 6, GgufBuilder::raw(-1.0f)),
       "adapter.lora.alpha: must be a number from 0 to 65536"},
      {with_key("adapter.lora.alpha", 6, GgufBuilder::raw(65537.0f)),
       "adapter.lora.alpha: must be a number from 0 to 65536"},
      {part(".lora_c", {good.cols, kRank}, 0, 4 * good.cols * kRank),
       good.name + ".lora_c: unexpected tensor in a LoRA adapter"},
      {part(".lora_magnitude", {good.cols}, 0, 4 * good.cols),
       good.name + ".lora_magnitude: unexpected tensor in a LoRA adapter"},
      {part(".lora_a", {good.cols, kRank, 2}, 0, 8 * good.cols * kRank),
       good.name + ".lora_a: not a matrix"},
      {part(".lora_a", {good.cols, kRank}, 28, 8 * good.cols * kRank),
       good.name + ".lora_a: unsupported tensor type"},
      {part(".lora_a", {good.cols, kRank + 1}, 0, 4 * good.cols * (kRank + 1)),
       good.name +
           ": the shapes of model and adapter differ; the adapter belongs to another model"},
      {read_bytes(path), "general.type: must be \"adapter\""},
      {build(adapter_head("gemma3"), {good}),
       "general.architecture: the adapter is for gemma3, but the model is llama"},
      {build(adapter_head("\x1b[2J"), {good}),  // which a terminal would obey
       "general.architecture: the adapter is for ?[2J, but the model is llama"},
      {other_type.build(),
       "adapter.alora.invocation_tokens: unknown key, which may change what the adapter computes"},
      {half.build(),
       good.name + ".lora_b: tensor is missing; lora_a and lora_b must come in pairs"},
      {foreign.build(), "blk.0.attn_norm.weight: unexpected tensor in a LoRA adapter"},
      {changed([](Pair& p) { p.name = "blk.9.attn_q.weight"; }),
       "blk.9.attn_q.weight: the model has no tensor of this name; the adapter belongs to another "
       "model"},
      {changed([](Pair& p) { p.name = "token_embd.weight"; }),
       "token_embd.weight: adapters of the token embeddings are not supported"},
      {changed([](Pair& p) { p.cols /= 2; }),
       good.name +
           ": the shapes of model and adapter differ; the adapter belongs to another model"},
      {changed([](Pair& p) {
         const size_t rank = std::min(p.rows, p.cols) + 1;
         p.a = floats(rank * p.cols, 1), p.b = floats(rank * p.rows, 2);
       }),
       good.name + ".lora_a: has a rank above that of the matrix that it adapts"},
      {changed([](Pair& p) { p.cols /= 2, p.a.resize(p.a.size() / 2); }),
       good.name +
           ": the shapes of model and adapter differ; the adapter belongs to another model"},
      {changed([](Pair& p) { p.rows /= 2, p.b.resize(p.b.size() / 2); }),
       good.name +
           ": the shapes of model and adapter differ; the adapter belongs to another model"},
      {changed([](Pair& p) { p.b += p.b; }),
       good.name +
           ": the shapes of model and adapter differ; the adapter belongs to another model"},
      {changed([](Pair& p) { p.name = "blk.0.attn_norm.weight"; }),
       "blk.0.attn_norm.weight: not a matrix"},
  };
  for (const Refusal& refusal : refusals) {
    const auto model = Model::open(path, write_bytes("bad-lora.gguf", refusal.bytes), 1);
    ASSERT_FALSE(model.ok()) << refusal.message;
    EXPECT_EQ(model.error().message(), "adapter: " + refusal.message);
  }
}

TEST(Adapter, AMergedValueOutsideTheRangeIsRefusedWhenTheModelIsPlaced) {
  const std::string path = golden_path("llama-f32.gguf");
  Pair pair = pairs_for(GgufFile::open(path).value())[0];
  pair.a = std::string(pair.a.size(), '\xff');
  const std::string adapter = write_bytes("nan-lora.gguf", build(adapter_head("llama"), {pair}));
  const Model model = Model::open(path, adapter, 1).value();
  ThreadPool pool(1);
  const auto ops = open_device("cpu", pool).value();
  const auto placed = PlacedModel::place(model, *ops, 10);
  ASSERT_FALSE(placed.ok());
  EXPECT_EQ(
      placed.error().message(),
      "adapter: " + pair.name + ": a merged weight is not finite or outside the range of f16");
}

// The plan counts the merged matrices and what merging takes, before any is merged.
TEST(Adapter, AModelThatDoesNotFitOnceMergedIsRefused) {
  const std::string path = golden_path("llama-q4_0.gguf");
  const auto pairs = pairs_for(GgufFile::open(path).value());
  const std::string adapter = write_bytes("plan-lora.gguf", build(adapter_head("llama"), pairs));
  const Model plain = Model::open(path).value(), adapted = Model::open(path, adapter, 1).value();
  ThreadPool pool(1);
  const auto ops = open_device("cpu", pool).value();
  const EngineOptions options{.max_rows = 8, .max_entries = 64};
  const MemoryPlan without = plan_memory(plain, *ops, options, 64);
  const MemoryPlan with = plan_memory(adapted, *ops, options, 64);
  EXPECT_EQ(with.bytes(1) - with.weights, without.bytes(1) - without.weights);
  size_t n_values = 0, largest = 0;
  for (const Pair& pair : pairs) {
    const size_t n_floats = (pair.a.size() + pair.b.size()) / 4;
    n_values += pair.rows * pair.cols;
    largest = std::max(largest, pair.rows * pair.cols / 32 * 34 + n_floats * 4);
  }
  // Blocks of 32 values take 34 bytes in place of 18.
  EXPECT_EQ(with.weights - without.weights, n_values / 32 * 16 + largest);

  class Device final : public testing::ReferenceOps {
   public:
    explicit Device(size_t n_bytes) : n_bytes_(n_bytes) {}
    size_t free_bytes() const override { return n_bytes_; }

   private:
    size_t n_bytes_;
  };
  constexpr size_t kReserve = size_t{384} << 20;
  const Device any(0);
  const size_t needed = kReserve + plan_memory(adapted, any, options, 64).bytes(1);
  EXPECT_TRUE(fit_memory(adapted, Device(needed), options, 64).ok());
  const auto refused = fit_memory(adapted, Device(needed - 1), options, 64);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kExhausted);
}

// Merged matrices take memory one at a time, when the model is placed.
TEST(Adapter, MergedMatricesAreFreedOncePrepared) {
  if (testing::kSanitized) GTEST_SKIP() << "a sanitizer takes and keeps memory of its own";
  constexpr size_t kMiB = size_t{1} << 20;
  const std::string path = REDACT_BUNDLED_MODEL;
  const auto pairs = pairs_for(GgufFile::open(path).value());  // of 10 MiB of matrices
  const std::string adapter = write_bytes("v11-lora.gguf", build(adapter_head("llama"), pairs));
  ThreadPool pool(1);
  const auto ops = open_device("cpu", pool).value();
  const auto resident = [&](const Model& model) {
    const size_t before = testing::resident_bytes();
    const auto placed = PlacedModel::place(model, *ops, 64, Rounding::kRows);
    EXPECT_TRUE(placed.ok());
    return testing::resident_bytes() - before;
  };
  const Model plain = Model::open(path).value();
  const size_t before = testing::resident_bytes();
  const Model adapted = Model::open(path, adapter, 1).value();
  EXPECT_LT(testing::resident_bytes() - before, 6 * kMiB);
  const size_t of_plain = resident(plain);
  EXPECT_GT(of_plain, 9 * kMiB);
  EXPECT_LT(resident(adapted), of_plain + 2 * kMiB);
}

}  // namespace redact::adapter_test
