// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/outputs.h"

#include <algorithm>
#include <string_view>

#include "tools/eval/characters.h"

namespace redact::eval {

namespace {

constexpr size_t kShortestRun = 3;

std::u32string_view longest_common_run(std::u32string_view a, std::u32string_view b) {
  size_t end = 0, longest = 0;                // in a
  std::vector<size_t> runs(b.size() + 1, 0);  // [j]: length of the run that ends before b[j]
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = b.size(); j > 0; --j) {
      runs[j] = a[i] == b[j - 1] ? runs[j - 1] + 1 : 0;
      if (runs[j] > longest) {
        longest = runs[j];
        end = i + 1;
      }
    }
  }
  return a.substr(end - longest, longest);
}

double count_characters(std::u32string_view text) {
  return static_cast<double>(text.size()) -
         static_cast<double>(std::count_if(text.begin(), text.end(), is_space));
}

// Compares source and output: every code point outside the replacements must be the same.
double count_edits(const Document& document) {
  double edits = 0;
  size_t s = 0, o = 0;
  for (size_t i = 0; i <= document.found.size(); ++i) {
    if (s > document.text.size() || o > document.output.size()) {
      return edits + 1;  // replacements outside the output
    }
    const bool last = i == document.found.size();
    const size_t s_end = last ? document.text.size() : document.found[i].begin;
    const size_t o_end = last ? document.output.size() : document.placed[i].begin;
    const auto source = std::u32string_view(document.text).substr(s, s_end - s);
    const auto output = std::u32string_view(document.output).substr(o, o_end - o);
    const size_t common = std::min(source.size(), output.size());
    for (size_t k = 0; k < common; ++k) edits += source[k] != output[k];
    edits += static_cast<double>(std::max(source.size(), output.size()) - common);
    if (last) break;
    s = document.found[i].end;
    o = document.placed[i].end;
  }
  return edits;
}

}  // namespace

bool is_comparable(const Document& document) {
  return !document.output.empty() && document.placed.size() == document.found.size();
}

Repeat repeat_of(const Document& document, size_t i) {
  const Annotation& found = document.found[i];
  const Annotation& placed = document.placed[i];
  if (placed.begin > placed.end || placed.end > document.output.size()) return {};
  const auto surface =
      std::u32string_view(document.text).substr(found.begin, found.end - found.begin);
  const auto replacement =
      std::u32string_view(document.output).substr(placed.begin, placed.end - placed.begin);
  if (surface == replacement) return {count_characters(surface), true, found.begin, found.end};
  const std::u32string_view run = longest_common_run(surface, replacement);
  if (run.size() < kShortestRun) return {};
  const size_t begin = found.begin + static_cast<size_t>(run.data() - surface.data());
  return {count_characters(run), run.size() == surface.size(), begin, begin + run.size()};
}

void count_output(const Document& document, Tally& tally) {
  if (!is_comparable(document)) return;
  ++tally.compared;
  tally.edits_outside += count_edits(document);
  for (size_t i = 0; i < document.found.size(); ++i) {
    const Annotation& found = document.found[i];
    tally.replaced_characters += count_characters(
        std::u32string_view(document.text).substr(found.begin, found.end - found.begin));
    tally.kept_characters += repeat_of(document, i).characters;
  }
}

}  // namespace redact::eval
