// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "redactor/formats/builtin_fields.h"
#include "redactor/formats/field_path.h"
#include "redactor/formats/readers.h"
#include "redactor/structured/xml_scan.h"
#include "redactor/text/find_dates.h"

namespace redact {

namespace {

constexpr std::string_view kBody = "word/document.xml";
// Names the type of each member, and nobody.
constexpr std::string_view kContentTypes = "[Content_Types].xml";
constexpr auto kImages = std::to_array<std::string_view>(
    {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".wdp"});

// One transparent pixel, as a PNG.
constexpr std::string_view kPixel(
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0\x1f\x15\xc4\x89\0\0\0\x0bIDATx\xda"
    "c`\0\2\0\0\5\0\1\xe9\xfa\xdc\xd8\0\0\0\0IEND\xae"
    "B`\x82",
    68);

Result<void> read_member(PartList& parts, bool is_data) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes(), parts.stop()));
  NearbyValues values;
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind != SegmentKind::kAttribute) continue;
    const Places::Place& place = texts.places[segment.place];
    values.add(place.parent, "@" + place.name, std::string(bytes_of(parts.bytes(), segment)));
  }
  FieldPath path(texts.places);
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace) continue;
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    const uint32_t around = texts.places[segment.place].parent;
    const Field* known = docx_fields().find(
        path.of(segment.place), [&](std::string_view name) { return values.find(around, name); });
    const Field unknown{is_attribute && !is_data ? Field::Use::kKeep : Field::Use::kRead};
    REDACT_TRY(parts.add(segment, known != nullptr ? *known : unknown));
  }
  return {};
}

}  // namespace

Result<FormattedText> read_docx(std::string_view document, StopCheck& stop) {
  REDACT_ASSIGN(DocumentText text, DocumentText::in_archive(document));
  FormattedText read{std::move(text), {}, {}};
  const auto& members = read.text.members();
  const auto unsupported = [](std::string what) {
    return Error{ErrorKind::kUnsupported, "text", std::move(what)};
  };
  if (std::none_of(members.begin(), members.end(),
                   [](const ZipMembers::Member& m) { return m.name == kBody; })) {
    return unsupported("is an archive or an Office document other than DOCX, not plain text");
  }
  for (size_t i = 0; i < members.size(); ++i) {
    const std::string& name = members[i].name;
    read.n_kept_dates += find_dates(name).size();
    if (name == kContentTypes || name.ends_with('/') || ends_with_any_case(name, ".odttf"))
      continue;
    if (std::any_of(kImages.begin(), kImages.end(),
                    [&](std::string_view ending) { return ends_with_any_case(name, ending); })) {
      if (members[i].size == kPixel.size()) continue;  // a pixel already
      read.text.replace_member(i, std::string(kPixel));
      ++read.n_unread;
      continue;
    }
    if (!ends_with_any_case(name, ".xml") && !ends_with_any_case(name, ".rels")) {
      return unsupported("is a DOCX file with an embedded object, which cannot be read");
    }
    REDACT_ASSIGN(const size_t file, read.text.open_member(i));
    PartList parts(read, file, read.text.member_bytes(i), stop);
    // Data that a document's controls show may be written in any way.
    const bool is_data =
        name.starts_with("customXml/item") && !name.starts_with("customXml/itemProps");
    REDACT_TRY(read_member(parts, is_data));
  }
  read.text.finish();
  return read;
}

}  // namespace redact
