// SPDX-License-Identifier: Apache-2.0
// Compares products of the CUDA backend with cuBLAS, which multiplies decoded weights with the same
// rounded activations in float. With REDACT_GPU it runs on a GPU, over matrices of the size of a 7B
// model; otherwise on the emulator, with a stand-in for cuBLAS (simt/cublas.cc) and small matrices.
#include <cublas_v2.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/formats/half.h"
#include "tests/kernels/on_cuda.h"

namespace redact {
namespace {

#if defined(REDACT_GPU)
constexpr size_t kRows = 4096 + 40, kCols = 11008;
#else
constexpr size_t kRows = 64 + 40, kCols = 256;
#endif
// One number of tokens for each shape of block; the last block of each is only partly filled.
constexpr size_t kTokens[] = {1, 9, 33, 130};

class CudaCublas : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(cublasCreate(&handle_), CUBLAS_STATUS_SUCCESS);
    ASSERT_EQ(cublasSetMathMode(handle_, CUBLAS_PEDANTIC_MATH), CUBLAS_STATUS_SUCCESS);
  }
  void TearDown() override {
    if (handle_ != nullptr) cublasDestroy(handle_);
  }

  // W x for the rows of x; w[kRows, kCols] is in device memory. cuBLAS is column-major, so it sees
  // W and x transposed.
  std::vector<float> by_cublas(const float* w, const std::vector<float>& x) {
    const auto n = static_cast<int>(x.size() / kCols);
    const int rows = static_cast<int>(kRows), cols = static_cast<int>(kCols);
    const auto on_device_x = upload(ops_, x);
    const auto out = upload(ops_, std::vector<float>(x.size() / kCols * kRows));
    const float one = 1, zero = 0;
    EXPECT_EQ(cublasSgemm(handle_, CUBLAS_OP_T, CUBLAS_OP_N, rows, n, cols, &one, w, cols,
                          on_device_x.get(), cols, &zero, out.get(), rows),
              CUBLAS_STATUS_SUCCESS);
    std::vector<float> values(static_cast<size_t>(n) * kRows);
    EXPECT_EQ(cublasGetVector(static_cast<int>(values.size()), sizeof(float), out.get(), 1,
                              values.data(), 1),
              CUBLAS_STATUS_SUCCESS);
    return values;
  }

  CudaOps ops_;
  cublasHandle_t handle_ = nullptr;
};

std::vector<float> decoded(const Weight& w) {
  std::vector<float> out;
  out.reserve(w.rows * w.cols);
  for (size_t r = 0; r < w.rows; ++r) {
    for (size_t c = 0; c < w.cols; ++c) {
      out.push_back(static_cast<float>(ReferenceOps::element(w, r, c)));
    }
  }
  return out;
}

std::vector<float> sizes(std::vector<float> values) {
  for (float& value : values) value = std::abs(value);
  return values;
}

// The activations as the backend rounds them for weights of a format, but for the rest of BF16: a
// block's power of two matters only to halves without a leading 1.
std::vector<float> rounded(WeightFormat format, const std::vector<float>& x) {
  if (block_weights(format) > 1) return testing::as_int8(x.data(), x.size(), 32);
  std::vector<float> out = x;
  if (format != WeightFormat::kF16) return out;
  for (float& value : out) value = half_to_float(float_to_half(value));
  return out;
}

// Each of the two sums of n terms has a rounding error of up to n 2^-24 of the terms' sizes, in
// practice of about sqrt(n) such steps. With BF16 weights, 2^-17 of an activation is lost
// (cuda_products_test.cc).
TEST_F(CudaCublas, ProductsAgree) {
  Random random(70);
  for (const WeightFormat format : kRead) {
    const OwnedWeight owned = random_weight(format, kRows, kCols, random);
    const auto values = decoded(owned.weight);
    const auto w = upload(ops_, values), size_of_w = upload(ops_, sizes(values));
    const double lost = block_weights(format) > 1 ? 0x1p-20 : 0x1p-17;
    const double bound = 4 * std::sqrt(kCols) * 0x1p-24 + lost;
    for (const size_t n : kTokens) {
      const auto x = random.values(n * kCols);
      const auto multiplied = rounded(format, x);
      const auto got = multiply(ops_, {owned.weight, x});
      const auto want = by_cublas(w.get(), multiplied);
      const auto size = by_cublas(size_of_w.get(), sizes(multiplied));
      for (size_t i = 0; i < want.size(); ++i) {
        ASSERT_NEAR(got[i], want[i], bound * size[i])
            << format_info(format).name << ", " << n << " rows, output " << i;
      }
    }
  }
}

}  // namespace
}  // namespace redact
