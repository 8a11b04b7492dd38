// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "tools/eval/corpus.h"

namespace redact::judge {

// Code points [begin, end) of a document between << and >>, with the text around them.
std::string in_context(const eval::Document& document, size_t begin, size_t end);

}  // namespace redact::judge
