// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace redact::testing {

// Rows of one id each, which belong to `ids`.
inline std::vector<std::span<const int32_t>> single_rows(std::span<const int32_t> ids) {
  std::vector<std::span<const int32_t>> out;
  for (const int32_t& id : ids) out.push_back({&id, 1});
  return out;
}

}  // namespace redact::testing
