// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/docx_settings.h"
#include "documents/formats/field_path.h"
#include "documents/formats/readers.h"
#include "documents/structured/xml_scan.h"
#include "language/find_dates.h"

namespace redact {

namespace {

constexpr std::string_view kBody = "word/document.xml";
// Names the type of each member, and nobody.
constexpr std::string_view kContentTypes = "[Content_Types].xml";
constexpr auto kImages =
    std::to_array<std::string_view>({".png", ".jpg", ".jpeg", ".jfif", ".gif", ".bmp", ".tif",
                                     ".tiff", ".emf", ".wmf", ".wdp", ".svg", ".webp", ".ico"});

// One transparent pixel, as a PNG.
constexpr std::string_view kPixel(
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0\x1f\x15\xc4\x89\0\0\0\x0bIDATx\xda"
    "c`\0\2\0\0\5\0\1\xe9\xfa\xdc\xd8\0\0\0\0IEND\xae"
    "B`\x82",
    68);

// Whether the types of the members are those of a Word document or template.
bool is_word(std::string_view content_types) {
  return content_types.find("wordprocessingml.") != content_types.npos ||
         content_types.find("ms-word.") != content_types.npos;
}

// The name in a field's code by which it refers to a bookmark: of "REF name \h", or of
// "HYPERLINK \l name". Empty if there is none.
ByteRange anchor_of(std::string_view code) {
  constexpr auto kReferring =
      std::to_array<std::string_view>({"ask", "gotobutton", "noteref", "pageref", "ref", "set"});
  std::string before;
  for (size_t at = 0, n = 0; at < code.size(); ++n) {
    size_t begin = std::min(code.find_first_not_of(" \t\r\n", at), code.size());
    const bool is_quoted = code.substr(begin).starts_with('"');
    begin += is_quoted;
    const size_t end =
        std::min(code.find_first_of(is_quoted ? "\"" : " \t\r\n", begin), code.size());
    if (n == 1 && std::ranges::binary_search(kReferring, before)) return {begin, end};
    if (before == "\\l") return {begin, end};
    before = to_lower(code.substr(begin, end - begin));
    at = end + is_quoted;
  }
  return {0, 0};
}

// The code of a field, of which the name of a bookmark is an anchor.
Result<void> add_code(PartList& parts, const TextSegment& segment) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  const std::string& code = read.text();
  const auto [begin, end] = anchor_of(code);
  if (begin >= end || is_docx_name(std::string_view(code).substr(begin, end - begin))) {
    return parts.add(segment, Field{});
  }
  std::vector<TextSegment> pieces;
  for (const ByteRange range :
       {ByteRange{0, begin}, ByteRange{begin, end}, ByteRange{end, code.size()}}) {
    if (range.begin == range.end) continue;
    pieces.push_back({.begin = range.begin,
                      .end = range.end,
                      .codings = {},
                      .join = pieces.empty() ? segment.join : Join::kNothing,
                      .kind = segment.kind,
                      .place = segment.place});
  }
  std::vector<TextSegment> in_file = pieces;
  if (!read.enclose(in_file).ok()) return parts.add(segment, Field{});
  for (size_t i = 0; i < pieces.size(); ++i) {
    const bool is_anchor = pieces[i].begin == begin;
    REDACT_TRY(parts.add(in_file[i], {is_anchor ? Field::Use::kAnchor : Field::Use::kRead}));
  }
  return {};
}

class MemberReader {
 public:
  // `is_data`: a file shown by a document's controls, which may have any form.
  MemberReader(PartList& parts, const XmlTexts& texts, bool is_data)
      : parts_(parts), texts_(texts), path_(texts.places), is_data_(is_data) {}

  Result<void> read() {
    for (const TextSegment& segment : texts_.segments) {
      if (segment.kind != SegmentKind::kAttribute) continue;
      REDACT_ASSIGN(const SegmentText value, SegmentText::read(parts_.bytes(), segment));
      const Places::Place& place = texts_.places[segment.place];
      values_.add(place.parent, "@" + place.name, value.text());
    }
    for (const TextSegment& segment : texts_.segments) {
      if (segment.kind == SegmentKind::kNamespace) continue;
      if (!is_data_ && is_code(segment)) {
        REDACT_TRY(add_code(parts_, segment));
      } else {
        REDACT_TRY(parts_.add(segment, is_data_ ? Field{} : field_of(segment)));
      }
    }
    return {};
  }

 private:
  bool is_code(const TextSegment& segment) const {
    const std::string& name = texts_.places[segment.place].name;
    return segment.kind == SegmentKind::kAttribute
               ? name == "instr"
               : segment.kind == SegmentKind::kText &&
                     (name == "instrText" || name == "delInstrText");
  }

  Field field_of(const TextSegment& segment) {
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    if (!is_attribute && segment.kind != SegmentKind::kText) return Field{};
    const Places::Place& place = texts_.places[segment.place];
    const Field* known = docx_fields().find(path_.of(segment.place), [&](std::string_view name) {
      return values_.find(place.parent, name);
    });
    if (!is_attribute) return known != nullptr ? *known : Field{};
    const std::string_view value = values_.find(place.parent, "@" + place.name);
    const Places::Place& element = texts_.places[place.parent];
    const bool stays = known == nullptr
                           ? is_docx_setting(element.space, element.name, place.name, value)
                           : known->use == Field::Use::kAnchor && is_docx_name(value);
    if (stays) return {Field::Use::kStandard};
    return known != nullptr ? *known : Field{};
  }

  PartList& parts_;
  const XmlTexts& texts_;
  FieldPath path_;
  NearbyValues values_;
  bool is_data_;
};

Result<void> read_member(PartList& parts, bool is_data) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes(), parts.stop()));
  return MemberReader(parts, texts, is_data).read();
}

}  // namespace

Result<FormattedText> read_docx(std::string_view document, StopCheck& stop) {
  REDACT_ASSIGN(DocumentText text, DocumentText::in_archive(document));
  FormattedText read{std::move(text), {}, {}};
  const auto& members = read.text.members();
  const auto unsupported = [](std::string what) {
    return Error{ErrorKind::kUnsupported, "text", std::move(what)};
  };
  bool has_body = false;  // the main part may have another name, which the types give
  for (size_t i = 0; i < members.size() && !has_body; ++i) {
    has_body = members[i].name == kBody;
    if (members[i].name != kContentTypes) continue;
    REDACT_TRY(read.text.open_member(i));
    has_body = has_body || is_word(read.text.member_bytes(i));
  }
  if (!has_body) {
    return unsupported("is an archive or an Office document other than DOCX, not plain text");
  }
  for (size_t i = 0; i < members.size(); ++i) {
    const std::string& name = members[i].name;
    read.n_kept_dates += find_dates(name).size();
    if (name == kContentTypes || name.ends_with('/') || ends_with_any_case(name, ".odttf"))
      continue;
    if (std::any_of(kImages.begin(), kImages.end(),
                    [&](std::string_view ending) { return ends_with_any_case(name, ending); })) {
      if (members[i].size == kPixel.size()) {
        REDACT_TRY(read.text.open_member(i));
        if (read.text.member_bytes(i) == kPixel) continue;
      }
      read.text.replace_member(i, std::string(kPixel));
      ++read.n_unread;
      continue;
    }
    if (!ends_with_any_case(name, ".xml") && !ends_with_any_case(name, ".rels")) {
      return unsupported("is a DOCX file with an embedded object, which cannot be read");
    }
    REDACT_ASSIGN(const size_t file, read.text.open_member(i));
    PartList parts(read, file, read.text.member_bytes(i), stop);
    // Data shown by a document's controls may have any form.
    const bool is_data =
        name.starts_with("customXml/item") && !name.starts_with("customXml/itemProps");
    REDACT_TRY(read_member(parts, is_data));
  }
  read.text.finish();
  return read;
}

}  // namespace redact
