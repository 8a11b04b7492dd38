// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/beginnings.h"

#include <algorithm>

#include "base/ascii.h"
#include "documents/structured/hl7_segments.h"

namespace redact {

namespace {

// A vertical tab precedes an HL7 message on the wire (MLLP).
constexpr std::string_view kAnySpace = " \t\r\n\v\f";
constexpr size_t kMaxJsonDepth = 16;  // nested arrays that are examined

bool is_tag_char(char c) { return is_alphanumeric(c) || c == '-' || c == ':'; }

void drop_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kAnySpace), text.size()));
}

// Removes a JSON string from the beginning of `text`; false if there is none.
bool take_string(std::string_view& text) {
  if (!text.starts_with('"')) return false;
  for (size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      text.remove_prefix(i + 1);
      drop_space(text);
      return true;
    }
  }
  return false;
}

// Whether a text begins as JSON that is broken or too deep for begins_json, so that no resource
// begins within it. "[2024-03-12 10:11]" begins a line of a log.
bool begins_like_json(std::string_view text) {
  drop_space(text);
  const bool is_array = text.starts_with('[');
  if (!is_array && !text.starts_with('{')) return false;
  if (begins_json(text)) return false;
  text.remove_prefix(1);
  drop_space(text);
  return !is_array || text.starts_with('[') || text.starts_with('{') || text.starts_with('"');
}

bool begins_declaration(std::string_view text) {
  constexpr std::string_view kName = "<?xml";
  return starts_with_any_case(text, kName) && text.size() > kName.size() &&
         is_space(text[kName.size()]);
}

// The end of the comment or instruction at a byte of the text; std::string_view::npos: it has none,
// or there is neither.
size_t end_of_aside(std::string_view text, size_t at) {
  constexpr std::string_view kCommentEnd = "-->", kInstructionEnd = "?>";
  const bool is_comment = text.substr(at).starts_with("<!--");
  if (!is_comment && !text.substr(at).starts_with("<?")) return std::string_view::npos;
  const std::string_view mark = is_comment ? kCommentEnd : kInstructionEnd;
  const size_t end = text.find(mark, at + (is_comment ? 4 : 2));
  return end == std::string_view::npos ? std::string_view::npos : end + mark.size();
}

}  // namespace

size_t after_space_and_marks(std::string_view text, size_t at, std::string_view space) {
  for (;;) {
    at = std::min(text.find_first_not_of(space, at), text.size());
    if (!text.substr(at).starts_with(kByteOrderMark)) return at;
    at += kByteOrderMark.size();
  }
}

bool begins_json(std::string_view text) {
  for (size_t depth = 0; depth < kMaxJsonDepth; ++depth) {
    const bool is_object = text.starts_with('{');
    if (!is_object && !text.starts_with('[')) return false;
    text.remove_prefix(1);
    drop_space(text);
    if (is_object) return take_string(text) && text.starts_with(':');
    if (take_string(text)) return text.starts_with(',') || text.starts_with(']');
  }
  return false;
}

// Two characters of punctuation, and the encoding characters between the first and its next
// occurrence.
bool begins_hl7(std::string_view text) {
  const std::string_view name = text.substr(0, 3);
  if (name != "MSH" && name != "FHS" && name != "BHS") return false;
  if (text.size() < 8 || is_tag_char(text[3]) || kAnySpace.find(text[3]) != std::string_view::npos)
    return false;
  const size_t end = text.find(text[3], 4);
  return end != std::string_view::npos && end >= 6 && end <= 10;
}

std::string_view tag_name(std::string_view text, std::string_view opening) {
  if (!text.starts_with(opening)) return {};
  text.remove_prefix(opening.size());
  if (text.empty() || !is_letter(text[0])) return {};
  const size_t size =
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_tag_char) - text.begin());
  const std::string_view rest = text.substr(size);
  const bool ends = !rest.empty() && (rest[0] == '>' || rest[0] == '/' ||
                                      kAnySpace.find(rest[0]) != std::string_view::npos);
  const size_t end = rest.find_first_of("<>");
  return ends && end != std::string_view::npos && rest[end] == '>' ? text.substr(0, size)
                                                                   : std::string_view();
}

XmlBeginning xml_beginning(std::string_view text) {
  constexpr std::string_view kDoctype = "<!doctype";
  XmlBeginning found;
  for (;;) {
    drop_space(text);
    found.has_declaration |= begins_declaration(text);
    size_t end = end_of_aside(text, 0);
    if (starts_with_any_case(text, kDoctype)) {
      found.has_doctype = true;
      const size_t bracket = text.find_first_of("[>");
      found.has_own_types |= bracket != std::string_view::npos && text[bracket] == '[';
      end = text.find('>');
      end += end != std::string_view::npos;
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end);
  }
  if (!tag_name(text, "<").empty()) found.root = text.substr(0, text.find('>') + 1);
  return found;
}

size_t find_xml(std::string_view text, size_t from) {
  size_t first = std::string_view::npos;
  for (size_t at = text.find('<', from); at != std::string_view::npos;) {
    const std::string_view rest = text.substr(at);
    if (begins_declaration(rest)) return at;
    const char next = rest.size() > 1 ? rest[1] : ' ';
    const bool is_tag = may_be_letter(next) || next == '_';
    if (first == std::string_view::npos && (is_tag || next == '!' || next == '?')) first = at;
    if (is_tag) return first;
    const size_t end = end_of_aside(text, at);
    at = text.find('<', end == std::string_view::npos ? at + 1 : end);
  }
  return first;
}

size_t find_fhir_json(std::string_view text, size_t from) {
  const size_t last = text.rfind("\"resourceType\"");
  if (last == std::string_view::npos || begins_like_json(text.substr(from))) {
    return std::string_view::npos;
  }
  for (size_t line = from; line < last;) {
    const size_t at = text.find_first_not_of(" \t", line);
    if (at < last && begins_json(text.substr(at))) return at;
    const size_t end = text.find('\n', line);
    if (end == std::string_view::npos) break;
    line = end + 1;
  }
  return std::string_view::npos;
}

bool holds_hl7(std::string_view text) {
  constexpr std::string_view kLineEnds = "\r\n\v";
  for (size_t at = text.find(kHl7Header); at != std::string_view::npos;) {
    const size_t before = at == 0 ? std::string_view::npos : text.find_last_of(kLineEnds, at - 1);
    const size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const size_t end = std::min(text.find_first_of(kLineEnds, at), text.size());
    if (begin == at || find_hl7_header(text.substr(begin, end - begin)) != std::string_view::npos)
      return true;
    at = text.find(kHl7Header, end);
  }
  return false;
}

bool holds_xml(std::string_view text) {
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::string_view rest = text.substr(at);
    if (begins_declaration(rest)) return true;
    if (!tag_name(rest, "</").empty()) return false;
    if (tag_name(rest, "<").empty()) continue;
    const std::string_view tag = rest.substr(0, rest.find('>'));
    return tag.find("\"http://hl7.org/fhir\"") != std::string_view::npos ||
           tag.find("\"urn:hl7-org:v3\"") != std::string_view::npos;
  }
  return false;
}

}  // namespace redact
