// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "redactor/finder/window.h"
#include "redactor/span/span.h"
#include "redactor/span/token_span.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// Converts byte spans to spans of the tokens of a window, counted from the first token that the
// window reads. A token that the window decides belongs to a span if they share any byte. `offset`:
// where the text of `tokens` begins in the text of the spans.
std::vector<TokenSpan> token_spans(std::span<const Span> spans, const TokenizedText& tokens,
                                   size_t offset, const Window& window);

}  // namespace redact
