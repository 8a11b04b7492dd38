// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/fates.h"

#include <algorithm>
#include <cstddef>

#include "tools/eval/characters.h"
#include "tools/eval/outputs.h"

namespace redact::eval {

namespace {

using Mask = std::vector<bool>;

Mask mask_of(const std::vector<Annotation>& annotations, size_t size) {
  Mask mask(size, false);
  for (const Annotation& a : annotations)
    std::fill(mask.begin() + static_cast<std::ptrdiff_t>(a.begin),
              mask.begin() + static_cast<std::ptrdiff_t>(a.end), true);
  return mask;
}

Mask hidden_mask(const Document& document) {
  if (document.failed) return Mask(document.text.size(), true);
  if (!is_comparable(document)) return mask_of(document.found, document.text.size());
  std::vector<Annotation> hidden;
  for (size_t i = 0; i < document.found.size(); ++i) {
    if (!repeat_of(document, i).whole) hidden.push_back(document.found[i]);
  }
  return mask_of(hidden, document.text.size());
}

}  // namespace

std::vector<Fate> fates_of(const Document& document) {
  const std::u32string& text = document.text;
  const Mask gold = mask_of(document.gold, text.size());
  const Mask neutral = mask_of(document.neutral, text.size());
  const Mask hidden = hidden_mask(document);
  std::vector<Fate> fates(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (gold[i] && !is_space(text[i])) {
      fates[i] = hidden[i] ? Fate::kFound : Fate::kLeaked;
    } else if (!hidden[i]) {
      fates[i] = Fate::kLeft;
    } else {
      fates[i] = is_alphanumeric(text[i]) && !neutral[i] ? Fate::kOver : Fate::kHidden;
    }
  }
  return fates;
}

std::vector<Annotation> counted_found(const Document& document) {
  const Mask neutral = mask_of(document.neutral, document.text.size());
  std::vector<Annotation> counted;
  for (const Annotation& found : document.found) {
    bool inside = false, outside = false;
    for (size_t i = found.begin; i < found.end; ++i) {
      if (!is_space(document.text[i])) (neutral[i] ? inside : outside) = true;
    }
    if (outside || !inside) counted.push_back(found);
  }
  counted.erase(std::unique(counted.begin(), counted.end()), counted.end());
  return counted;
}

}  // namespace redact::eval
