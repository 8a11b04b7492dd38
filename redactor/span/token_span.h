// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "redactor/span/label.h"

namespace redact {

// Source tokens [begin, end) of a window, its context counted in, under one label.
struct TokenSpan {
  size_t begin;
  size_t end;
  Label label;
  float score;  // as Span has it, bias included; 0 where it was forced
};

// A token that was nearly tagged, as NearlyFound has it.
struct NearMiss {
  size_t token;
  float score;  // negative
};

}  // namespace redact
