// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/html_raw.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace redact {

namespace {

constexpr auto kRawElements =
    std::to_array<std::string_view>({"iframe", "noembed", "noframes", "style"});

// Whether html[at] begins with `name`, in any case, and a character that ends a tag's name.
bool has_name(std::string_view html, size_t at, std::string_view name) {
  if (html.size() - at <= name.size()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (to_lower(html[at + i]) != name[i]) return false;
  }
  return std::string_view("\t\n\f\r />").find(html[at + name.size()]) != std::string_view::npos;
}

// The end tag of a script: the states "script data", "escaped" and "double escaped".
size_t script_end(std::string_view html, size_t at) {
  enum class State { kData, kEscaped, kDouble } state = State::kData;
  for (;;) {
    at = html.find_first_of("<-", at);
    if (at == std::string_view::npos) return html.size();
    const std::string_view rest = html.substr(at);
    if (state != State::kData && rest.starts_with("-->")) {
      state = State::kData;
      at += 3;
    } else if (state == State::kData && rest.starts_with("<!--")) {
      state = State::kEscaped;
      at += 2;  // its dashes may be those of a "-->"
    } else if (rest.starts_with("</") && has_name(html, at + 2, "script")) {
      if (state != State::kDouble) return at;
      state = State::kEscaped;
      at += 2;
    } else {
      if (state == State::kEscaped && rest[0] == '<' && has_name(html, at + 1, "script")) {
        state = State::kDouble;
      }
      ++at;
    }
  }
}

}  // namespace

HtmlContent html_content(std::string_view name) {
  if (name == "title" || name == "textarea") return HtmlContent::kEscapable;
  if (name == "script") return HtmlContent::kScript;
  if (name == "xmp") return HtmlContent::kXmp;
  if (name == "plaintext") return HtmlContent::kPlain;
  const bool raw = std::binary_search(kRawElements.begin(), kRawElements.end(), name);
  return raw ? HtmlContent::kRaw : HtmlContent::kMarkup;
}

size_t content_end(std::string_view html, size_t begin, std::string_view name,
                   HtmlContent content) {
  if (content == HtmlContent::kPlain) return html.size();
  if (content == HtmlContent::kScript) return script_end(html, begin);
  for (size_t at = begin;; ++at) {
    at = html.find("</", at);
    if (at == std::string_view::npos) return html.size();
    if (has_name(html, at + 2, name)) return at;
  }
}

}  // namespace redact
