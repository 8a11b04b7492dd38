// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// What a page looks like and does: the program's own, without any text of a document.
struct PageParts {
  std::string title, style;
  std::string script = {};  // at the end of its body; empty: it does nothing
};

// The page up to the start of its body. Its content security policy allows its own script and
// style, by their hashes, and nothing else: nothing is loaded, sent or stored, and no text can
// become HTML (trusted types).
Result<std::string> page_head(const PageParts& parts);

// The end of the page, with its script.
std::string page_end(const PageParts& parts);

// Data of the page, which is never run. `attribute`: id="..." or class="...", by which it is found.
std::string page_data(std::string_view attribute, std::string_view json);

}  // namespace redact
