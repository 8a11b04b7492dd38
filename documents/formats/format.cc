// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/format.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/ascii.h"
#include "documents/files/mbox_line.h"
#include "documents/files/plain_text.h"
#include "documents/formats/beginnings.h"
#include "documents/structured/mail_scan.h"
#include "documents/structured/zip_members.h"

namespace redact {

namespace {

// Elements of pages, paragraphs, lists and tables.
constexpr auto kFrameElements = std::to_array<std::string_view>(
    {"html", "body", "div", "p", "ul", "ol", "li", "table", "tr", "td", "th"});

bool equal(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

// Whether the text begins with a declaration of XML, a document type with declarations of its own,
// which no page of HTML has, or an element in a namespace. A page of HTML may have namespaces, too:
// Word and Outlook declare some and write no XML.
bool is_xml(std::string_view text, std::string_view file_name) {
  const auto [has_declaration, has_doctype, has_own_types, root] = xml_beginning(text);
  const bool is_page = equal(tag_name(root, "<"), "html");
  if (has_own_types) return true;
  if (has_declaration || has_doctype) return has_declaration && !(has_doctype && is_page);
  if (root.empty()) return false;
  if (ends_with_any_case(file_name, ".xml")) return true;
  return root.find("xmlns") != root.npos && !is_page &&
         root.find("http://www.w3.org/1999/xhtml") == root.npos;
}

bool holds_any_tag(std::string_view text) {
  for (size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    const std::string_view from = text.substr(at);
    if (!tag_name(from, "<").empty() || !tag_name(from, "</").empty()) return true;
  }
  return false;
}

bool holds_end_of(std::string_view text, std::span<const std::string_view> elements) {
  for (size_t at = text.find("</"); at != text.npos; at = text.find("</", at + 1)) {
    const std::string_view name = tag_name(text.substr(at), "</");
    const bool is_one = std::ranges::any_of(
        elements, [&](std::string_view element) { return equal(name, element); });
    if (is_one && !name.empty()) return true;
  }
  return false;
}

// Whether the text begins with markup. "<13>" and "<INFO>" begin lines of a log: they have no end.
bool begins_markup(std::string_view text) {
  if (starts_with_any_case(text, "<!doctype") || text.starts_with("<!--")) return true;
  const std::string_view first = tag_name(text, "<");
  return holds_end_of(text, {&first, 1});
}

bool is_html(std::string_view text, std::string_view file_name) {
  if (begins_markup(text) || holds_end_of(text, kFrameElements)) return true;
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

// Whether a mail of an mbox file is followed by another one.
bool is_mbox(std::string_view mail) {
  constexpr std::string_view kLine = "\nFrom ";
  if (!mail.starts_with(kLine.substr(1))) return false;
  for (size_t at = mail.find(kLine); at != mail.npos; at = mail.find(kLine, at + 1)) {
    const std::string_view before = mail.substr(0, at);
    const bool is_blank = before.ends_with('\n') || before.ends_with("\n\r");
    const std::string_view next = mail.substr(at + 1);
    if (is_blank && (begins_mail_in_mbox(next) || begins_mail(next, true))) return true;
  }
  return false;
}

// Whether a text is iCalendar or vCard, whose lines are folded within words, and in which only the
// name of a value gives its kind.
bool is_calendar_or_card(std::string_view text) {
  text.remove_prefix(after_space_and_marks(text, 0, " \t\r\n"));
  return starts_with_any_case(text, "begin:vcalendar") || starts_with_any_case(text, "begin:vcard");
}

}  // namespace

bool is_encoded_mail(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (announces_encoding(text.substr(at)) || holds_encoded_word(line)) return true;
    at = end + 1;
  }
  return false;
}

Format find_format(std::string_view text, std::string_view file_name) {
  if (const auto utf16 = find_utf16(text)) {
    return find_format(ascii_of(text.substr(utf16->n_mark), utf16->high_byte_first), file_name);
  }
  if (begins_mail(text, ends_with_any_case(file_name, ".eml"))) return Format::kMail;
  constexpr std::string_view kSpace = " \t\r\n\v\f\x1e";  // RS begins a record (RFC 7464)
  text.remove_prefix(after_space_and_marks(text, 0, kSpace));
  if (begins_rtf(text)) return Format::kRtf;
  if (begins_hl7(text)) return Format::kHl7;
  if (begins_json(text)) return Format::kJson;
  if (is_xml(text, file_name)) return Format::kXml;
  if (holds_hl7(text) && !begins_markup(text)) return Format::kHl7;
  const bool is_markup = text.starts_with('<');
  if (!is_markup && find_fhir_json(text, 0) != text.npos) return Format::kJson;
  if (!is_markup && holds_xml(text)) return Format::kXml;
  return is_html(text, file_name) ? Format::kHtml : Format::kText;
}

Format find_archive_format(std::string_view archive) {
  constexpr size_t kLongestType = 100;
  constexpr std::string_view kOpenDocument = "application/vnd.oasis.opendocument.";
  const auto members = ZipMembers::open(archive);
  if (!members.ok()) return Format::kDocx;  // whose reader reports the error
  for (size_t i = 0; i < members->members().size(); ++i) {
    const ZipMembers::Member& member = members->members()[i];
    if (member.name.starts_with("xl/")) return Format::kXlsx;
    if (member.name != "mimetype" || member.size > kLongestType) continue;
    const auto type = members->read(i);
    if (!type.ok() || !type->starts_with(kOpenDocument)) continue;
    // This member stays, so it may hold nothing but a type.
    const std::string kind = type->substr(kOpenDocument.size());
    if (kind == "text" || kind == "text-template" || kind == "text-web" || kind == "text-master") {
      return Format::kOdt;
    }
    if (kind == "spreadsheet" || kind == "spreadsheet-template") return Format::kOds;
  }
  return Format::kDocx;
}

const char* unreadable_kind(std::string_view document) {
  if (const char* kind = binary_kind(document)) return kind;
  if (is_calendar_or_card(document)) return "iCalendar or vCard";
  if (begins_mail(document)) return is_mbox(document) ? "several mails in one file" : nullptr;
  return is_encoded_mail(document) ? kEncodedMail : nullptr;
}

Result<Format> recognise(std::string_view document, std::string_view file_name, bool is_file) {
  if (is_file && document.starts_with(kArchiveMark)) return find_archive_format(document);
  const Format format = find_format(document, file_name);
  const bool is_named = format == Format::kMail && !begins_mail(document);
  const char* kind = is_named ? binary_kind(document) : unreadable_kind(document);
  if (kind != nullptr) return not_plain_text(kind);
  return format;
}

}  // namespace redact
