// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "documents/structured/segment.h"

namespace redact {

// The effect of an element's beginning or end on the texts around it: they are read as one word,
// one line or two. `name` is in lower case for HTML.
Join html_join(std::string_view name);
// For XML, by namespace: XHTML, CDA and Word. Elements of other namespaces are blocks.
Join xml_join(std::string_view space, std::string_view name);

}  // namespace redact
