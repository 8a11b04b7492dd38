// SPDX-License-Identifier: Apache-2.0
// Code shared by the tests of the CUDA backend. They use only its verbs, so they run unchanged on
// the emulator and, with REDACT_GPU, on a GPU.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/packed.h"
#include "kernels/open_device.h"
#include "tests/support/random_weight.h"
#include "tests/support/reference_ops.h"

namespace redact {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;
using testing::ReferenceOps;

class CudaTest : public ::testing::Test {
 protected:
#if defined(REDACT_GPU)
  void SetUp() override {
    const auto n_gpus = count_gpus();
    if (!n_gpus.ok()) GTEST_SKIP() << n_gpus.error().what;
    if (*n_gpus == 0) GTEST_SKIP() << "there is no GPU here";
  }
#endif
};

// Formats with kernels of their own; these include kPackedFormats.
constexpr WeightFormat kMultiplied[] = {
    WeightFormat::kF32,  WeightFormat::kF16,  WeightFormat::kBf16,  WeightFormat::kQ8_0,
    WeightFormat::kQ4_0, WeightFormat::kQ4_1, WeightFormat::kQ5_1,  WeightFormat::kQ4_K,
    WeightFormat::kQ5_K, WeightFormat::kQ6_K, WeightFormat::kIQ4_XS};
// All of kMultiplied, and the formats that are converted to one of them on the device.
constexpr WeightFormat kRead[] = {WeightFormat::kF32,    WeightFormat::kF16,    WeightFormat::kBf16,
                                  WeightFormat::kQ8_0,   WeightFormat::kQ4_0,   WeightFormat::kQ4_1,
                                  WeightFormat::kQ5_1,   WeightFormat::kQ4_K,   WeightFormat::kQ5_K,
                                  WeightFormat::kQ6_K,   WeightFormat::kIQ4_XS, WeightFormat::kQ5_0,
                                  WeightFormat::kIQ4_NL, WeightFormat::kQ3_K};

// So many multiprocessors that the segments of a tile go to four blocks, with 9 to 64 rows; with 1,
// they stay in one.
constexpr size_t kMany = 1000;

// Copies values to device memory that can be read and written there.
inline std::shared_ptr<float[]> upload(CudaOps& ops, const std::vector<float>& values) {
  const auto given =
      ops.constants(values.size(), [&](float* to) { std::copy(values.begin(), values.end(), to); });
  auto memory = ops.allocate_floats(values.size());
  ops.copy(reinterpret_cast<const std::byte*>(given.get()),
           reinterpret_cast<std::byte*>(memory.get()), values.size() * sizeof(float));
  ops.finish();  // `given` is freed on return
  return memory;
}

// W x for the rows of x, after a norm if there is one. The device's memory holds other numbers
// before the product.
struct ProductRun {
  const Weight& w;
  const std::vector<float>& x;
  const Norm* norm = nullptr;  // with weights in the host's memory
  const std::vector<float>* bias = nullptr;
  const std::vector<float>* add_to = nullptr;
};

inline std::vector<float> multiply(CudaOps& ops, const ProductRun& run) {
  const size_t n = run.x.size() / run.w.cols, size = n * run.w.rows;
  const Weight prepared = ops.prepare(run.w, WeightUse::kMultiplied);
  const auto x = upload(ops, run.x);
  const auto out = upload(ops, run.add_to ? *run.add_to : std::vector<float>(size, 99.0f));
  const auto bias = run.bias ? upload(ops, *run.bias) : nullptr;
  const Product product{prepared, out.get(), bias.get()};
  if (run.norm != nullptr) {
    const auto weight = upload(ops, {run.norm->weight, run.norm->weight + run.w.cols});
    ops.norm_matmul({weight.get(), run.norm->eps}, {&product, 1}, x.get(), n);
    return ops.read(out.get(), size);
  }
  if (run.add_to) {
    ops.matmul_add(product, x.get(), n);
  } else {
    ops.matmul({&product, 1}, x.get(), n);
  }
  return ops.read(out.get(), size);
}

inline std::vector<float> rows_of(const std::vector<float>& x, size_t width, size_t begin,
                                  size_t n) {
  const auto first = x.begin() + static_cast<ptrdiff_t>(begin * width);
  return {first, first + static_cast<ptrdiff_t>(n * width)};
}

}  // namespace redact
