// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// The style and the script of a page: those of the program, without any text of a document.
struct PageParts {
  std::string title, style;
  std::string script = {};  // at the end of the body; may be empty
};

// The page up to the start of its body. Its content security policy allows only its own script and
// style, by their hashes: nothing is loaded, sent or stored, and no text can become HTML (trusted
// types).
Result<std::string> page_head(const PageParts& parts);

// The end of the page, with its script.
std::string page_end(const PageParts& parts);

// Data of the page, which the browser does not run. `attribute`, id="..." or class="...",
// identifies it.
std::string page_data(std::string_view attribute, std::string_view json);

}  // namespace redact
