// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/eval/fates.h"
#include "tools/eval/report.h"

namespace redact::eval {

// Text as HTML; `line_end` stands for each line end.
inline constexpr std::u32string_view kVisibleLineEnd = U"\u21b5 ";
std::string escape(std::u32string_view text, std::u32string_view line_end = kVisibleLineEnd);
std::string escape(const std::string& text);

// A plot of characters found against words hidden without need, with a dot for each bias. Both
// values must be known for every point.
std::string curve_plot(const std::vector<CurvePoint>& curve);

// A row for each label, with a bar for the share of characters found and the rest in red.
std::string label_table(const std::map<std::string, LabelTally>& by_label);

// One document and the fate of its text.
struct Case {
  explicit Case(const Document& d, size_t n)
      : document(d), number(n), found(counted_found(d)), fates(fates_of(d)) {}

  double count(const Annotation& a, Fate fate) const;

  const Document& document;
  size_t number;  // in the order of the documents
  std::vector<Annotation> found;
  std::vector<Fate> fates;
};

// Text [from, to) of a document, each character in the colour of its fate, the span bold;
// an empty span is none.
std::string coloured(const Case& c, size_t from, size_t to, const Annotation& span,
                     std::u32string_view line_end = kVisibleLineEnd);

// The errors, each in a context that ends at words: leaks in order of their harm, with the whole
// documents that have them; then the others, the worst first.
struct ErrorParts {
  std::string leaks, others;
};
ErrorParts error_parts(const std::vector<Document>& documents);

}  // namespace redact::eval
