// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/survivors.h"

#include <algorithm>
#include <cstddef>

#include "tools/eval/alignment.h"
#include "tools/eval/outputs.h"

namespace redact::eval {

namespace {

using Mask = std::vector<bool>;

void fill_range(Mask& mask, size_t begin, size_t end, bool value) {
  std::fill(mask.begin() + static_cast<std::ptrdiff_t>(begin),
            mask.begin() + static_cast<std::ptrdiff_t>(end), value);
}

Mask by_spans(const Document& document) {
  Mask mask(document.text.size(), true);
  for (const Annotation& found : document.found) fill_range(mask, found.begin, found.end, false);
  if (!is_comparable(document)) return mask;
  for (size_t i = 0; i < document.found.size(); ++i) {
    const Repeat repeat = repeat_of(document, i);
    fill_range(mask, repeat.begin, repeat.end, true);
  }
  return mask;
}

std::optional<Mask> by_alignment(const Document& document) {
  const auto columns = align(document.text, document.output);
  if (!columns) return std::nullopt;
  Mask mask(document.text.size(), false);
  const auto word_of = [](std::u32string_view text, const Word& word) {
    return text.substr(word.begin, word.end - word.begin);
  };
  for (const AlignedWords& column : *columns) {
    if (!column.source || !column.output) continue;
    const auto source = word_of(document.text, *column.source);
    const auto output = word_of(document.output, *column.output);
    const size_t most = std::min(source.size(), output.size());
    size_t front = 0, back = 0;
    while (front < most && source[front] == output[front]) ++front;
    while (back < most - front &&
           source[source.size() - 1 - back] == output[output.size() - 1 - back]) {
      ++back;
    }
    fill_range(mask, column.source->begin, column.source->begin + front, true);
    fill_range(mask, column.source->end - back, column.source->end, true);
  }
  return mask;
}

}  // namespace

std::optional<Mask> survivors(const Document& document) {
  if (document.failed) return Mask(document.text.size(), false);
  return document.says_spans ? std::optional(by_spans(document)) : by_alignment(document);
}

}  // namespace redact::eval
