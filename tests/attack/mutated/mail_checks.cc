// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>

#include "tests/attack/mutated/checks.h"

namespace redact::testing {

namespace {

// The boundary that the header of a mail declares; empty if the mail has one part. `before`: signs
// that may stand before it beside those of types.
std::string boundary_of(std::string_view mail, std::string_view before = {}) {
  constexpr std::string_view kType = "\nContent-Type: multipart/", kName = "boundary=",
                             kOfTypes = "abcdefghijklmnopqrstuvwxyzCT-/:=; \t\r\n";
  const size_t blank = std::min({mail.find("\n\n"), mail.find("\n\r\n"), mail.size()});
  const std::string_view header = mail.substr(0, blank);
  const size_t type = header.find(kType);
  // The program takes the last field of the name, other programs the first.
  if (type == header.npos || header.rfind("\nContent-Type") != type) return {};
  const size_t at = header.find(kName, type);
  const std::string signs = std::string(kOfTypes) + std::string(before);
  if (at == header.npos ||
      header.substr(type + 1, at - type).find_first_not_of(signs) != header.npos) {
    return {};
  }
  const size_t semicolon = header.rfind(';', at);
  if (semicolon < type || header.find_first_not_of(" \t\r\n", semicolon + 1) != at) return {};
  const std::string_view rest = header.substr(at + kName.size());
  const bool is_quoted = rest.starts_with('"');
  const size_t end = rest.find_first_of(is_quoted ? "\"\r\n" : "; \t\r\n\"(\\", is_quoted);
  if (end == rest.npos || end == is_quoted ||
      (!is_quoted && (rest[end] == '"' || rest[end] == '\\')))
    return {};
  // What follows but the next parameter, a comment or the end is part of it for some programs.
  const size_t behind = rest.find_first_not_of(" \t", end + is_quoted);
  if (behind != rest.npos && std::string_view(";(\r\n").find(rest[behind]) == rest.npos) return {};
  const std::string boundary(rest.substr(is_quoted, end - is_quoted));
  return boundary.find('\\') == boundary.npos ? "--" + boundary : "";
}

// The lines of a boundary, by whether they are the last one, behind which all is text.
std::string boundary_lines(std::string_view mail, const std::string& boundary) {
  std::string lines;
  for (size_t at = 0; at < mail.size();) {
    const size_t end = std::min(mail.find('\n', at), mail.size());
    std::string_view line = mail.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(boundary)) continue;
    line.remove_prefix(boundary.size());
    const bool is_last = line.starts_with("--");
    if (is_last) line.remove_prefix(2);
    if (line.find_first_not_of(" \t\r") != line.npos) continue;
    lines += is_last ? '-' : '.';
    if (is_last) break;
  }
  return lines;
}

// The fields of a mail's header: one may lose its lines, but not itself.
size_t count_fields(std::string_view mail) {
  const std::string_view header = mail.substr(0, std::min(mail.find("\n\n"), mail.find("\n\r\n")));
  size_t n = 0;
  for (size_t at = 0; at < header.size();
       at = std::min(header.find('\n', at), header.size() - 1) + 1) {
    n += header[at] != ' ' && header[at] != '\t';
  }
  return n;
}

// The lines with which mails may begin in an mbox file.
size_t count_mails(std::string_view mail) {
  constexpr std::string_view kLine = "\nFrom ";
  size_t n = mail.starts_with(kLine.substr(1));
  for (size_t at = mail.find(kLine); at != mail.npos; at = mail.find(kLine, at + 1)) ++n;
  return n;
}

}  // namespace

Complaint check_mail(std::string_view source, std::string_view output) {
  if (source.starts_with("From ") && count_mails(output) > count_mails(source)) {
    return "holds more mails";
  }
  const bool is_utf16 = source.find('\0') != source.npos;
  if (!is_utf16 && count_fields(source) != count_fields(output)) return "has other fields";
  const std::string boundary = boundary_of(source);
  if (boundary.empty()) return std::nullopt;
  // It has another name, perhaps behind hidden parameters.
  const std::string renamed = boundary_of(output, "\"[]_ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  if (boundary_lines(source, boundary) != boundary_lines(output, renamed)) {
    return "has other boundaries";
  }
  return std::nullopt;
}

}  // namespace redact::testing
