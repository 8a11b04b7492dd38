// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "redactor/span/span.h"

namespace redact {

// Makes spans begin and end at visible characters (language/visible.h), since invisible ones before
// or after a name are not part of it, and widens them to whole words (sequences of letters, marks
// and digits) and whole grapheme clusters, so that no letter or accent of a hidden name stays. If a
// widened span reaches into the next one, the next one begins after it, with the support of both.
// If a field name directly follows the value in which a span ends ("IzaNºCol: 28"), the span is not
// widened over the field name. Bytes that are not valid UTF-8 are units of their own. A span
// without a visible character is dropped. `spans` is sorted and disjoint before and after. At one
// of `edges`, which are ascending, a span is not widened.
void snap_to_words(std::string_view text, std::vector<Span>& spans,
                   const std::vector<size_t>& edges = {}, StopCheck& stop = StopCheck::never());

}  // namespace redact
