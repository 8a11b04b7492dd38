// SPDX-License-Identifier: Apache-2.0
// Counts the work that a step of a deep model makes for CUDA's runtime: copies, chains, graphs,
// calls. Runs on the emulated runtime.
#include <gtest/gtest.h>

#include <cstring>

#include "kernels/cuda/graph_plan.h"
#include "tests/kernels/on_cuda.h"
#include "tests/kernels/simt/cuda_runtime.h"

namespace redact {
namespace {

using simt::cuda_state;

constexpr size_t kLayers = 8, kWidth = 32, kMostRows = 65, kPages = 24;
constexpr AttentionShape kShape{2, 2, 16};

// The verbs of a decoder, whose layers share their weights.
class Decoder {
 public:
  explicit Decoder(CudaOps& ops) : ops_(ops) {
    Random random(40);
    w_ = random_weight(WeightFormat::kQ4_0, kWidth, kWidth, random);
    multiplied_ = ops.prepare(w_.weight, WeightUse::kMultiplied);
    gathered_ = ops.prepare(w_.weight, WeightUse::kGathered);
    norm_ = ops.constants(kWidth, [](float* to) { std::fill_n(to, kWidth, 1.0f); });
    angles_ = ops.constants(16, [](float* to) { std::fill_n(to, 16, 0.5f); });
    for (auto& rows : rows_) rows = ops.allocate_floats(kMostRows * kWidth);
    for (auto& pages : pages_) pages = ops.allocate(kPages * ops.page_bytes(kShape));
    for (uint32_t i = 0; i < kPages; ++i) page_numbers_[i] = kPages - 1 - i;
    ops.reserve({kMostRows, kPages * kPageEntries, kWidth, kShape, 0, 0, 0, 2 * kMostRows});
  }

  // Returns the logits of two candidates for the first row. The rows become entries from `n_past`.
  std::vector<float> step(size_t n, size_t n_past, bool candidates_known = true) {
    std::vector<float> logits(named_.size());
    ask(n, n_past, logits.data(), candidates_known);
    ops_.await_logits();
    return logits;
  }

  // The same, but does not wait for the logits.
  void ask(size_t n, size_t n_past, float* logits, bool candidates_known = true) {
    segment_ = {0, n, n_past, page_numbers_};
    ids_.assign(n, static_cast<int32_t>(n % kWidth)), positions_.assign(n, 0);
    offsets_.assign(n + 1, 2);
    offsets_[0] = 0;
    const CandidateRows candidates{offsets_, named_};
    Step step{ids_, positions_, {&segment_, 1}};
    if (candidates_known) step.candidates = candidates;
    ops_.begin(step);
    ops_.embed(gathered_, 1, x());
    for (size_t layer = 0; layer < kLayers; ++layer) run_layer(n);
    ops_.ask_logits(gathered_, x(), candidates, logits);
  }

  // The logits of the first row of the last step.
  std::vector<float> logits_of(const std::vector<int32_t>& ids) {
    std::vector<float> logits(ids.size());
    ops_.candidate_logits(gathered_, x(), {offsets_, ids}, logits.data());
    return logits;
  }

 private:
  float* x() { return rows_[0].get(); }

  void run_layer(size_t n) {
    float *q = rows_[1].get(), *k = rows_[2].get(), *v = rows_[3].get(), *out = rows_[4].get();
    const LayerCache cache{pages_[0].get(), pages_[1].get()};
    const Norm norm{norm_.get(), 1e-5f};
    const Product qkv[] = {{multiplied_, q}, {multiplied_, k}, {multiplied_, v}};
    ops_.norm_matmul(norm, qkv, x(), n);
    ops_.rope_store(cache, kShape, {16, RopePairs::kAdjacent, angles_.get()}, q, k, v);
    ops_.attention(cache, {kShape, 0.25f}, q, out);
    ops_.matmul_add({multiplied_, x()}, out, n);
    const Product gate_up[] = {{multiplied_, q}, {multiplied_, k}};
    ops_.norm_matmul(norm, gate_up, x(), n);
    ops_.silu_gate(q, k, n * kWidth);
    ops_.matmul_add({multiplied_, x()}, q, n);
  }

  CudaOps& ops_;
  OwnedWeight w_;
  Weight multiplied_, gathered_;
  std::shared_ptr<const float[]> norm_, angles_;
  std::shared_ptr<float[]> rows_[5];
  std::shared_ptr<std::byte[]> pages_[2];
  uint32_t page_numbers_[kPages];
  Segment segment_;  // this and the following are what a step points to
  std::vector<int32_t> ids_, positions_;
  std::vector<uint32_t> offsets_;
  const std::vector<int32_t> named_ = {1, 2};
};

class CudaStep : public ::testing::Test {
 protected:
  CudaStep() { simt::let_cuda_calls_pass(); }

  // The number of kernels that a task runs, up to the end of the last.
  template <typename Task>
  uint64_t launches_of(const Task& task) {
    const uint64_t before = cuda_state().n_launches;
    task();
    ops_.finish();
    return cuda_state().n_launches - before;
  }

  CudaOps ops_;
  Decoder decoder_{ops_};
};

TEST_F(CudaStep, TablesGoToTheDeviceInOneCopy) {
  decoder_.step(9, 9);  // buffers are large enough from here on
  for (const size_t n : {1, 9}) {
    const uint64_t before = ops_.n_copies();
    decoder_.step(n, n);
    EXPECT_EQ(ops_.n_copies() - before, 1u) << n;
  }
  const uint64_t before = ops_.n_copies();
  decoder_.step(9, 9, false);
  EXPECT_EQ(ops_.n_copies() - before, 2u);
}

TEST_F(CudaStep, CandidatesThatComeLateGiveTheSameLogits) {
  const auto known = decoder_.step(9, 0);
  EXPECT_EQ(decoder_.step(9, 0, false), known);
  EXPECT_NE(known[0], known[1]);
}

TEST_F(CudaStep, OtherCandidatesThanTheStepsAreTaken) {
  const auto known = decoder_.step(3, 0);
  EXPECT_EQ(decoder_.logits_of({2, 1}), (std::vector<float>{known[1], known[0]}));
  EXPECT_EQ(decoder_.logits_of({1, 2}), known);
}

// The logits of a step are copied back while the next step computes its own, whichever is faster.
TEST_F(CudaStep, TheLogitsOfTwoStepsUnderWayAreApart) {
  const auto first = decoder_.step(9, 0), second = decoder_.step(5, 9);
  for (const bool ahead : {true, false}) {
    simt::let_streams_run_ahead(ahead);
    std::vector<float> one(2), two(2);
    decoder_.ask(9, 0, one.data());
    decoder_.ask(5, 9, two.data());
    ops_.await_logits(), ops_.await_logits();
    EXPECT_EQ(std::pair(one, two), std::pair(first, second)) << ahead;
  }
}

// Over steps of all shapes of products, with one run of attention and with several.
TEST_F(CudaStep, ADozenGraphsServeACorpus) {
  decoder_.step(kMostRows, 260);  // tables are large enough from here on
  const uint64_t before = cuda_state().n_instantiated, chains = ops_.n_chains();
  size_t n_steps = 0;
  for (const size_t n_past : {0, 260}) {
    for (const size_t n : {1, 2, 3, 5, 8, 9, 33, 65}) decoder_.step(n, n_past), ++n_steps;
  }
  EXPECT_LE(cuda_state().n_instantiated - before, simt::kMostGraphs);
  EXPECT_LE(cuda_state().executables, simt::kMostGraphs);
  EXPECT_EQ(ops_.n_chains() - chains, 2 * n_steps);  // one of the two is full
}

TEST_F(CudaStep, AStepLikeTheLastIsAFewCalls) {
  decoder_.step(8, 20);
  const uint64_t instantiated = cuda_state().n_instantiated;
  const auto calls_of = [&](size_t n) {
    const uint64_t calls = cuda_state().n_calls;
    decoder_.step(n, 20);
    return cuda_state().n_calls - calls;
  };
  const uint64_t again = calls_of(8);
  EXPECT_EQ(cuda_state().n_instantiated, instantiated);
  // Two chains, each with a choice of the device and a start; a copy to the device; a choice, an
  // event for the copy back, which waits for it, and its own event; a choice and a wait.
  EXPECT_EQ(again, 2 * 2 + 1 + 5 + 2u);
}

// Segments in blocks of their own share their sums and counters from launch to launch and from step
// to step, in graphs that are replayed.
TEST_F(CudaStep, SpreadSegmentsGiveTheSameLogitsStepAfterStep) {
  ops_.use_processors(1);
  const auto few = decoder_.step(9, 20), more = decoder_.step(40, 20);
  ops_.use_processors(kMany);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(decoder_.step(9, 20), few) << i;
    EXPECT_EQ(decoder_.step(9, 20), few) << i;
    EXPECT_EQ(decoder_.step(40, 20), more) << i;
  }
}

// A gate and the rounding of its rows are one launch, with the same bits as two, also of the gate.
TEST_F(CudaStep, AGateIsQuantisedOnTheWay) {
  Random random(41);
  for (const size_t n : {1, 9, 33}) {
    const auto gate_of = n == 1 ? &Ops::silu_gate : n == 9 ? &Ops::gelu_gate : &Ops::erf_gelu_gate;
    const auto format = n == 1 ? WeightFormat::kQ4_0 : WeightFormat::kF16;
    const OwnedWeight w = random_weight(format, 48, 96, random);
    const Weight multiplied = ops_.prepare(w.weight, WeightUse::kMultiplied);
    const auto gate = random.values(n * 96), up = random.values(n * 96);
    std::vector<std::vector<float>> outs, gates;
    for (const bool apart : {true, false}) {  // buffers grow in the first round
      const auto device_gate = upload(ops_, gate), device_up = upload(ops_, up);
      const auto out = upload(ops_, std::vector<float>(n * 48, 1.0f));
      const uint64_t launches = launches_of([&] {
        (ops_.*gate_of)(device_gate.get(), device_up.get(), n * 96);
        if (apart) ops_.finish();
        ops_.matmul_add({multiplied, out.get()}, device_gate.get(), n);
      });
      EXPECT_EQ(launches, apart ? 3u : 2u);
      outs.push_back(ops_.read(out.get(), n * 48));
      gates.push_back(ops_.read(device_gate.get(), n * 96));
    }
    EXPECT_EQ(std::pair(outs[0], gates[0]), std::pair(outs[1], gates[1])) << n;
    EXPECT_NE(gates[0], gate);
  }
}

// The join of attention's runs and the rounding of its rows are also one launch. Heads of 48 begin
// and end within a block of 32.
TEST_F(CudaStep, AJoinIsQuantisedOnTheWay) {
  Random random(43);
  const AttentionShape shape{2, 1, 48};
  constexpr size_t kPast = 600;  // three runs
  const size_t n_pages = pages_for(kPast + 9);
  const auto some_pages = [&] {  // halves from 0.125 to 0.5
    std::vector<float> words(n_pages * ops_.page_bytes(shape) / sizeof(float));
    for (float& word : words) {
      const uint32_t bits = 0x30003000u | (random.bits() & 0x07ff07ffu);
      std::memcpy(&word, &bits, sizeof word);
    }
    return upload(ops_, words);
  };
  const auto keys = some_pages(), values = some_pages();
  const LayerCache cache{reinterpret_cast<std::byte*>(keys.get()),
                         reinterpret_cast<std::byte*>(values.get())};
  std::vector<uint32_t> pages(n_pages);
  for (size_t p = 0; p < n_pages; ++p) pages[p] = static_cast<uint32_t>(n_pages - 1 - p);
  const OwnedWeight w = random_weight(WeightFormat::kQ4_0, 48, 96, random);
  const Weight multiplied = ops_.prepare(w.weight, WeightUse::kMultiplied);
  for (const size_t n : {1, 9}) {
    const std::vector<int32_t> zeros(n);
    const Segment segment{0, n, kPast, pages.data()};
    const auto q = upload(ops_, random.values(n * shape.q_dim()));
    std::vector<std::vector<float>> outs, mixes;
    for (const bool apart : {true, false}) {
      ops_.begin({zeros, zeros, {&segment, 1}});
      const auto mixed = ops_.allocate_floats(n * 96), out = ops_.allocate_floats(n * 48);
      ops_.attention(cache, {shape, 0.1f}, q.get(), mixed.get());
      if (apart) ops_.finish();
      const Product product{multiplied, out.get()};
      const uint64_t launches = launches_of([&] { ops_.matmul({&product, 1}, mixed.get(), n); });
      EXPECT_EQ(launches, apart ? 2u : 3u);
      outs.push_back(ops_.read(out.get(), n * 48));
      mixes.push_back(ops_.read(mixed.get(), n * 96));
    }
    EXPECT_EQ(outs[0], outs[1]) << n;
    EXPECT_EQ(mixes[0], mixes[1]) << n;
    // A product of other rows than the join's is not fused with it.
    const auto mixed = ops_.allocate_floats(n * 96), out = ops_.allocate_floats(n * 48);
    const Product product{multiplied, out.get()};
    const uint64_t launches = launches_of([&] {
      ops_.begin({zeros, zeros, {&segment, 1}});
      ops_.attention(cache, {shape, 0.1f}, q.get(), mixed.get());
      ops_.matmul({&product, 1}, q.get(), n);
    });
    EXPECT_EQ(launches, 4u);
  }
}

// A product with a bias, a verb on its n rows of kWide, and another product, as in an encoder.
class CudaEncoderStep : public CudaStep {
 protected:
  static constexpr size_t kWide = 288;  // more blocks of 32 than a norm has warps

  // The number of kernels. The bits must be those of the verbs apart.
  template <typename Verb>
  uint64_t launches_in_turn(size_t n, bool in_place, const Verb& verb) {
    const auto x = upload(ops_, random_.values(n * 32)), bias = upload(ops_, random_.values(kWide));
    const auto residual = random_.values(n * kWide);
    std::vector<std::vector<float>> values;
    uint64_t launches = 0;
    for (const bool apart : {true, false}) {  // buffers grow in the first round
      const auto sum = upload(ops_, residual), normed = ops_.allocate_floats(n * kWide),
                 out = ops_.allocate_floats(n * 48);
      float* const result = in_place ? sum.get() : normed.get();
      const Product second{second_, out.get()};
      launches = launches_of([&] {
        ops_.matmul_add({first_, sum.get(), bias.get()}, x.get(), n);
        if (apart) ops_.finish();
        verb(sum.get(), result);
        if (apart) ops_.finish();
        ops_.matmul({&second, 1}, result, n);
      });
      EXPECT_EQ(apart ? launches : 6u, 6u);
      for (const auto& [from, size] : {std::pair<const float*, size_t>{sum.get(), n * kWide},
                                       {result, n * kWide},
                                       {out.get(), n * 48}}) {
        values.push_back(ops_.read(from, size));
      }
    }
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(values[i], values[3 + i]) << n << " " << i;
    return launches;
  }

  Random random_{44};
  const OwnedWeight w_ = random_weight(WeightFormat::kQ8_0, kWide, 32, random_);
  const OwnedWeight v_ = random_weight(WeightFormat::kQ8_0, 48, kWide, random_);
  const Weight first_ = ops_.prepare(w_.weight, WeightUse::kMultiplied);
  const Weight second_ = ops_.prepare(v_.weight, WeightUse::kMultiplied);
  const std::shared_ptr<float[]> norm_ = upload(ops_, random_.values(2 * kWide));
  const LayerNorm layer_norm_{norm_.get(), norm_.get() + kWide, 1e-12f};
};

TEST_F(CudaEncoderStep, ABiasALayerNormAndItsRoundingAreOneKernel) {
  const auto spare = ops_.allocate_floats(9 * kWide);
  for (const size_t n : {1, 9}) {
    const auto norm = [&](const float* x, float* out) {
      ops_.layer_norm(layer_norm_, x, n, kWide, out);
    };
    EXPECT_EQ(launches_in_turn(n, true, norm), 4u);
    // A sum that is not normed in place keeps its bias.
    EXPECT_EQ(launches_in_turn(n, false, norm), 5u);
    const auto wait = [&](float* x, float* out) { norm(x, out), ops_.finish(); };
    EXPECT_EQ(launches_in_turn(n, true, wait), 5u);
    // Other rows than the product's, and rows of another length.
    const auto others = [&](float* x, float*) { norm(x, spare.get()); };
    EXPECT_EQ(launches_in_turn(n, true, others), 6u);
    const auto parts = [&](float* x, float* out) {
      ops_.layer_norm(layer_norm_, x, n * 9, kWide / 9, out);
    };
    EXPECT_EQ(launches_in_turn(n, true, parts), 6u);
  }
}

TEST_F(CudaEncoderStep, ABiasAGeluAndItsRoundingAreOneKernel) {
  for (const size_t n : {1, 9}) {
    const auto gelu = [&](float* x, float*) { ops_.gelu(x, n * kWide); };
    EXPECT_EQ(launches_in_turn(n, true, gelu), 4u);
    const auto wait = [&](float* x, float* out) { gelu(x, out), ops_.finish(); };
    EXPECT_EQ(launches_in_turn(n, true, wait), 5u);
    const auto without_last = [&](float* x, float*) { ops_.gelu(x, n * kWide - 1); };
    EXPECT_EQ(launches_in_turn(n, true, without_last), 6u);
    const auto without_first = [&](float* x, float*) { ops_.gelu(x + 1, n * kWide - 1); };
    EXPECT_EQ(launches_in_turn(n, true, without_first), 6u);
  }
}

TEST_F(CudaEncoderStep, ALayerLikeTheLastTakesItsGraph) {
  const auto x = upload(ops_, random_.values(2 * 32)), bias = upload(ops_, random_.values(kWide));
  const auto sum = ops_.allocate_floats(2 * kWide), out = ops_.allocate_floats(2 * 48);
  const std::vector<int32_t> ids = {0, 0}, positions = {1, 0};
  const auto layer = [&](const float* added) {
    ops_.begin({ids, positions, {}});
    ops_.add_positions(norm_.get(), kWide, sum.get());
    for (const bool norms : {true, false}) {
      const Product first{first_, sum.get(), added}, second{second_, out.get()};
      ops_.matmul({&first, 1}, x.get(), 2);
      if (norms) {
        ops_.layer_norm(layer_norm_, sum.get(), 2, kWide, sum.get());
      } else {
        ops_.gelu(sum.get(), 2 * kWide);
      }
      ops_.matmul({&second, 1}, sum.get(), 2);
    }
    return ops_.read(out.get(), 2 * 48);
  };
  layer(bias.get());  // buffers grow
  const auto want = layer(bias.get());
  const uint64_t before = cuda_state().n_instantiated;
  EXPECT_EQ(layer(bias.get()), want);
  EXPECT_EQ(cuda_state().n_instantiated, before);
  EXPECT_NE(layer(norm_.get()), want);  // a graph with another bias is another graph
  EXPECT_EQ(layer(bias.get()), want);
}

// Neither other rows nor a part of the gate's rows are fused with the gate.
TEST_F(CudaStep, OnlyAGatesOwnRowsAreQuantisedOnTheWay) {
  Random random(42);
  const OwnedWeight w = random_weight(WeightFormat::kQ4_0, 16, 32, random);
  const Weight multiplied = ops_.prepare(w.weight, WeightUse::kMultiplied);
  const auto gate = upload(ops_, random.values(3 * 32)), up = upload(ops_, random.values(3 * 32));
  const auto out = ops_.allocate_floats(3 * 16);
  const Product product{multiplied, out.get()};
  ops_.matmul({&product, 1}, up.get(), 3);  // buffers are large enough from here on
  ops_.finish();
  const std::vector<std::pair<const float*, size_t>> others = {{up.get(), 3}, {gate.get(), 2}};
  for (const auto& [x, n] : others) {
    const uint64_t launches = launches_of([&] {
      ops_.silu_gate(gate.get(), up.get(), 3 * 32);
      ops_.matmul({&product, 1}, x, n);
    });
    EXPECT_EQ(launches, 3u);
  }
}

}  // namespace
}  // namespace redact
