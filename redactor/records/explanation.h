// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "redactor/policy/policy.h"
#include "redactor/records/detail.h"
#include "redactor/resolve.h"

namespace redact {

// The name of a source: "model", "repeat", "rule", "list", "known", "field" or "correction" if its
// spans hide text; otherwise "allow" or "stay".
std::string_view source_name(SpanSource source);

// The rule or term behind a span: "patterns.yaml:41" for a shipped rule, and for the caller's rules
// and terms the option with their file, "--deny:3". Empty if the span comes from no line of a file.
std::string origin_of(const Span& span);

// The same, but empty if results name another source than that of the span.
std::string told_origin(const Span& span, Detail detail);

// The reason why a piece of evidence hides nothing, in a word: "policy", "operator", "allow" or
// "stay".
std::string_view reason_of(const Dropped& dropped);

// A line about a piece of evidence that hides nothing, to follow its position. It holds no word of
// the document: "CITY (rule, --rules:3) hides nothing: it lies inside an allowed term, --allow:7".
std::string to_line(const Dropped& dropped, const Policy& policy, Detail detail);

}  // namespace redact
