// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "redactor/finder/window.h"
#include "redactor/span/span.h"
#include "redactor/span/token_span.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// Byte spans as spans of the tokens of a window, counted from the first that it reads; what a
// token that it decides shares with a span belongs to it. `offset`: where the text of `tokens`
// begins in the text of the spans.
std::vector<TokenSpan> token_spans(std::span<const Span> spans, const TokenizedText& tokens,
                                   size_t offset, const Window& window);

}  // namespace redact
