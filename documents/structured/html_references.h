// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace redact {

// A named character reference of HTML, without its ampersand. Some are also defined without the
// semicolon.
struct HtmlReference {
  std::string_view name, text;
};

constexpr size_t kLongestHtmlReference = 32;  // CounterClockwiseContourIntegral;

// The reference with the longest name at the beginning of `text`; nullptr if there is none. The
// result is static.
const HtmlReference* html_reference(std::string_view text);

}  // namespace redact
