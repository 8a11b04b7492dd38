// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace redact {

// Which row of a table of relative positions stands for a distance between two tokens (He et al.
// 2021, arXiv 2006.03654; DeBERTa-v2 and -v3). Distances up to half of the buckets have a row each;
// of longer ones, several share a row: the longer, the more.
struct RelativeBuckets {
  size_t n_buckets = 0;     // for distances of each sign; even. 0: there is no table
  size_t max_position = 0;  // the distance at which the buckets end; above half of n_buckets

  size_t n_rows() const { return 2 * n_buckets; }

  // `distance`: the position of the token that reads, less the position of the token that it reads.
  size_t row(ptrdiff_t distance) const {
    const auto most = static_cast<ptrdiff_t>(n_buckets);
    return static_cast<size_t>(std::clamp<ptrdiff_t>(bucket(distance) + most, 0, 2 * most - 1));
  }

 private:
  ptrdiff_t bucket(ptrdiff_t distance) const {
    const auto middle = static_cast<ptrdiff_t>(n_buckets / 2);
    const ptrdiff_t length = std::abs(distance);
    if (length <= middle) return distance;
    const auto m = static_cast<double>(middle);
    // Divided before it is multiplied, so that the share is exactly 1 where the buckets end.
    const double share = std::log(static_cast<double>(length) / m) /
                         std::log(static_cast<double>(max_position - 1) / m);
    const auto far = middle + static_cast<ptrdiff_t>(std::ceil(share * (m - 1)));
    return distance < 0 ? -far : far;
  }
};

}  // namespace redact
