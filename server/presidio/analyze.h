// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <redact/redact.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/presidio/analyze_body.h"

namespace redact::server {

// What POST /analyze answers for one text: what the library found, and what the recognizers of the
// request find, as Presidio joins and orders them.
Checked<nlohmann::ordered_json> analyze(const AnalyzeBody& request, const std::string& text,
                                        const redact_result& result);

}  // namespace redact::server
