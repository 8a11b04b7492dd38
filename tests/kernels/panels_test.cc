// SPDX-License-Identifier: Apache-2.0
// What panels of every format take, against the file.
#include "kernels/cpu/panels.h"

#include <gtest/gtest.h>

#include "tests/support/random_weight.h"

namespace redact {
namespace {

// A model may take 1.15 times its file, with its norms and embeddings and the scratch of a pass.
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

// Rows past the last multiply too, and what they hold must not be what the memory held before.
TEST(Panels, RowsPastTheLastAreZero) {
  ThreadPool pool(2);
  testing::Random random(1);
  for (const QuantisedFormat& row : kQuantisedFormats) {
    const testing::OwnedWeight w = testing::random_weight(row.format, 19, 512, random);
    for (int i = 0; i < 3; ++i) {  // memory that is used again
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

}  // namespace
}  // namespace redact
