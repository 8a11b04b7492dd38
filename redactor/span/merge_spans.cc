// SPDX-License-Identifier: Apache-2.0
#include "redactor/span/merge_spans.h"

#include <algorithm>

namespace redact {

std::vector<Span> merge_spans(std::vector<Span> spans) {
  for (Span& span : spans) {
    if (span.support.empty()) span.support.add(span.source, span.label);
  }
  std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<Span> out;
  size_t longest = 0;  // of the spans merged into out.back()
  for (const Span& span : spans) {
    const size_t size = span.end - span.begin;
    if (out.empty() || span.begin >= out.back().end) {
      out.push_back(span);
      longest = size;
      continue;
    }
    const size_t begin = out.back().begin, end = std::max(out.back().end, span.end);
    const bool goes_on = span.end < end
                             ? out.back().goes_on
                             : span.goes_on || (out.back().end == end && out.back().goes_on);
    Support support = out.back().support;
    support.add(span.support);
    if (size > longest || (size == longest && span.source < out.back().source)) {
      out.back() = span;
      longest = size;
    }
    out.back().begin = begin;
    out.back().end = end;
    out.back().support = support;
    out.back().goes_on = goes_on;
  }
  return out;
}

void merge_by_score(std::vector<Span>& spans) {
  size_t n = 0;
  for (const Span& span : spans) {
    if (n > 0 && span.begin < spans[n - 1].end) {
      spans[n - 1].end = std::max(spans[n - 1].end, span.end);
      if (span.score > spans[n - 1].score) spans[n - 1].label = span.label;
      spans[n - 1].score = std::max(spans[n - 1].score, span.score);
    } else {
      spans[n++] = span;
    }
  }
  spans.resize(n);
}

}  // namespace redact
