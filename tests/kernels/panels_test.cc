// SPDX-License-Identifier: Apache-2.0
// Panels: the memory they take in every format compared with the file, and their contents.
#include "kernels/cpu/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "kernels/cpu/row_kernels.h"
#include "kernels/formats/decode.h"
#include "tests/support/random_weight.h"

namespace redact::panels_test {

// A model may take 1.15 times the size of its file, including its norms, its embeddings and the
// scratch memory of a pass.
TEST(Panels, TakeNoMoreThanATwentiethOverTheFile) {
  for (const QuantisedFormat& row : kQuantisedFormats) {
    for (const size_t rows : {16, 320, 8192}) {
      const Weight w{row.format, rows, 2048};
      const size_t file = w.rows * w.row_bytes();
      EXPECT_GE(Panels::bytes_for(w), file) << row.layout.code_bits();
      EXPECT_LE(Panels::bytes_for(w), file + file / 20) << row.layout.code_bits();
    }
  }
}

TEST(RowPanels, TakeAByteAWeightAndAreForFormatsOfEightBits) {
  const Weight w{WeightFormat::kQ8_0, 1024, 384};
  EXPECT_TRUE(RowPanels::supports(w));
  EXPECT_EQ(RowPanels::bytes_for(w), 1024 * 384 + 1024 * sizeof(float));
  EXPECT_FALSE(RowPanels::supports({WeightFormat::kQ4_0, 1024, 384}));
  EXPECT_FALSE(RowPanels::supports({WeightFormat::kF16, 1024, 384}));
}

// Each row has its own scale, and the code of its largest weight is 127 or -127.
TEST(RowPanels, RoundRowsToStepsOfTheirLargest) {
  ThreadPool pool(2);
  testing::Random random(2);
  const testing::OwnedWeight w = testing::random_weight(WeightFormat::kQ8_0, 45, 96, random);
  const RowPanels panels(w.weight, kScalarRows.quantise_row, pool);
  ASSERT_EQ(panels.n_panels(), 2u);
  std::vector<float> row(96);
  for (size_t r = 0; r < 64; ++r) {
    const uint8_t* codes = panels.codes(r / 32);
    const auto code = [&](size_t c) { return codes[(c / 4 * 32 + r % 32) * 4 + c % 4]; };
    if (r >= 45) {  // rows past the last are multiplied too
      for (size_t c = 0; c < 96; ++c) ASSERT_EQ(code(c), 0);
      continue;
    }
    decode_row(w.weight, r, row.data());
    const float scale = panels.scales(r / 32)[r % 32];
    int most = 0;
    for (size_t c = 0; c < 96; ++c) {
      ASSERT_NEAR((code(c) - 128) * scale, row[c], scale * 0.5001f) << r << " " << c;
      most = std::max(most, std::abs(code(c) - 128));
    }
    EXPECT_EQ(most, 127);
  }
}

// Rows past the last are multiplied too, so they must not keep the previous contents of the memory.
TEST(Panels, RowsPastTheLastAreZero) {
  ThreadPool pool(2);
  testing::Random random(1);
  for (const QuantisedFormat& row : kQuantisedFormats) {
    const testing::OwnedWeight w = testing::random_weight(row.format, 19, 512, random);
    for (int i = 0; i < 3; ++i) {  // to reuse memory
      const Panels panels(w.weight, false, pool);
      ASSERT_EQ(panels.n_panels(), 2u);
      const PanelView view = panels.view(1);
      const size_t codes = panels.n_blocks() * panels.layout().code_bytes();
      for (size_t at = 0; at < codes; ++at) {
        if (at / 4 % kPanelRows < 3) continue;
        ASSERT_EQ(view.codes[at], 0) << at;
      }
    }
  }
}

}  // namespace redact::panels_test
