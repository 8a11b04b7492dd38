// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

bool is_space(char32_t c);
bool is_alphanumeric(char32_t c);

// A bit for each code point of a text.
using Mask = std::vector<bool>;

Mask mask_of(const std::vector<Annotation>& annotations, size_t size);

// What was hidden. A withheld document lets nothing out: every character of it is.
Mask hidden_mask(const Document& document);

}  // namespace redact::eval
