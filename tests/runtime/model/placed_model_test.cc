// SPDX-License-Identifier: Apache-2.0
// How a device is asked to prepare a model's matrices.
#include "runtime/model/placed_model.h"

#include <gtest/gtest.h>

#include <map>

#include "runtime/model/kv_cache.h"
#include "tests/support/reference_ops.h"

namespace redact::placed_model_test {

// Counts the matrices that it prepares, by use.
class CountingDevice final : public testing::ReferenceOps {
 public:
  Weight prepare(const Weight& w, WeightUse use) override {
    ++uses[use];
    return ReferenceOps::prepare(w, use);
  }
  std::map<WeightUse, size_t> uses;
};

TEST(PlacedModel, AsksForProductsByRowsWhereItRoundsByRows) {
  const Model model =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/mixtral-q8_0.gguf").value();
  const size_t n_layers = model.config().layers.size();
  const size_t n_multiplied = n_layers * (4 + 3 * model.config().n_experts);
  for (const Rounding rounding : {Rounding::kBlocks, Rounding::kRows}) {
    CountingDevice device;
    const auto placed = PlacedModel::place(model, device, 10, rounding).value();
    EXPECT_EQ(placed->rounding(), rounding);
    const bool by_rows = rounding == Rounding::kRows;
    EXPECT_EQ(device.uses[WeightUse::kMultipliedByRows], by_rows ? n_multiplied : 0);
    // Routers choose experts and stay exact.
    EXPECT_EQ(device.uses[WeightUse::kMultiplied], n_layers + (by_rows ? 0 : n_multiplied));
    const KvCache cache(device, model.config(), {1, 1}, true, rounding);
    for (size_t i = 0; i < n_layers; ++i) EXPECT_EQ(cache.layer(i).rounding, rounding);
  }
}

}  // namespace redact::placed_model_test
