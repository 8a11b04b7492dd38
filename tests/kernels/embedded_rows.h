// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/reference_ops.h"

namespace redact::testing {

// Rows with none, one and several added ids, and what every device makes of them, bit by bit: sums
// in the order of the ids.
struct EmbeddedRows {
  static constexpr float kScale = 0.75f;

  std::vector<int32_t> ids = {4, 0, 4, 2};  // of a table with five rows
  std::vector<int32_t> added = {3, 0, 1, 3, 3, 0, 4, 2, 1};
  std::vector<uint32_t> offsets = {0, 0, 1, 8, 9};

  Step step() const { return {ids, {}, {}, {offsets, added}}; }
  std::vector<float> want(const Weight& table) const {
    std::vector<float> out;
    for (size_t r = 0; r < ids.size(); ++r) {
      for (size_t c = 0; c < table.cols; ++c) {
        const auto value = [&](int32_t id) {
          return static_cast<float>(ReferenceOps::element(table, static_cast<size_t>(id), c));
        };
        float sum = value(ids[r]);
        for (const int32_t id : step().added.of_row(r)) sum += value(id);
        out.push_back(sum * kScale);
      }
    }
    return out;
  }
};

}  // namespace redact::testing
