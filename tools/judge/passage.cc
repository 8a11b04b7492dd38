// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/passage.h"

#include <algorithm>
#include <string_view>

namespace redact::judge {

namespace {

constexpr size_t kContext = 200;  // code points on each side

}  // namespace

std::string in_context(const eval::Document& document, size_t begin, size_t end) {
  const std::u32string_view text = document.text;
  const size_t from = begin > kContext ? begin - kContext : 0;
  const size_t to = std::min(text.size(), end + kContext);
  return eval::to_utf8(text.substr(from, begin - from)) + "<<" +
         eval::to_utf8(text.substr(begin, end - begin)) + ">>" +
         eval::to_utf8(text.substr(end, to - end));
}

}  // namespace redact::judge
