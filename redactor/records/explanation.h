// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "redactor/policy/policy.h"
#include "redactor/records/detail.h"
#include "redactor/resolve.h"

namespace redact {

// "model", "repeat", "rule", "list" or "known" for a source that hides; "allow" or "stay" for
// another.
std::string_view source_name(SpanSource source);

// The rule or term that a span comes from: "patterns.yaml:41" for a shipped rule, and for those of
// the caller the option that names their file, "--deny:3". Empty if it comes from no line of a
// file.
std::string origin_of(const Span& span);

// The same, but empty if the span comes from another source than is told of it.
std::string told_origin(const Span& span, Detail detail);

// What left a piece of evidence out, in a word: "policy", "operator", "allow" or "stay".
std::string_view reason_of(const Dropped& dropped);

// What a line says about a piece of evidence that hides nothing, behind its place. It holds no word
// of the document: "CITY (rule, --rules:3) hides nothing: it lies inside an allowed term,
// --allow:7".
std::string to_line(const Dropped& dropped, const Policy& policy, Detail detail);

}  // namespace redact
