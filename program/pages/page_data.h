// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/redaction.h"

namespace redact {

// The data of the review page as JSON (README.md lists the fields): a run names its documents and
// says which of them need a person; each document holds its text and what was found in it. Offsets
// count UTF-16 units of the text, as JavaScript does.

// A document in both places.
struct PageDocument {
  std::string entry;    // in the list of the run
  std::string content;  // the document itself; an empty object if the page cannot show it
};

// `redaction` must have its `reading`. A text that is not UTF-8 is listed, but cannot be shown.
// `policy`: under which it was redacted.
PageDocument page_document(std::string_view id, const Redaction& redaction, const Policy& policy);
// A document that was withheld: nothing of it was written, and nothing of it is shown.
PageDocument withheld_document(std::string_view id, std::string_view why);

// The run. `entries`: of its documents, in their order.
std::string page_run(std::string_view model, const Policy& policy,
                     const std::vector<std::string>& entries);

}  // namespace redact
