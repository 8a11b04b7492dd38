// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/surviving_strings.h"

#include <algorithm>

#include "tools/eval/label_sets.h"

namespace redact::eval {

Surviving count_surviving(const std::vector<Document>& documents, const Categories& categories) {
  Surviving surviving;
  auto& counts = surviving.by_category;
  for (const Document& document : documents) {
    const bool has_text = !document.output.empty() || document.text.empty();
    if (!has_text && !document.failed && document.says_spans) {
      ++surviving.silent;
      continue;
    }
    std::map<std::string, std::map<std::u32string, size_t>> gold;  // spans by category and text
    for (const Annotation& g : document.gold) {
      const std::string category = coarse_group(g.label);
      if (!is_identifier(g) || !categories.contains(category)) continue;  // these stay
      ++gold[category][document.text.substr(g.begin, g.end - g.begin)];
    }
    std::map<std::string, size_t> n_gold;
    for (const auto& [category, strings] : gold) {
      for (const auto& [string, n] : strings) {
        const size_t left = std::min(n, count_occurrences(document.output, string));
        counts[category] += {static_cast<double>(n - left), 0, static_cast<double>(left)};
        n_gold[category] += n;
      }
    }
    for (const auto& [category, tags] : categories) {
      const size_t n = count_tags(document, tags);
      if (n > n_gold[category]) counts[category].fp += static_cast<double>(n - n_gold[category]);
    }
  }
  return surviving;
}

}  // namespace redact::eval
