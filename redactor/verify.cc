// SPDX-License-Identifier: Apache-2.0
#include "redactor/verify.h"

namespace redact {

Result<size_t> verify(std::string_view source, const Rendered& rendered) {
  size_t s = 0, o = 0, n_outside = 0, next = 0;
  const std::string_view output = rendered.output;
  const auto broken = [&s] {
    return Error{ErrorKind::kInternal, "byte " + std::to_string(s),
                 "the output differs from the source outside its spans"};
  };
  while (s < source.size() || next < rendered.entities.size()) {
    if (next < rendered.entities.size() && rendered.entities[next].span.begin == s) {
      const Entity& entity = rendered.entities[next++];
      if (entity.span.end <= s || entity.span.end > source.size() || entity.out_begin != o ||
          output.substr(o, entity.replacement.size()) != entity.replacement) {
        return broken();
      }
      s = entity.span.end;
      o += entity.replacement.size();
      if (entity.out_end != o) return broken();
      continue;
    }
    if (s >= source.size() || o >= output.size() || source[s] != output[o]) return broken();
    ++s, ++o, ++n_outside;
  }
  if (o != output.size()) return broken();
  return n_outside;
}

}  // namespace redact
