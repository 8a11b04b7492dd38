// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "documents/structured/segment.h"

namespace redact {

// The coding around a whole XML document, by its byte order mark or its declaration; nullopt for
// UTF-8. kUnsupported for another encoding, kBadInput if mark and declaration disagree.
Result<std::optional<Coding>> xml_encoding(std::string_view xml);

}  // namespace redact
