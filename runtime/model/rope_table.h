// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/ops.h"

namespace redact {

// The cosine and sine of every position's angles (Su et al. 2021, arXiv 2104.09864): position *
// freq_base^(-2i / n_dims) / factors[i]. Made once, in double, since positions reach 10^5 and
// libm's functions cost more than the rotation.
class RopeTable {
 public:
  // factors[n_dims / 2], llama3's rope_freqs; nullptr means all 1. Positions [0, n_positions).
  RopeTable(size_t n_dims, float freq_base, const float* factors, size_t n_positions);

  size_t n_positions() const { return n_positions_; }
  // Where the verbs of `ops` can read it, which outlives what is returned, as this table does.
  Rope on(Ops& ops) const { return {n_dims_, ops.upload(cos_sin_)}; }

 private:
  size_t n_dims_;
  size_t n_positions_;
  std::vector<float> cos_sin_;  // [n_positions, n_dims]
};

}  // namespace redact
