// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/alignment.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tools/eval/characters.h"

namespace redact::eval {

namespace {

constexpr size_t kMostCells = size_t{1} << 28;

enum Step : uint8_t { kPair, kGapInSource, kGapInOutput };

}  // namespace

std::vector<Word> split_words(std::u32string_view text) {
  std::vector<Word> words;
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    words.push_back({begin, at});
  }
  return words;
}

std::optional<std::vector<AlignedWords>> align(std::u32string_view source,
                                               std::u32string_view output) {
  const std::vector<Word> a = split_words(source), b = split_words(output);
  const size_t width = b.size() + 1;
  if (a.size() + 1 > kMostCells / width) return std::nullopt;
  const auto same = [&](size_t i, size_t j) {
    return source.substr(a[i].begin, a[i].end - a[i].begin) ==
           output.substr(b[j].begin, b[j].end - b[j].begin);
  };
  std::vector<Step> steps((a.size() + 1) * width, kPair);  // the last step of each best alignment
  std::vector<int32_t> above(width), here(width);          // scores of two rows
  for (size_t j = 0; j < width; ++j) above[j] = -static_cast<int32_t>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    here[0] = -static_cast<int32_t>(i);
    for (size_t j = 1; j < width; ++j) {
      const int32_t pair = above[j - 1] + (same(i - 1, j - 1) ? 1 : -1);
      const int32_t in_source = here[j - 1] - 1, in_output = above[j] - 1;
      here[j] = std::max({pair, in_source, in_output});
      steps[i * width + j] = here[j] == pair        ? kPair
                             : here[j] == in_source ? kGapInSource
                                                    : kGapInOutput;
    }
    std::swap(above, here);
  }
  std::vector<AlignedWords> columns;
  for (size_t i = a.size(), j = b.size(); i > 0 || j > 0;) {
    const Step step = i == 0 ? kGapInSource : j == 0 ? kGapInOutput : steps[i * width + j];
    AlignedWords column;
    if (step != kGapInSource) column.source = a[--i];
    if (step != kGapInOutput) column.output = b[--j];
    columns.push_back(column);
  }
  std::reverse(columns.begin(), columns.end());
  return columns;
}

}  // namespace redact::eval
