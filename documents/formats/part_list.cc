// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "documents/files/plain_text.h"
#include "documents/formats/beginnings.h"
#include "documents/formats/readers.h"
#include "documents/structured/hl7_scan.h"
#include "documents/structured/html_scan.h"
#include "documents/structured/json_scan.h"
#include "documents/structured/mail_scan.h"
#include "documents/structured/xml_scan.h"

namespace redact {

namespace {

// Files within files within files: a page in a CDA document in an attachment.
constexpr int kDeepestFile = 4;

// Whether what was written as something else is a text, to which spaces can be added if it
// `may_grow`.
bool is_readable(std::string_view text, bool may_grow) {
  return may_be_text(text) && unreadable_kind(text) == nullptr && !(may_grow && find_utf16(text));
}

bool is_removed_file(std::string_view text) {
  return text.starts_with(kRemovedFile) &&
         text.find_first_not_of(" \t\r\n", kRemovedFile.size()) == text.npos;
}

// Whether the name of a field says only that it is a text: such a field is read as the same text in
// a file is.
bool names_any_text(std::string_view name) {
  constexpr auto kOfAnyText =
      word_list<"body comment content document message note notes report text value">();
  return is_among(to_lower(name), kOfAnyText);
}

// The format of a text that is nothing but a message of HL7 v2, a text of JSON, or a document of
// XML or RTF; nullopt for any other.
std::optional<Format> format_of_whole(std::string_view text, StopCheck& stop) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos || std::string_view("MFB{[<").find(text[begin]) == text.npos) return {};
  const std::string_view file = text.substr(begin);
  if (begins_hl7(file) && scan_hl7(text, stop).ok()) return Format::kHl7;
  if (begins_rtf(file)) return Format::kRtf;
  if (begins_json(file) && scan_json(text, {}, stop).ok()) return Format::kJson;
  const XmlBeginning xml = xml_beginning(file);
  const bool may_be_xml = xml.has_declaration || xml.root.find(" xmlns") != xml.root.npos;
  const bool is_xml = may_be_xml && find_format(text, {}) == Format::kXml;
  return is_xml && scan_xml(file, stop).ok() ? std::optional(Format::kXml) : std::nullopt;
}

}  // namespace

Result<void> PartList::put(const TextSegment& segment, PartRole role, const Field& field) {
  REDACT_ASSIGN(SegmentText read, SegmentText::read(bytes_, segment));
  return put_read(segment, std::move(read), role, field);
}

Result<void> PartList::put_read(const TextSegment& segment, SegmentText read, PartRole role,
                                const Field& field) {
  // A part takes some time besides its bytes.
  if (stop_.after(segment.end - segment.begin + 64)) return *stop_.error();
  const std::string name = role == PartRole::kRead ? name_of(field) : "";
  into_.text.add(file_, segment, std::move(read), role, use_of(field), name);
  return {};
}

// Neighbours, such as the cells of a column of numbers, share a field.
uint32_t PartList::use_of(const Field& field) {
  if (into_.fields.empty() || into_.fields.back() != field) into_.fields.push_back(field);
  return static_cast<uint32_t>(into_.fields.size() - 1);
}

std::string PartList::name_of(const Field& field) {
  const std::string of_file = std::exchange(name_, {});
  if (field.use != Field::Use::kRead) return {};  // hidden whole
  const std::string& name = field.name.empty() ? of_file : field.name;
  return names_any_text(name) ? std::string() : name;
}

Result<void> PartList::declare(std::string_view charset) {
  constexpr char kEscape = '\x1b';  // begins another set in ISO 2022
  const auto [declared, is_known] = declared_charset(charset);
  const bool is_unicode = is_utf8(bytes_);
  if (!is_known && (!is_unicode || bytes_.find(kEscape) != bytes_.npos)) {
    return unknown_charset("text");
  }
  if (!is_unicode && declared && !is_charset_settled_) charset_ = declared;
  return {};
}

TextSegment PartList::in_charset(const TextSegment& segment) const {
  const Codec outermost = segment.codings.empty() ? Codec::kVerbatim : segment.codings[0].codec;
  const bool has_one =
      outermost == Codec::kCharset || outermost == Codec::kUtf16Le || outermost == Codec::kUtf16Be;
  // ASCII segments get it as well, since replacements are written in the file's set.
  if (has_one || !charset_) return segment;
  TextSegment inside = segment;
  inside.codings.insert(inside.codings.begin(), {.codec = Codec::kCharset, .charset = *charset_});
  return inside;
}

Result<std::string> PartList::text_of(const TextSegment& segment) const {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(bytes_, in_charset(segment)));
  return read.text();
}

Result<void> PartList::add(const TextSegment& as_scanned, const Field& field) {
  if (is_removed(as_scanned)) return {};
  const TextSegment segment = in_charset(as_scanned);
  using Use = Field::Use;
  switch (field.use) {
    case Use::kKeep:
    case Use::kStandard:
    case Use::kMeasure: return add_kept(segment, field);
    case Use::kName:
    case Use::kWeekday: return put(segment, PartRole::kKept, field);
    case Use::kMarkup: return read_page(*this, segment);
    case Use::kFile: return add_file(segment, field);
    case Use::kRead:
    case Use::kCaption: return add_text(segment, field);
    case Use::kHide: return put(segment, PartRole::kRead, field);
    case Use::kId:
    case Use::kReference:
    case Use::kAnchor:
    case Use::kTime:
    case Use::kUnread:
    case Use::kShift:
    case Use::kYear:
    case Use::kZip3:
    case Use::kHash:
    case Use::kPerturb:
    case Use::kSubstitute: return put(segment, PartRole::kValue, field);
    case Use::kDrop: return add_dropped(segment, field);
    case Use::kRemove: return remove(segment, {});
  }
  return {};
}

// A hash is read as a code, and a larger value, such as a signature, is content that nobody reads.
Result<void> PartList::add_dropped(const TextSegment& segment, const Field& field) {
  constexpr size_t kLargestHash = 128;  // SHA-512 in hexadecimal digits
  into_.n_unread += segment.end - segment.begin > kLargestHash;
  return put(segment, PartRole::kValue, field);
}

// A text may be a file that is written as text, or hold one: it is read, or removed.
Result<void> PartList::add_text(const TextSegment& segment, const Field& field) {
  REDACT_ASSIGN(SegmentText read, SegmentText::read(bytes_, segment));
  const std::string& text = read.text();
  if (const char* kind = unreadable_kind(text)) return not_plain_text(kind);
  if (begins_rtf(text) && depth_ == kDeepestFile) return not_plain_text("RTF");
  if (const auto format = format_inside(segment, text)) {
    return add_inner(segment, std::move(read), *format);
  }
  if (is_encoded_mail(text)) return not_plain_text(kEncodedMail);
  REDACT_TRY(stop_.result());
  const std::vector<EncodedRun> runs = find_encoded_runs(text);
  if (runs.empty()) return put_read(segment, std::move(read), PartRole::kRead, field);
  if (is_one_file(runs, text)) return add_file(segment, field, kLeastEncoded);
  std::vector<TextSegment> pieces;  // before, within and behind each run
  std::vector<const EncodedRun*> runs_of_pieces;
  size_t at = 0;
  // `run`: the run whose words or bytes the piece holds.
  const auto add_piece = [&](size_t end, const EncodedRun* run) {
    if (at == end) return;
    TextSegment piece = as_written(segment, std::exchange(at, end), end);
    if (!pieces.empty()) piece.join = Join::kSpace;
    pieces.push_back(piece);
    runs_of_pieces.push_back(run);
  };
  for (const EncodedRun& run : runs) {
    add_piece(run.words, nullptr);
    add_piece(run.begin, &run);
    add_piece(run.end, &run);
  }
  add_piece(text.size(), nullptr);
  if (!read.enclose(pieces).ok()) return add_unread(segment);
  for (size_t i = 0; i < pieces.size(); ++i) {
    const EncodedRun* const run = runs_of_pieces[i];
    const bool is_word_of_run =
        run != nullptr && i + 1 < pieces.size() && runs_of_pieces[i + 1] == run;
    // The words before a file stay with it, and are text before [REMOVED].
    if (is_word_of_run && decoded(pieces[i + 1], *run)) continue;
    if (run != nullptr && !is_word_of_run) {
      REDACT_TRY(add_encoded(pieces[i], *run));
    } else {
      REDACT_TRY(put(pieces[i], PartRole::kRead, field));
    }
  }
  return {};
}

TextSegment PartList::in_base64(TextSegment segment, const EncodedRun& run) {
  segment.codings.push_back({.codec = Codec::kBase64, .least = run.has_least ? kLeastEncoded : 0});
  return segment;
}

std::optional<SegmentText> PartList::decoded(const TextSegment& segment,
                                             const EncodedRun& run) const {
  auto read = SegmentText::read(bytes_, in_base64(segment, run));
  const bool is_text = run.is_base64 && read.ok() && is_readable(read->text(), run.has_least);
  if (!is_text || depth_ == kDeepestFile) return std::nullopt;
  return std::move(read).value();
}

Result<void> PartList::add_encoded(const TextSegment& segment, const EncodedRun& run) {
  std::optional<SegmentText> read = decoded(segment, run);
  if (!read) return add_unread(segment);
  const Format format = find_format(read->text(), {});
  return add_inner(in_base64(segment, run), *std::move(read), format);
}

Result<void> PartList::add_unread(const TextSegment& segment) {
  ++into_.n_unread;
  return put(segment, PartRole::kValue, {Field::Use::kUnread});
}

// The format of a text that is a file within the file: a message or a resource, as logs and
// databases hold them, or a note with pieces of HTML. Texts of HTML and XML show signs as they are.
std::optional<Format> PartList::format_inside(const TextSegment& segment,
                                              std::string_view text) const {
  if (depth_ == kDeepestFile || segment.codings.empty()) return std::nullopt;
  if (begins_mail(text)) return Format::kMail;
  if (const auto format = format_of_whole(text, stop_)) return format;
  const Codec codec = segment.codings.back().codec;
  if (codec != Codec::kJsonString && codec != Codec::kHl7 && codec != Codec::kXmlAttribute) {
    return std::nullopt;
  }
  // Every tag, reference or escape begins with one of these bytes.
  const std::string_view bytes = bytes_of(bytes_, segment);
  const bool may_have_html = bytes.find_first_of("<&\\") != bytes.npos;
  return may_have_html && scan_note(text, stop_) ? std::optional(Format::kText) : std::nullopt;
}

// The replacement of the segment is not part of the document.
Result<void> PartList::put_masked(const TextSegment& segment, PartRole role, std::string mask) {
  REDACT_TRY(put(segment, role, Field{}));
  into_.masks[into_.text.parts().size() - 1] = std::move(mask);
  return {};
}

Result<void> PartList::add_typed(const TextSegment& segment, const Field& field, Edit mask) {
  const TextSegment whole = as_written(segment, mask.begin, mask.end);
  REDACT_TRY(put_masked(whole, PartRole::kWhole, std::move(mask.text)));
  return add(segment, field);
}

Result<void> PartList::remove(const TextSegment& segment, std::string mask) {
  if (segment.kind == SegmentKind::kAttribute) removed_[segment.begin] = segment.end;
  return put_masked(segment, PartRole::kRemoved, std::move(mask));
}

Result<void> PartList::remove_element(const TextSegment& element, bool is_unread,
                                      std::string mask) {
  into_.n_unread += is_unread;
  removed_[element.begin] = element.end;
  return put_masked(element, PartRole::kRemoved, std::move(mask));
}

bool PartList::meets_removed(size_t begin, size_t end) const {
  const auto behind = removed_.lower_bound(end);
  return behind != removed_.begin() && std::prev(behind)->second > begin;
}

Result<void> PartList::add_named(const TextSegment& segment, Label label) {
  REDACT_ASSIGN(std::string text, text_of(segment));
  into_.named.push_back({label, std::move(text)});
  return {};
}

Field PartList::as_in_source(const std::string& place, const Field& field) {
  const std::pair key(file_, place);
  if (into_.made_from != nullptr) {
    const auto text = into_.made_from->texts.find(key);
    return text == into_.made_from->texts.end() ? field : text->second;
  }
  const bool is_text = field.use == Field::Use::kRead || field.use == Field::Use::kHide ||
                       field.holds == Field::Holds::kCode;
  if (is_text) into_.texts.emplace(key, field);
  return field;
}

Result<void> PartList::add_file(const TextSegment& segment, const Field& field, size_t least) {
  TextSegment encoded = segment;
  encoded.codings.push_back({.codec = Codec::kBase64, .least = least});
  auto decoded = SegmentText::read(bytes_, encoded);
  const bool is_emptied = decoded.ok() && decoded->text() == kRemovedFile;
  const bool is_text = decoded.ok() && is_readable(decoded->text(), least > 0);
  if (is_emptied || !is_text || depth_ == kDeepestFile) {
    into_.n_unread += !is_emptied;
    return put(segment, PartRole::kValue, {Field::Use::kDrop, field.label});
  }
  const Format format = find_format(decoded->text(), {});
  return add_inner(encoded, std::move(decoded).value(), format);
}

Result<void> PartList::add_content(const TextSegment& as_scanned, bool as_text, std::string name) {
  const TextSegment segment = in_charset(as_scanned);
  REDACT_ASSIGN(SegmentText read, SegmentText::read(bytes_, segment));
  if (const char* kind = unreadable_kind(read.text())) return not_plain_text(kind);
  const bool is_text = as_text || depth_ == kDeepestFile;
  const Format format = is_text ? Format::kText : find_format(read.text(), {});
  return add_inner(segment, std::move(read), format, std::move(name));
}

Result<void> PartList::add_body(const TextSegment& segment, Body body, bool is_base64) {
  auto read = SegmentText::read(bytes_, segment);
  if (read.ok() && read->text().find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const bool is_table = body == Body::kTable;
  const bool is_emptied = read.ok() && is_removed_file(read->text());
  const bool is_text =
      !is_table && read.ok() && is_readable(read->text(), false) && depth_ < kDeepestFile;
  if (!is_text || is_emptied) {
    into_.n_unread += !is_emptied;
    TextSegment whole = as_written(segment, segment.begin, segment.end);
    // The line ends behind a part stay.
    while (whole.end - 1 > whole.begin && is_space(bytes_[whole.end - 1])) --whole.end;
    return put(whole, PartRole::kValue, {is_base64 ? Field::Use::kDrop : Field::Use::kUnread});
  }
  const Format format = body == Body::kPage ? Format::kHtml : find_format(read->text(), {});
  return add_inner(segment, std::move(read).value(), format);
}

Result<void> PartList::add_inner(const TextSegment& segment, SegmentText read, Format format,
                                 std::string name) {
  const size_t part =
      into_.text.add(file_, segment, std::move(read), PartRole::kFile, use_of(Field{}));
  if (into_.made_from != nullptr &&
      into_.inner_formats.size() < into_.made_from->inner_formats.size()) {
    format = into_.made_from->inner_formats[into_.inner_formats.size()];
  }
  into_.inner_formats.push_back(format);
  PartList inner(into_, into_.text.open_file(part), into_.text.part_text(part), stop_, rules_,
                 depth_ + 1);
  inner.set_charset(likely_charset(inner.bytes()));
  if (format == Format::kText) inner.name_ = std::move(name);
  return read_parts(inner, format);
}

}  // namespace redact
