// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <redact/redact.h>

#include <string>
#include <vector>

#include "server/presidio/analyze_body.h"

namespace redact::server {

// Of an answer: one with the reasons for each place can be much longer than the text.
inline constexpr size_t kMostAnswerBytes = size_t{64} << 20;

// What POST /analyze answers for one text, in JSON: what the library found, and what the
// recognizers of the request find, as Presidio joins and orders them.
Checked<std::string> analyze(const AnalyzeBody& request, const std::string& text,
                             const redact_result& result, WorkLimit& work);

}  // namespace redact::server
