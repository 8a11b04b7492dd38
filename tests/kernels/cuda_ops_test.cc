// SPDX-License-Identifier: Apache-2.0
// Runs whole models through the CUDA backend, on the emulator or with REDACT_GPU on a GPU, and
// compares them with the reference.
#include "kernels/cuda/cuda_ops.h"

#include <gtest/gtest.h>

#include <numeric>

#include "runtime/model/solo.h"
#include "tests/kernels/on_cuda.h"
#include "tests/support/count_allocations.h"
#include "tests/support/tiny_model.h"

namespace redact {
namespace {

class CudaOpsTest : public CudaTest {};

// The logits of `candidates` after each id of a sequence, [kIds, candidates]. The ids are multiples
// of 7,919 modulo `n_ids`, fed in chunks.
constexpr size_t kIds = 19;
std::vector<float> logits_of(const Model& model, Ops& ops, size_t n_ids, size_t chunk,
                             const std::vector<int32_t>& candidates) {
  const auto placed = PlacedModel::place(model, ops, kIds).value();
  Solo solo(*placed, ops, chunk, kIds);
  std::vector<float> logits;
  for (size_t begin = 0; begin < kIds; begin += chunk) {
    std::vector<int32_t> ids, asked;
    std::vector<uint32_t> offsets = {0};
    for (size_t i = begin; i < std::min(begin + chunk, kIds); ++i) {
      ids.push_back(static_cast<int32_t>(i * 7919 % n_ids));
      asked.insert(asked.end(), candidates.begin(), candidates.end());
      offsets.push_back(static_cast<uint32_t>(asked.size()));
    }
    const auto hidden = solo.run(ids);
    std::vector<float> part(asked.size());
    ops.candidate_logits(placed->weights().output, hidden.data(), {offsets, asked}, part.data());
    logits.insert(logits.end(), part.begin(), part.end());
  }
  return logits;
}

class CudaModel : public CudaOpsTest, public ::testing::WithParamInterface<const char*> {
 protected:
  std::vector<float> run(Ops& ops, size_t chunk) const {
    std::vector<int32_t> vocab(model_.config().n_vocab);
    std::iota(vocab.begin(), vocab.end(), 0);
    return logits_of(model_, ops, vocab.size(), chunk, vocab);
  }

  const Model model_ =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + GetParam() + ".gguf").value();
};

// Keys, values, queries and attention weights are halves, each with a relative rounding error of up
// to 2^-12, which is 1e-7 of the power, in a few sums a layer. Where activations are rounded to
// eight bits after that, some round the other way. This error is as large as that rounding: 1e-3,
// as derived in family_golden_test.cc.
TEST_P(CudaModel, LogitsAgreeWithTheReference) {
  testing::ReferenceOps reference;
  CudaOps ops;
  const auto want = run(reference, kIds), got = run(ops, kIds);
  double error = 0, power = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    error += (got[i] - want[i]) * (got[i] - want[i]);
    power += want[i] * want[i];
  }
  const std::string name = GetParam();
  EXPECT_LT(error / power, name.find("-q") != std::string::npos ? 1e-3 : 1e-5);
}

TEST_P(CudaModel, ChunksGiveTheSameBitsAsOnePass) {
  CudaOps whole, parts;
  const auto want = run(whole, kIds);
  for (const size_t chunk : {1, 9}) EXPECT_EQ(run(parts, chunk), want) << chunk;
}

// Expects a refusal that names the format.
void expect_refused(const CudaOps& ops, WeightFormat format) {
  ASSERT_FALSE(ops.status().ok());
  EXPECT_EQ(ops.status().error().kind, ErrorKind::kUnsupported);
  EXPECT_NE(ops.status().error().message().find(std::string("type ") + format_info(format).name),
            std::string::npos);
}

TEST_F(CudaOpsTest, WeightsItHasNoKernelForAreRefused) {
  testing::Random random(4);
  const WeightFormat format = WeightFormat::kQ2_K;
  CudaOps ops;
  const size_t cols = block_weights(format);
  const testing::OwnedWeight w = testing::random_weight(format, 16, cols, random);
  ASSERT_TRUE(ops.status().ok());
  const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
  const auto x = random.values(cols);
  const auto out = ops.allocate_floats(16);
  const Product product{prepared, out.get()};
  const auto device_x = upload(ops, x);
  ops.matmul({&product, 1}, device_x.get(), 1);
  EXPECT_EQ(ops.read(out.get(), 16), std::vector<float>(16, 0.0f));
  expect_refused(ops, format);
  CudaOps gathering;
  gathering.prepare(w.weight, WeightUse::kGathered);
  expect_refused(gathering, format);
}

TEST_F(CudaOpsTest, HeadsItHasNoKernelForAreRefused) {
  const CudaOps ops;
  for (const size_t head_dim : {16, 48, 64, 80, 96, 128, 256}) {
    EXPECT_TRUE(ops.supports({{4, 2, head_dim}, 1}).ok()) << head_dim;
  }
  for (const size_t head_dim : {40, 100, 144, 512}) {
    EXPECT_FALSE(ops.supports({{4, 2, head_dim}, 1}).ok()) << head_dim;
  }
}

TEST_F(CudaOpsTest, TheTablesOfASteadyStepTakeNoMemoryOfTheHost) {
  const std::vector<int32_t> ids = {3, 1, 2, 0}, added = {1, 0, 3};
  const std::vector<uint32_t> pages = {1, 0}, offsets = {0, 1, 1, 2, 4}, of_added = {0, 0, 1, 1, 3};
  const Segment segments[] = {{0, 3, 15, pages.data()}, {3, 1, 0, pages.data(), true, &pages[1]}};
  const Step step{ids, ids, segments, {of_added, added}, {offsets, ids}};
  CudaOps ops;
  ops.begin(step);
  const size_t before = testing::n_allocations();
  ops.begin(step);
  EXPECT_EQ(testing::n_allocations(), before);
}

// A sequence that has taken another's place: as many rows at the same entries, but other pages.
TEST_F(CudaOpsTest, PagesThatChangeBetweenStepsAreSeen) {
  testing::Random random(5);
  const AttentionShape shape{4, 2, 32};
  const std::vector<float> cos_sin = random.values(4 * shape.head_dim);
  const auto first = random.values(shape.q_dim() + 2 * shape.kv_dim()),
             second = random.values(first.size());
  // Runs steps that each store their values at the first entry of a page, then attention of a row.
  const auto run = [&](const std::vector<std::pair<uint32_t, std::vector<float>>>& steps) {
    CudaOps ops;
    const size_t page_bytes = ops.page_bytes(shape);
    const auto k = ops.allocate(2 * page_bytes), v = ops.allocate(2 * page_bytes);
    const auto row = ops.allocate_floats(first.size()), out = ops.allocate_floats(shape.q_dim());
    const LayerCache cache{k.get(), v.get()};
    const auto angles = upload(ops, cos_sin);
    for (const auto& [page, values] : steps) {
      const Segment segment{0, 1, 0, &page};
      const std::vector<int32_t> zero = {0};
      ops.begin({zero, zero, {&segment, 1}});
      const auto given = upload(ops, values);
      ops.copy(reinterpret_cast<const std::byte*>(given.get()),
               reinterpret_cast<std::byte*>(row.get()), values.size() * sizeof(float));
      float* q = row.get();
      ops.rope_store(cache, shape, {shape.head_dim, RopePairs::kAdjacent, angles.get()}, q,
                     q + shape.q_dim(), q + shape.q_dim() + shape.kv_dim());
      ops.attention(cache, {shape, 0.2f}, q, out.get());
    }
    // The keys of both pages as stored, and the output of attention.
    return std::pair(ops.read(reinterpret_cast<float*>(k.get()), 2 * page_bytes / sizeof(float)),
                     ops.read(out.get(), shape.q_dim()));
  };
  const auto [keys, seen] = run({{0, first}, {1, second}});
  const auto [only_keys, only_seen] = run({{1, second}});
  EXPECT_EQ(seen, only_seen);
  const size_t page = keys.size() / 2;
  EXPECT_TRUE(std::equal(keys.begin() + static_cast<ptrdiff_t>(page), keys.end(),
                         only_keys.begin() + static_cast<ptrdiff_t>(page)));
}

// This holds for models of two layers, whose launches fit into one chain.
TEST_P(CudaModel, AStepIsOneChain) {
  CudaOps ops;
  run(ops, 9);
  const uint64_t before = ops.n_chains();
  run(ops, 1);
  // A few more chains where buffers grow or are replaced: launches recorded before that run first.
  EXPECT_LE(ops.n_chains() - before, kIds + 24);
}

INSTANTIATE_TEST_SUITE_P(Formats, CudaModel,
                         ::testing::Values("llama-f32", "llama-f16", "llama-bf16", "llama-q8_0",
                                           "llama-q4_0"));
// Families other than llama, as small models of random weights; heads have 16 dimensions.
struct Family {
  const char* name;
  const char* type;
  uint32_t window = 0;
  uint32_t n_experts = 0;
};

class CudaFamily : public CudaTest, public ::testing::WithParamInterface<Family> {
 protected:
  static Model make() {
    testing::TinyModel tiny;
    tiny.architecture = tiny.family = GetParam().name;
    tiny.type = GetParam().type;
    tiny.window = GetParam().window;
    tiny.n_experts = GetParam().n_experts;
    if (std::string(GetParam().name) == "gemma3") tiny.n_layers = 6;  // the last has no window
    tiny.seed = 3;
    const std::string path = tiny.write("redact-cuda-family.gguf");
    return Model::open(path).value();
  }
  std::vector<float> run(Ops& ops, size_t chunk) const {
    return logits_of(model_, ops, 256, chunk, {0, 17, 60, 100, 155, 222});
  }

  const Model model_ = make();
};

// The bounds are those of CudaModel.
TEST_P(CudaFamily, LogitsAgreeWithTheReferenceAndChunksGiveTheSameBits) {
  testing::ReferenceOps reference;
  CudaOps whole, parts;
  const auto want = run(reference, kIds), got = run(whole, kIds);
  double error = 0, power = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    error += (got[i] - want[i]) * (got[i] - want[i]), power += want[i] * want[i];
  }
  EXPECT_LT(error / power, std::string(GetParam().type) == "f32" ? 1e-5 : 1e-3);
  EXPECT_EQ(run(parts, 5), got);
}

INSTANTIATE_TEST_SUITE_P(Families, CudaFamily,
                         ::testing::Values(Family{"qwen2", "f32"}, Family{"qwen3", "q8_0"},
                                           Family{"gemma3", "f32", 8}, Family{"phi3", "q4_0", 8},
                                           Family{"llama", "f32", 0, 4},
                                           Family{"llama", "q8_0", 0, 4}),
                         [](const auto& param) {
                           return std::string(param.param.name) + "_" + param.param.type +
                                  (param.param.n_experts > 0 ? "_experts" : "");
                         });

}  // namespace
}  // namespace redact
