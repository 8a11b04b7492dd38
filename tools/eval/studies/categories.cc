// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/categories.h"

#include "tools/eval/label_sets.h"

namespace redact::eval {

Categories categories_of(const Policy& policy) {
  Categories categories;
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const std::string* tag = policy.placeholder(static_cast<Label>(i));
    if (tag == nullptr) continue;
    categories[coarse_group(kLabelNames[i])].insert(to_code_points(*tag));
  }
  return categories;
}

size_t count_occurrences(std::u32string_view text, std::u32string_view string) {
  if (string.empty()) return 0;
  size_t n = 0;
  for (size_t at = text.find(string); at != text.npos; at = text.find(string, at + string.size())) {
    ++n;
  }
  return n;
}

size_t count_tags(const Document& document, const std::set<std::u32string>& tags) {
  size_t in_output = 0, in_source = 0;
  for (const std::u32string& tag : tags) {
    in_output += count_occurrences(document.output, tag);
    in_source += count_occurrences(document.text, tag);
  }
  return in_output > in_source ? in_output - in_source : 0;
}

}  // namespace redact::eval
