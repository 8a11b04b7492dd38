// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/formats/read_document.h"
#include "redactor/rules/term_list.h"
#include "redactor/span/span.h"

namespace redact {

// What the fields of a document say, as evidence in bytes of its text: the fields that are hidden
// whole, in their order.
std::vector<Span> evidence_of_fields(const FormattedText& document);

// What these fields name, to be found in the rest of the document: people, numbers, addresses.
// `order`: the policy's, for dates.
TermList known_from_fields(const FormattedText& document, DateOrder order);

}  // namespace redact
