// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/redaction.h"

namespace redact {

// The data of the review page as JSON (README.md lists the fields). A run names its documents and
// marks those that need a person; each document holds its text and its findings. Offsets count
// UTF-16 units of the text, like JavaScript.

// A document in the run and by itself.
struct PageDocument {
  std::string entry;    // its entry in the run's list
  std::string content;  // the document; an empty object if the page cannot show it
};

// `redaction` must have its `reading`. A text that is not UTF-8 is listed but not shown. `policy`
// is the one under which it was redacted.
PageDocument page_document(std::string_view id, const Redaction& redaction, const Policy& policy);
// A withheld document: nothing of it was written, and nothing of it is shown.
PageDocument withheld_document(std::string_view id, std::string_view why);

// The run. `entries` are those of its documents, in their order.
std::string page_run(std::string_view model, const Policy& policy,
                     const std::vector<std::string>& entries);

}  // namespace redact
