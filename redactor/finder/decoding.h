// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "redactor/finder/document_windows.h"
#include "redactor/span/span.h"

namespace redact {

// A text in which to find spans: any bytes of any length.
struct Query {
  std::string_view text;
  // What rules and lists have found, sorted and disjoint. These spans are part of the findings
  // unchanged, and no other span crosses them.
  std::span<const Span> forced = {};
};

// What a configuration asks of a model, compiled: biases, hints, instructions. Immutable; shared by
// threads.
class Decoding {
 public:
  virtual ~Decoding() = default;

  // The bias that is added to the tag side.
  virtual float bias() const = 0;

  // The windows of a text. The query's text and spans outlive them, as does this object.
  virtual DocumentWindows open(const Query& query) const = 0;
};

}  // namespace redact
