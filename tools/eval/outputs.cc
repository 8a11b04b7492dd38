// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/outputs.h"

#include <algorithm>

namespace redact::eval {

void count_edits(const Document& document, Tally& tally) {
  if (document.output.empty() || document.placed.size() != document.found.size()) return;
  ++tally.outputs;
  size_t s = 0, o = 0;
  for (size_t i = 0; i <= document.found.size(); ++i) {
    if (s > document.text.size() || o > document.output.size()) {
      ++tally.edits_outside;  // replacements that lie outside the output
      return;
    }
    const bool last = i == document.found.size();
    const size_t s_end = last ? document.text.size() : document.found[i].begin;
    const size_t o_end = last ? document.output.size() : document.placed[i].begin;
    const auto source = std::u32string_view(document.text).substr(s, s_end - s);
    const auto output = std::u32string_view(document.output).substr(o, o_end - o);
    const size_t common = std::min(source.size(), output.size());
    for (size_t k = 0; k < common; ++k) tally.edits_outside += source[k] != output[k];
    tally.edits_outside += static_cast<double>(std::max(source.size(), output.size()) - common);
    if (last) break;
    s = document.found[i].end;
    o = document.placed[i].end;
  }
}

}  // namespace redact::eval
