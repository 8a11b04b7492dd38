// SPDX-License-Identifier: Apache-2.0
// Compares encoders with transformers in double precision (tests/golden/make_encoder_goldens.py).
#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/open_device.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::encoder_golden_test {

using testing::nmse;
using testing::run_at;

class EncoderGolden : public ::testing::TestWithParam<const char*> {
 protected:
  struct Run {
    size_t n;
    std::vector<size_t> positions;
    std::vector<std::vector<double>> logits;  // [positions, n_classes]
  };

  EncoderGolden() {
    const auto json = testing::read_golden(name_ + ".json");
    ids_ = json.at("ids").get<std::vector<int32_t>>();
    for (const auto& run : json.at("runs")) {
      runs_.push_back({run.at("n"), run.at("positions"), run.at("logits")});
    }
  }
  std::vector<float> logits(Ops& ops, const Run& run) {
    return run_at(model_, ops, std::span(ids_).first(run.n), run.n, run.positions);
  }
  bool is_quantised() const { return name_.ends_with("q8_0"); }

  const std::string name_ = GetParam();
  const Model model_ = Model::open(testing::golden_path(name_ + ".gguf")).value();
  std::vector<int32_t> ids_;
  std::vector<Run> runs_;
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

TEST_P(EncoderGolden, LogitsAgreeWithTransformers) {
  ASSERT_EQ(runs_.size(), 4u);
  for (const Run& run : runs_) {
    const double error = nmse(logits(*ops_, run), run.logits);
    EXPECT_LT(error, is_quantised() ? 1e-3 : 1e-10) << run.n << " tokens";
    RecordProperty("nmse_" + std::to_string(run.n), std::to_string(error * 1e12));
  }
}

// So exact, an error of 1e-7, which GELU by tanh and an eps of 1e-5 would make, shows.
TEST_P(EncoderGolden, TheReferenceOpsAgreeWithTransformers) {
  testing::ReferenceOps reference;
  for (const Run& run : runs_) {
    if (run.n > 40) continue;
    EXPECT_LT(nmse(logits(reference, run), run.logits), is_quantised() ? 1e-3 : 1e-10) << run.n;
  }
}

// Encoders that are wrong in ways that leave all labels of a text as they are.
struct TanhGelu : testing::ReferenceOps {
  void gelu(float* x, size_t n) override {
    const std::vector<float> ones(n, 1.0f);
    gelu_gate(x, ones.data(), n);
  }
};
struct OtherEps : testing::ReferenceOps {
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    const float eps = norm.eps < 1e-6f ? 1e-5f : 1e-12f;
    ReferenceOps::layer_norm({norm.weight, norm.bias, eps}, x, n, d, out);
  }
};
struct NoNormBias : testing::ReferenceOps {
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    const std::vector<float> zeros(d);
    ReferenceOps::layer_norm({norm.weight, zeros.data(), norm.eps}, x, n, d, out);
  }
};
struct NoProductBias : testing::ReferenceOps {
  void matmul_add(const Product& product, const float* x, size_t n_rows) override {
    ReferenceOps::matmul_add({product.w, product.out}, x, n_rows);
  }
};
struct OtherPosition : testing::ReferenceOps {
  void add_positions(const float* table, size_t d_model, float* x) override {
    for (size_t r = 0; r < step().n_rows(); ++r) {  // the next one, and behind the last the first
      const size_t position = (r + 1) % step().n_rows();
      for (size_t c = 0; c < d_model; ++c) x[r * d_model + c] += table[position * d_model + c];
    }
  }
};

TEST_P(EncoderGolden, TheGoldensTellWrongEncodersApart) {
  if (is_quantised()) GTEST_SKIP() << "its bound is wider than these errors";
  TanhGelu gelu;
  OtherEps eps;
  NoNormBias norm_bias;
  NoProductBias product_bias;
  OtherPosition position;
  for (Ops* wrong :
       {static_cast<Ops*>(&gelu), static_cast<Ops*>(&eps), static_cast<Ops*>(&norm_bias),
        static_cast<Ops*>(&product_bias), static_cast<Ops*>(&position)}) {
    EXPECT_GT(nmse(logits(*wrong, runs_[1]), runs_[1].logits), 1e-8);
  }
}

TEST_P(EncoderGolden, CpuLevelsAndThreadsGiveTheSameBits) {
  const auto want = logits(*ops_, runs_.back());
  ThreadPool one(1);
  EXPECT_EQ(logits(*open_device("cpu", one).value(), runs_.back()), want);
  for (const CpuLevel level : kCpuLevels) {
    if (!cpu_has(level)) continue;
    const auto ops = open_device("cpu:" + std::string(cpu_level_name(level)), pool_).value();
    EXPECT_EQ(logits(*ops, runs_.back()), want) << cpu_level_name(level);
  }
}

TEST_P(EncoderGolden, MorePositionsThanTheModelHasAreRefused) {
  const auto placed = PlacedModel::place(model_, *ops_, 513);
  ASSERT_FALSE(placed.ok());
  EXPECT_EQ(placed.error().message(),
            "position_embd.weight: has fewer positions than are to be run");
}

INSTANTIATE_TEST_SUITE_P(Encoders, EncoderGolden,
                         ::testing::Values("bert-f32", "bert-q8_0", "distilbert-f32",
                                           "roberta-f32"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace redact::encoder_golden_test
