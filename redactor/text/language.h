// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Which of en, es, it, fr and de a text is written in, by its function words; en where it holds
// none of them. Static storage.
std::string_view guess_language(std::string_view text);

}  // namespace redact
