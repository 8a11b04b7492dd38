// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/format.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "documents/files/plain_text.h"

namespace redact {

namespace {

// A vertical tab precedes an HL7 message on the wire (MLLP).
constexpr std::string_view kSpace = " \t\r\n\v\f";
constexpr std::string_view kHl7Header = "MSH|^~\\&";
constexpr size_t kMaxJsonDepth = 16;  // nested arrays that are examined
// Elements of pages, paragraphs, lists and tables.
constexpr auto kFrameElements = std::to_array<std::string_view>(
    {"html", "body", "div", "p", "ul", "ol", "li", "table", "tr", "td", "th"});

bool is_name_char(char c) { return is_alphanumeric(c) || c == '-' || c == ':'; }

bool equal(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}
bool begins(std::string_view text, std::string_view with) {
  return equal(text.substr(0, with.size()), with);
}

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
}

// Removes a JSON string from the beginning of `text`; false if there is none.
bool take_string(std::string_view& text) {
  if (!text.starts_with('"')) return false;
  for (size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      text.remove_prefix(i + 1);
      skip_space(text);
      return true;
    }
  }
  return false;
}

bool begins_json(std::string_view text) {
  for (size_t depth = 0; depth < kMaxJsonDepth; ++depth) {
    const bool is_object = text.starts_with('{');
    if (!is_object && !text.starts_with('[')) return false;
    text.remove_prefix(1);
    skip_space(text);
    if (is_object) return take_string(text) && text.starts_with(':');
    if (take_string(text)) return text.starts_with(',') || text.starts_with(']');
  }
  return false;
}

bool holds_hl7(std::string_view text) {
  for (size_t at = text.find(kHl7Header); at != text.npos; at = text.find(kHl7Header, at + 1)) {
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r' || text[at - 1] == '\v') {
      return true;
    }
  }
  return false;
}

// Whether the text begins with a header of HL7 v2 with any delimiters: two characters of
// punctuation, and the encoding characters between the first and its next occurrence.
bool begins_hl7(std::string_view text) {
  const std::string_view name = text.substr(0, 3);
  if (name != "MSH" && name != "FHS" && name != "BHS") return false;
  if (text.size() < 8 || is_name_char(text[3]) || kSpace.find(text[3]) != kSpace.npos) return false;
  const size_t end = text.find(text[3], 4);
  return end != text.npos && end >= 6 && end <= 10;
}

// The name of the tag that `text` begins with ("b" of <b class="x">); empty if it is not a tag.
// `opening`: "<" or "</".
std::string_view tag_name(std::string_view text, std::string_view opening) {
  if (!text.starts_with(opening)) return {};
  text.remove_prefix(opening.size());
  if (text.empty() || !is_letter(text[0])) return {};
  const size_t size =
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_name_char) - text.begin());
  const std::string_view rest = text.substr(size);
  const bool ends =
      !rest.empty() && (rest[0] == '>' || rest[0] == '/' || kSpace.find(rest[0]) != kSpace.npos);
  const size_t end = rest.find_first_of("<>");
  return ends && end != rest.npos && rest[end] == '>' ? text.substr(0, size) : std::string_view();
}

// Whether the text begins with a declaration of XML or an element in a namespace. A page of HTML
// may have namespaces, too: Word and Outlook declare some and write no XML.
bool is_xml(std::string_view text, std::string_view file_name) {
  if (begins(text, "<?xml")) return true;
  if (tag_name(text, "<").empty()) return false;
  const std::string_view tag = text.substr(0, std::min(text.find('>'), text.size()));
  if (file_name.size() > 4 && equal(file_name.substr(file_name.size() - 4), ".xml")) return true;
  return tag.find("xmlns") != tag.npos && !equal(tag_name(text, "<"), "html") &&
         tag.find("http://www.w3.org/1999/xhtml") == tag.npos;
}

bool holds_any_tag(std::string_view text) {
  for (size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    const std::string_view from = text.substr(at);
    if (!tag_name(from, "<").empty() || !tag_name(from, "</").empty()) return true;
  }
  return false;
}

bool is_html(std::string_view text, std::string_view file_name) {
  for (const std::string_view head : {"<!doctype", "<!--"}) {
    if (begins(text, head)) return true;
  }
  const std::string_view first = tag_name(text, "<");
  for (size_t at = text.find("</"); at != text.npos; at = text.find("</", at + 1)) {
    const std::string_view name = tag_name(text.substr(at), "</");
    if (name.empty()) continue;
    if (equal(name, first)) return true;
    for (const std::string_view element : kFrameElements) {
      if (equal(name, element)) return true;
    }
  }
  const std::string_view ending =
      file_name.substr(std::min(file_name.rfind('.'), file_name.size()));
  for (const std::string_view markup : {".html", ".htm", ".xhtml"}) {
    if (equal(ending, markup)) return holds_any_tag(text);
  }
  return false;
}

// A text in UTF-16, with its ASCII characters, and question marks in place of the others.
std::string ascii_of(std::string_view utf16, bool high_byte_first) {
  std::string text(utf16.size() / 2, '?');
  for (size_t i = 0; i < text.size(); ++i) {
    const char first = utf16[2 * i], second = utf16[2 * i + 1];
    const char high = high_byte_first ? first : second, low = high_byte_first ? second : first;
    if (high == 0 && low > 0) text[i] = low;
  }
  return text;
}

// "=?utf-8?B?...?=": a name or subject in the head of a mail (RFC 2047, section 2).
bool is_encoded_word(std::string_view text) {
  constexpr std::string_view kBegin = "=?";
  constexpr size_t kLongest = 75;  // characters of an encoded word
  const std::string_view word = text.substr(kBegin.size(), kLongest);
  const size_t charset = word.find('?');
  if (charset == 0 || charset + 3 > word.size() || word[charset + 2] != '?') return false;
  const char encoding = to_lower(word[charset + 1]);
  const size_t end = word.find("?=", charset + 3);
  const bool is_word =
      end != word.npos && word.substr(0, end).find_first_of(" \t\r\n") == word.npos;
  return is_word && (encoding == 'b' || encoding == 'q');
}

bool holds_encoded_word(std::string_view line) {
  for (size_t at = line.find("=?"); at != line.npos; at = line.find("=?", at + 1)) {
    if (is_encoded_word(line.substr(at))) return true;
  }
  return false;
}

// Whether a line says that the text which follows is encoded (RFC 2045, section 6). `text` begins
// with the line, whose value may be in a line below that begins with a space.
bool announces_encoding(std::string_view text) {
  constexpr std::string_view kName = "content-transfer-encoding";
  constexpr size_t kLongest = 160;
  if (text.empty() || to_lower(text[0]) != kName[0]) return false;
  std::string head = to_lower(text.substr(0, kLongest));
  if (!head.starts_with(kName)) return false;
  for (size_t at = head.find('\n'); at != head.npos; at = head.find('\n', at + 1)) {
    const bool goes_on = at + 1 < head.size() && (head[at + 1] == ' ' || head[at + 1] == '\t');
    if (!goes_on) head.resize(at);
  }
  const size_t value = head.find_first_not_of(" \t", kName.size());
  return value != head.npos && head[value] == ':' &&
         (head.find("base64", value) != head.npos ||
          head.find("quoted-printable", value) != head.npos);
}

// Whether a text has parts in an encoding that mails use for characters beyond ASCII.
bool is_encoded_mail(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (announces_encoding(text.substr(at)) || holds_encoded_word(line)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

Format find_format(std::string_view text, std::string_view file_name) {
  if (const auto utf16 = find_utf16(text)) {
    return find_format(ascii_of(text.substr(utf16->n_mark), utf16->high_byte_first), file_name);
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  skip_space(text);
  if (begins_hl7(text) || holds_hl7(text)) return Format::kHl7;
  if (begins_json(text)) return Format::kJson;
  if (is_xml(text, file_name)) return Format::kXml;
  return is_html(text, file_name) ? Format::kHtml : Format::kText;
}

const char* unreadable_kind(std::string_view document) {
  if (const char* kind = binary_kind(document)) return kind;
  return is_encoded_mail(document) ? "mail with encoded parts" : nullptr;
}

Result<Format> recognise(std::string_view document, std::string_view file_name, bool is_file) {
  if (is_file && document.starts_with(kArchiveMark)) return Format::kDocx;
  if (const char* kind = unreadable_kind(document)) return not_plain_text(kind);
  return find_format(document, file_name);
}

}  // namespace redact
