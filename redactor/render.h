// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/replacer.h"
#include "redactor/span/span.h"

namespace redact {

// A span that was replaced, and where its replacement stands in the output.
struct Entity {
  Span span;
  std::string replacement;
  size_t out_begin;  // bytes of the output
  size_t out_end;
};

struct Rendered {
  std::string output;
  std::vector<Entity> entities;  // in order of the source
};

// Makes the output from the source: bytes outside the spans are copied, and each span is replaced
// by what `replacer` writes for it, or stays. `spans` is sorted, disjoint and inside the source.
// Errors: those of Replacer::replace.
Result<Rendered> render(std::string_view source, const std::vector<Span>& spans,
                        Replacer& replacer);

}  // namespace redact
