// SPDX-License-Identifier: Apache-2.0
#include "redactor/render.h"

namespace redact {

Rendered render(std::string_view source, const std::vector<Span>& spans, const Policy& policy) {
  Rendered rendered;
  std::string& output = rendered.output;
  output.reserve(source.size());
  size_t at = 0;
  for (const Span& span : spans) {
    const std::string* placeholder = policy.placeholder(span.label);
    if (placeholder == nullptr) continue;
    output.append(source.substr(at, span.begin - at));
    const size_t out_begin = output.size();
    output += *placeholder;
    rendered.entities.push_back({span, *placeholder, out_begin, output.size()});
    at = span.end;
  }
  output.append(source.substr(at));
  return rendered;
}

}  // namespace redact
