// SPDX-License-Identifier: Apache-2.0
#include "redactor/render.h"

namespace redact {

Rendered render(std::string_view source, const std::vector<Span>& spans, Replacer& replacer) {
  Rendered rendered;
  std::string& output = rendered.output;
  output.reserve(source.size());
  size_t at = 0;
  for (const Span& span : spans) {
    const auto surface = source.substr(span.begin, span.end - span.begin);
    std::optional<std::string> replacement = replacer.replace(surface, span.label);
    if (!replacement) continue;
    output.append(source.substr(at, span.begin - at));
    const size_t out_begin = output.size();
    output += *replacement;
    rendered.entities.push_back({span, *std::move(replacement), out_begin, output.size()});
    at = span.end;
  }
  output.append(source.substr(at));
  return rendered;
}

}  // namespace redact
