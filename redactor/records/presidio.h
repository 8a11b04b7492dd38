// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/records/record.h"

namespace redact {

// One line of `--format presidio`, without the line end: what the analyzer of Presidio would say
// about the source, as its RecognizerResult, and what its anonymizer would return, as its
// EngineResult (redactor/README.md lists the fields). kBadInput if the source is not valid UTF-8.
Result<std::string> to_presidio(const RecordContext& context, std::string_view source,
                                const Redaction& redaction);

}  // namespace redact
