// SPDX-License-Identifier: Apache-2.0
// Any logits to the search of labels: the labels it returns form a legal sequence.
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "redactor/labelling/best_labels.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  if (size < 1) return 0;
  const size_t n_labels = 1 + data[0] % 5, row = redact::n_label_outputs(n_labels);
  std::vector<float> numbers((size - 1) / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), data + 1, numbers.size() * sizeof(float));
  for (float& x : numbers) {
    if (!std::isfinite(x)) x = 0;
  }
  if (numbers.size() < n_labels) return 0;
  const std::vector<float> bias(numbers.begin(), numbers.begin() + n_labels);
  const size_t n_tokens = (numbers.size() - n_labels) / row;
  std::vector<size_t> walls;
  for (size_t i = data[0] / 5; i < n_tokens; i += 3) walls.push_back(i);
  const auto labels = redact::best_labels(
      std::span<const float>(numbers).subspan(n_labels, n_tokens * row), bias, walls);
  require(labels.size() == n_tokens);
  for (size_t i = 0; i < n_tokens; ++i) {
    const auto& token = labels[i];
    if (token.label == redact::TokenLabel::kOutside) {
      require(token.score <= 0);
      continue;
    }
    require(token.label < n_labels && token.score >= 0);
    require(token.opens || (i > 0 && labels[i - 1].label == token.label));
  }
  for (const size_t wall : walls) {
    require(labels[wall].opens || labels[wall].label == redact::TokenLabel::kOutside);
  }
  return 0;
}
