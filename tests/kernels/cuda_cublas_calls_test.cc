// SPDX-License-Identifier: Apache-2.0
// What the CUDA backend asks of cuBLAS, what it does when a call fails, and which models and
// machines are refused. The library is a stand-in (simt/cublas_lt.cc).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <set>

#include "kernels/open_device.h"
#include "runtime/model/solo.h"
#include "tests/kernels/on_cuda.h"
#include "tests/kernels/simt/cublas_lt.h"
#include "tests/kernels/simt/cuda_runtime.h"
#include "tests/kernels/simt/device_memory.h"
#include "tests/support/tiny_model.h"

namespace redact {
namespace {

using cublas_lt::Multiplied, cublas_lt::StandIn;

constexpr size_t kBlock = CublasProducts::kTokens;

StandIn& library() {
  void* const loaded = dlopen(REDACT_CUBLAS_LT, RTLD_NOW);
  const auto get = reinterpret_cast<StandIn* (*)()>(dlsym(loaded, "cublas_lt_stand_in"));
  return *get();
}

class CudaCublasCalls : public ::testing::Test {
 protected:
  CudaCublasCalls() { library() = {}; }
  void TearDown() override {
    EXPECT_EQ(library().n_alive, 0);
    EXPECT_TRUE(simt::cuda_state().all_gone());
  }

  // Products of two matrices of a shape, of one row and of rows for two calls, and of another
  // shape.
  static Result<std::vector<float>> run() {
    Random random(1);
    CudaOps ops;
    REDACT_TRY(ops.use_cublas(REDACT_CUBLAS_LT));
    std::vector<float> all;
    struct Case {
      size_t rows, cols, n;
    };
    for (const auto& [rows, cols, n] :
         {Case{24, 16, 1}, {24, 16, kBlock + 1}, {16, 24, kBlock + 1}}) {
      const OwnedWeight w = random_weight(WeightFormat::kF16, rows, cols, random);
      const auto got = multiply(ops, {w.weight, random.values(n * cols)});
      all.insert(all.end(), got.begin(), got.end());
    }
    REDACT_TRY(ops.status());
    return all;
  }

  const std::string golden_ = std::string(REDACT_SOURCE_DIR) + "/tests/golden/";
};

TEST_F(CudaCublasCalls, AreTheSameForAllProductsOfAShape) {
  library().at_multiply = [](const Multiplied& call) {
    EXPECT_TRUE(simt::is_device_memory(call.a, call.m * call.k * 2));
    EXPECT_TRUE(simt::is_device_memory(call.b, call.n * call.k * 2));
    EXPECT_TRUE(simt::is_device_memory(call.d, call.n * call.m * 4));
  };
  ASSERT_TRUE(run().ok());
  const auto& calls = library().multiplied;
  ASSERT_EQ(calls.size(), 5u);
  for (size_t i = 0; i < calls.size(); ++i) {
    const Multiplied& call = calls[i];
    EXPECT_EQ(call.m, i < 3 ? 24u : 16u) << i;
    EXPECT_EQ(call.k, i < 3 ? 16u : 24u) << i;
    EXPECT_EQ(call.n, kBlock) << i;
    EXPECT_EQ(call.type, cublas_lt::kHalves) << i;
    EXPECT_EQ(call.alpha, 1) << i;
    EXPECT_EQ(call.beta, 0) << i;
    EXPECT_EQ(call.workspace_bytes, 0u) << i;
    EXPECT_EQ(call.algorithm.data[1], call.m) << i;
    EXPECT_EQ(call.algorithm.data[3], call.k) << i;
    EXPECT_EQ(call.algorithm.data[7], 42u) << i;
  }
  // An algorithm was chosen for each shape, among those that add in one sequence.
  EXPECT_EQ(library().reductions, (std::vector<uint32_t>{0, 0}));
}

TEST_F(CudaCublasCalls, EachMayFail) {
  const auto want = run();
  ASSERT_TRUE(want.ok());
  const int n_calls = library().n_calls;
  ASSERT_GT(n_calls, 15);
  std::set<std::string> functions;
  for (int call = 0; call < n_calls; ++call) {
    library() = {.failing_call = call};
    const auto got = run();
    ASSERT_FALSE(got.ok()) << call;
    EXPECT_EQ(got.error().message(), "cuBLAS: " + library().failed + " failed with status 14");
    EXPECT_EQ(library().n_alive, 0) << call;
    functions.insert(library().failed);
  }
  EXPECT_EQ(functions.size(), 9u);  // all that are called, except those that destroy
}

TEST_F(CudaCublasCalls, AnAlgorithmThatSplitsColumnsIsRefused) {
  const auto expect_refused = [](const StandIn& says) {
    library() = says;
    const auto got = run();
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().kind, ErrorKind::kUnsupported);
    EXPECT_NE(got.error().what.find("one sequence"), std::string::npos) << got.error().what;
    EXPECT_TRUE(library().multiplied.empty());
  };
  expect_refused({.splits = 2});
  expect_refused({.n_choices = 0});
  expect_refused({.status_of_choice = 15});
}

TEST_F(CudaCublasCalls, ALibraryThatIsMissingOrTooOldIsRefused) {
  for (const auto& [name, why] : {std::pair{"libcublasLt.so.none", "libcublasLt.so.none: cannot"},
                                  {"libm.so.6", "too old: it has no cublasLtCreate"}}) {
    CudaOps ops;
    const auto opened = ops.use_cublas(name);
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().kind, ErrorKind::kUnsupported);
    EXPECT_NE(opened.error().what.find(why), std::string::npos) << opened.error().what;
  }
}

TEST_F(CudaCublasCalls, OnlyModelsWithSixteenBitWeightsAreTaken) {
  const auto why_not = [&](const std::string& path) {
    CudaOps ops;
    EXPECT_TRUE(ops.use_cublas(REDACT_CUBLAS_LT).ok());
    const Model model = Model::open(path).value();
    const auto placed = PlacedModel::place(model, ops, 32);
    return placed.ok() ? "" : placed.error().message();
  };
  EXPECT_EQ(why_not(golden_ + "llama-f16.gguf"), "");
  EXPECT_EQ(why_not(golden_ + "llama-bf16.gguf"), "");
  EXPECT_EQ(why_not(golden_ + "llama-q8_0.gguf"),
            "GPU: cuBLAS multiplies F16 and BF16, and the model has weights of type Q8_0");
  EXPECT_EQ(why_not(golden_ + "llama-f32.gguf"),
            "GPU: cuBLAS multiplies F16 and BF16, and the model has weights of type F32");
  testing::TinyModel with_experts;
  with_experts.type = "bf16";
  with_experts.n_experts = 4;
  EXPECT_EQ(why_not(with_experts.write("redact-cublas-experts.gguf")),
            "GPU: cuBLAS is not used for models with experts");
}

// The hidden rows of a sequence of kIds, fed in chunks.
constexpr size_t kIds = 19;
std::vector<float> hidden_rows(const Model& model, CudaOps& ops, size_t chunk) {
  const auto placed = PlacedModel::place(model, ops, kIds).value();
  Solo solo(*placed, ops, chunk, kIds);
  std::vector<int32_t> ids(kIds);
  for (size_t i = 0; i < kIds; ++i) {
    ids[i] = static_cast<int32_t>(i * 7919 % model.config().n_vocab);
  }
  std::vector<float> all;
  for (size_t begin = 0; begin < kIds; begin += chunk) {
    const auto rows = solo.run(std::span(ids).subspan(begin, std::min(chunk, kIds - begin)));
    const auto values = ops.read(rows.data(), rows.size());
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

// Rounding loses up to 2^-22 (F16) or 2^-16 (BF16) of the power of what a matrix multiplies: seven
// matrices in each of two layers.
TEST_F(CudaCublasCalls, AModelGivesTheSameBitsInChunksAndWhatTheKernelsGive) {
  for (const auto& [file, bound] :
       {std::pair{"llama-f16.gguf", 14 * 0x1p-22}, {"llama-bf16.gguf", 14 * 0x1p-16}}) {
    const Model model = Model::open(golden_ + file).value();
    CudaOps by_kernels, by_cublas;
    ASSERT_TRUE(by_cublas.use_cublas(REDACT_CUBLAS_LT).ok());
    const auto want = hidden_rows(model, by_kernels, kIds);
    const auto got = hidden_rows(model, by_cublas, kIds);
    EXPECT_EQ(hidden_rows(model, by_cublas, 7), got);
    double error = 0, power = 0;
    for (size_t i = 0; i < want.size(); ++i) {
      error += (got[i] - want[i]) * (got[i] - want[i]), power += want[i] * want[i];
    }
    EXPECT_LT(error / power, bound) << file;
    EXPECT_GT(error, 0) << file;
    EXPECT_TRUE(by_cublas.status().ok());
  }
}

TEST_F(CudaCublasCalls, RowsThatAreNotAlignedAreRefused) {
  Random random(2);
  CudaOps ops;
  ASSERT_TRUE(ops.use_cublas(REDACT_CUBLAS_LT).ok());
  ops.prepare(random_weight(WeightFormat::kF16, 8, 12, random).weight, WeightUse::kMultiplied);
  ASSERT_FALSE(ops.status().ok());
  EXPECT_NE(ops.status().error().what.find("a multiple of 8"), std::string::npos);
}

// What one device has placed for cuBLAS is not read by another that multiplies by kernels.
TEST_F(CudaCublasCalls, WeightsAreReadAsTheyWerePlaced) {
  Random random(2);
  const OwnedWeight w = random_weight(WeightFormat::kBf16, 16, 16, random);
  CudaOps by_kernels, by_cublas;
  ASSERT_TRUE(by_cublas.use_cublas(REDACT_CUBLAS_LT).ok());
  for (CudaOps* placed : {&by_kernels, &by_cublas}) {
    const Weight multiplied = placed->prepare(w.weight, WeightUse::kMultiplied);
    const Weight gathered = placed->prepare(w.weight, WeightUse::kGathered);
    EXPECT_EQ(by_kernels.reads(multiplied), placed == &by_kernels);
    EXPECT_EQ(by_cublas.reads(multiplied), placed == &by_cublas);
    EXPECT_TRUE(by_kernels.reads(gathered) && by_cublas.reads(gathered));
  }
}

TEST_F(CudaCublasCalls, TakeThePlannedMemory) {
  Random random(3);
  for (const size_t n : {1, 300}) {
    CudaOps ops;
    ASSERT_TRUE(ops.use_cublas(REDACT_CUBLAS_LT).ok());
    ops.use_processors(0);  // which plans no memory for the segments of quantised weights
    const OwnedWeight w = random_weight(WeightFormat::kF16, 64, 64, random);
    const size_t free = ops.free_bytes();
    const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
    EXPECT_EQ(free - ops.free_bytes(), w.bytes.size());  // once, as in the file
    EXPECT_LE(free - ops.free_bytes(), ops.prepared_bytes(w.weight, WeightUse::kMultiplied));
    const auto x = upload(ops, random.values(n * 64));
    const auto out = ops.allocate_floats(n * 64);
    const Product product{prepared, out.get()};
    const size_t before = ops.free_bytes();
    ops.matmul({&product, 1}, x.get(), n);
    StepBounds bounds{};
    bounds.n_rows = n, bounds.widest_row = 64;
    EXPECT_LE(before - ops.free_bytes(), ops.scratch_bytes(bounds)) << n;
    ops.finish();
  }
}

// The device is named by the user. Calls are made while it is current, whatever the thread uses.
TEST_F(CudaCublasCalls, AreMadeForTheDeviceThatIsNamed) {
  ThreadPool pool(1);
  EXPECT_FALSE(open_device("cuda:cublas:0", pool).ok());
  EXPECT_FALSE(open_device("cuda:2:cublas", pool).ok());
  EXPECT_FALSE(open_device("cuda:x:cublas", pool).ok());
  simt::set_cuda_devices(2, 86);
  int device = -1;
  library().at_multiply = [&](const Multiplied&) { cudaGetDevice(&device); };
  for (const auto& [name, number] :
       {std::pair{"cuda:cublas", 0}, {"cuda:0:cublas", 0}, {"cuda:1:cublas", 1}}) {
    const auto opened = open_device(name, pool);
    ASSERT_TRUE(opened.ok()) << opened.error().message();
    auto& ops = dynamic_cast<CudaOps&>(**opened);
    Random random(4);
    const OwnedWeight w = random_weight(WeightFormat::kF16, 8, 8, random);
    multiply(ops, {w.weight, random.values(8)});
    EXPECT_TRUE(ops.status().ok());
    EXPECT_EQ(device, number);
  }
  simt::set_cuda_devices(1, 86);
}

}  // namespace
}  // namespace redact
