// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/records/record.h"

namespace redact {

// One line of `--format presidio`, without the line end: the source's RecognizerResults as
// Presidio's analyzer would return them, and the EngineResult that its anonymizer would return
// (redactor/README.md lists the fields). kBadInput if the source is not valid UTF-8.
Result<std::string> to_presidio(const RecordContext& context, std::string_view source,
                                const Redaction& redaction);

}  // namespace redact
