// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/docx_members.h"
#include "documents/formats/docx_settings.h"
#include "documents/formats/docx_types.h"
#include "documents/formats/field_code.h"
#include "documents/formats/field_path.h"
#include "documents/formats/readers.h"
#include "documents/structured/pixel.h"
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
        REDACT_TRY(add_field_code(parts_, segment));
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

// Takes an object or a piece of another format out of the file, which still refers to it.
Result<void> remove_member(FormattedText& document, size_t index) {
  constexpr auto kTexts =
      std::to_array<std::string_view>({".htm", ".html", ".mht", ".mhtml", ".txt", ".xhtml"});
  const ZipMembers::Member& member = document.text.members()[index];
  const bool is_text = std::any_of(kTexts.begin(), kTexts.end(), [&](std::string_view ending) {
    return ends_with_any_case(member.name, ending);
  });
  const std::string_view mask = is_text ? kRemovedFile : std::string_view();
  if (member.size == mask.size()) {
    REDACT_TRY(document.text.open_member(index));
    if (document.text.member_bytes(index) == mask) return {};
  }
  document.text.replace_member(index, std::string(mask));
  ++document.n_unread;
  return {};
}

Result<void> read_member(PartList& parts, const std::string& name, const DocxMembers& members) {
  // Data shown by a document's controls may have any form.
  const bool is_data =
      name.starts_with("customXml/item") && !name.starts_with("customXml/itemProps");
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes(), parts.stop()));
  if (name == kContentTypes) return members.add_references(parts, name, texts);
  if (ends_with_any_case(name, ".rels")) {
    REDACT_TRY(members.add_references(parts, name, texts));
  }
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
  DocxTypes types;
  bool has_body = false;  // the main part may have another name, which the types give
  for (size_t i = 0; i < members.size(); ++i) {
    has_body = has_body || members[i].name == kBody;
    if (members[i].name != kContentTypes) continue;
    REDACT_TRY(read.text.open_member(i));
    REDACT_ASSIGN(types, DocxTypes::read(read.text.member_bytes(i)));
  }
  if (!has_body && !types.has_letter()) {
    return unsupported("is an archive or an Office document other than DOCX, not plain text");
  }
  const DocxMembers names = DocxMembers::rename(read.text);
  for (size_t i = 0; i < members.size(); ++i) {
    const std::string& name = members[i].name;
    read.n_kept_dates += find_dates(read.text.written_name(i)).size();
    if (name.ends_with('/')) continue;
    if (ends_with_any_case(name, ".odttf")) {  // an embedded font, whose letters tell little
      ++read.n_unread;
      continue;
    }
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
    if (!types.is_xml(name)) {
      if (ends_with_any_case(name, "vbaproject.bin"))
        return unsupported("is a DOCX file with macros");
      REDACT_TRY(remove_member(read, i));
      continue;
    }
    REDACT_ASSIGN(const size_t file, read.text.open_member(i));
    PartList parts(read, file, read.text.member_bytes(i), stop);
    REDACT_TRY(read_member(parts, name, names));
  }
  read.text.finish();
  return read;
}

}  // namespace redact
