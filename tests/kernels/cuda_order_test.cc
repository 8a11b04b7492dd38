// SPDX-License-Identifier: Apache-2.0
// A second implementation of the canonical order of sums (kernels/cuda/shapes.cuh, weights_q.cuh),
// one number at a time. Every shape of block must give the same bits.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/formats/decode.h"
#include "kernels/formats/half.h"
#include "tests/kernels/on_cuda.h"

namespace redact {
namespace {

class CudaOrder : public CudaTest {};

struct Codes {
  int code[32];
  float scale;
  int sum = 0;
};

Codes codes_of(const float* x) {
  float largest = 0;
  for (size_t i = 0; i < 32; ++i) largest = std::max(largest, std::abs(x[i]));
  Codes codes{{}, largest / 127.0f};
  for (size_t i = 0; i < 32; ++i) {
    codes.code[i] = static_cast<int>(std::nearbyint(x[i] * (127.0f / largest)));
    codes.sum += codes.code[i];
  }
  return codes;
}

// The contribution of a block of 32 columns to one output of one token.
float value_of(const Weight& w, size_t row, size_t block, const Codes& x) {
  const BlockParts parts = read_block(w, row, block);
  const PanelLayout& layout = quantised_format(w.format)->layout;
  int product[2] = {};
  for (size_t i = 0; i < 32; ++i) {
    const int code =
        layout.codes == CodeForm::kIq4 ? kIq4Values[parts.code[i]] : parts.code[i] - layout.offset;
    product[i / 16] += code * x.code[i];
  }
  const float step = half_to_float(parts.step);
  if (layout.parts == 2) {
    const float first = step * parts.scale[0] * static_cast<float>(product[0]);
    return std::fma(step * parts.scale[1], static_cast<float>(product[1]), first);
  }
  const float scale = step * parts.scale[0];
  const float value = scale * static_cast<float>(product[0] + product[1]);
  const float sum = static_cast<float>(x.sum), min_step = half_to_float(parts.min_step);
  return layout.min != MinForm::kNone ? std::fma(-min_step * parts.min[0], sum, value) : value;
}

// Pairs of blocks are summed in four segments, whose sums are added in order.
float canonical(const Weight& w, size_t row, const float* x) {
  const size_t blocks = w.cols / 32, pairs = (blocks + 1) / 2;
  float total = 0;
  for (size_t segment = 0; segment < 4; ++segment) {
    float sum = 0;
    const size_t end = std::min(blocks, pairs * (segment + 1) / 4 * 2);
    for (size_t block = pairs * segment / 4 * 2; block < end; ++block) {
      const Codes codes = codes_of(x + block * 32);
      sum = std::fma(codes.scale, value_of(w, row, block, codes), sum);
    }
    total += sum;
  }
  return total;
}

TEST_F(CudaOrder, EveryShapeGivesTheBitsOfTheCanonicalOrder) {
  Random random(21);
  for (const WeightFormat format : kPackedFormats) {
    if (is_half(format)) continue;  // tensor cores add the floats of a block in their own order
    CudaOps ops;
    for (const size_t cols : {size_t{32}, size_t{352}, size_t{1280}}) {
      if (cols % block_weights(format) != 0) continue;
      const size_t rows = 19;
      const OwnedWeight w = random_weight(format, rows, cols, random);
      for (const auto& [n, processors] :
           {std::pair<size_t, size_t>{2, 1}, {20, 1}, {20, kMany}, {40, 1}, {40, kMany}, {70, 1}}) {
        ops.use_processors(processors);
        const auto x = random.values(n * cols);
        const auto got = multiply(ops, {w.weight, x});
        for (size_t i = 0; i < got.size(); ++i) {
          ASSERT_EQ(got[i], canonical(w.weight, i % rows, &x[i / rows * cols]))
              << static_cast<int>(format) << " " << cols << " " << n << " " << processors << " "
              << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace redact
