// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/finder/document_windows.h"
#include "redactor/span/span.h"

namespace redact {

// A configuration's demands on a model, compiled: biases, hints, instructions. Immutable; shared by
// threads.
class Decoding {
 public:
  virtual ~Decoding() = default;

  // The bias that is added to the tag side.
  virtual float bias() const = 0;

  // The windows of a text. The query's text and spans outlive them, and so does this object.
  virtual DocumentWindows open(const Query& query) const = 0;
};

}  // namespace redact
