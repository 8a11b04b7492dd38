// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/scores.h"

#include <algorithm>
#include <cmath>

namespace redact {

float log_sum_exp(std::span<const float> values) {
  const float most = values[argmax(values)];
  double sum = 0;
  for (const float value : values) sum += std::exp(static_cast<double>(value) - most);
  return most + static_cast<float>(std::log(sum));
}

size_t argmax(std::span<const float> values) {
  return static_cast<size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace redact
