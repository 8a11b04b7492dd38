// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "documents/label.h"

namespace redact {

// Source tokens [begin, end) of a window, counted with its context, under one label; or one token
// that was nearly tagged, with the label that it nearly got.
struct TokenSpan {
  size_t begin;
  size_t end;
  Label label;
  float score;             // as in Span, bias included
  float patient_odds = 0;  // as in Span
};

}  // namespace redact
