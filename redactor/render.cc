// SPDX-License-Identifier: Apache-2.0
#include "redactor/render.h"

namespace redact {

Result<Rendered> render(std::string_view source, const std::vector<Span>& spans,
                        Replacer& replacer) {
  Rendered rendered;
  std::string& output = rendered.output;
  output.reserve(source.size());
  const auto surface_of = [&](const Span& span) {
    return source.substr(span.begin, span.end - span.begin);
  };
  for (const Span& span : spans) replacer.expect(surface_of(span), span.label);
  size_t at = 0;
  for (const Span& span : spans) {
    REDACT_ASSIGN(Replacement replacement, replacer.replace(surface_of(span), span.label,
                                                            source.substr(span.end), span.support));
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
