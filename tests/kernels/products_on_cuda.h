// SPDX-License-Identifier: Apache-2.0
// What every way to multiply on a GPU must give.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "tests/kernels/on_cuda.h"

namespace redact {

// Compares W x, for the rows of x, with sums in double precision. A sum of n terms has a rounding
// error of n 2^-24 of the terms' sizes; `lost` is the share of an activation that its form in the
// product may lose.
inline void expect_agreement(const std::vector<float>& got, const Weight& w,
                             const std::vector<float>& x, double lost) {
  ReferenceOps reference;
  const size_t n = x.size() / w.cols;
  std::vector<float> want(n * w.rows);
  const Product product{w, want.data()};
  reference.matmul({&product, 1}, x.data(), n);
  const double bound = lost + 3 * static_cast<double>(w.cols) * 0x1p-24;
  for (size_t i = 0; i < want.size(); ++i) {
    double sizes = 0, largest = 0;
    for (size_t c = 0; c < w.cols; ++c) {
      const double value = std::abs(x[i / w.rows * w.cols + c]);
      sizes += value * std::abs(ReferenceOps::element(w, i % w.rows, c));
      largest = std::max(largest, value);
    }
    ASSERT_NEAR(got[i], want[i], bound * (sizes + largest * 1e-6)) << i;
  }
}

// Matrices of as many columns each that are multiplied in one call give the bits of each alone.
inline void expect_bits_of_each_alone(CudaOps& ops, const std::vector<OwnedWeight>& weights,
                                      const std::vector<float>& x) {
  const size_t n = x.size() / weights[0].weight.cols;
  const auto on_device = upload(ops, x);
  std::vector<Weight> prepared;
  for (const OwnedWeight& w : weights) {
    prepared.push_back(ops.prepare(w.weight, WeightUse::kMultiplied));
  }
  std::vector<std::shared_ptr<float[]>> together;
  std::vector<Product> products;
  for (const Weight& w : prepared) {
    together.push_back(ops.allocate_floats(n * w.rows));
    products.push_back({w, together.back().get()});
  }
  ops.matmul(products, on_device.get(), n);
  for (size_t i = 0; i < weights.size(); ++i) {
    EXPECT_EQ(ops.read(together[i].get(), n * weights[i].weight.rows),
              multiply(ops, {weights[i].weight, x}))
        << i;
  }
}

// A product behind a norm gives the bits of the norm and then the product. `norm_weight` [cols].
inline void expect_bits_of_norm_and_product(CudaOps& ops, const Weight& w,
                                            const std::vector<float>& x,
                                            const std::vector<float>& norm_weight) {
  const size_t n = x.size() / w.cols;
  const Norm norm{norm_weight.data(), 1e-5f};
  const auto device_x = upload(ops, x), device_weight = upload(ops, norm_weight);
  const auto out = ops.allocate_floats(x.size());
  ops.rms_norm({device_weight.get(), norm.eps}, device_x.get(), n, w.cols, out.get());
  const auto normed = ops.read(out.get(), x.size());
  // First, since the other leaves the same rows in the memory for rounded ones.
  const auto together = multiply(ops, {.w = w, .x = x, .norm = &norm});
  EXPECT_EQ(together, multiply(ops, {w, normed}));
}

}  // namespace redact
