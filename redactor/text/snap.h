// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "redactor/span/span.h"

namespace redact {

// Makes spans begin and end at visible characters (visible.h), since what nobody sees before or
// behind a name is no part of it, and widens them to whole words (runs of letters, marks and
// digits) and whole grapheme clusters, so that no letter or accent of a hidden name is left behind.
// If a widened span reaches into the next one, the next one begins after it, and its support is
// that of both. Where a field name directly follows the value that a span ends in ("IzaNºCol: 28"),
// it is not widened over the field name. Bytes that are not valid UTF-8 are units of their own. A
// span without a visible character is dropped. `spans` is sorted and disjoint before and after.
void snap_to_words(std::string_view text, std::vector<Span>& spans,
                   StopCheck& stop = StopCheck::never());

}  // namespace redact
