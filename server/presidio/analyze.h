// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <redact/redact.h>

#include <string>

#include "server/presidio/analyze_body.h"

namespace redact::server {

// Most bytes of an answer: with the reasons for each finding it can be much longer than the text.
inline constexpr size_t kMostAnswerBytes = size_t{64} << 20;

// The answer of POST /analyze for one text, in JSON: the findings of the library and of the
// recognizers in the request, joined and ordered as in Presidio.
Checked<std::string> analyze(const AnalyzeBody& request, const std::string& text,
                             const redact_result& result, WorkLimit& work);

}  // namespace redact::server
