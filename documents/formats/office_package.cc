// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/office_package.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/odf_members.h"
#include "documents/formats/office_members.h"
#include "documents/formats/office_settings.h"
#include "documents/structured/pixel.h"
#include "language/find_dates.h"

namespace redact {

namespace {

// Names the type of each member, and nobody.
constexpr std::string_view kContentTypes = "[Content_Types].xml";
constexpr auto kImages =
    word_list<".png .jpg .jpeg .jfif .gif .bmp .tif .tiff .emf .wmf .wdp .svg .webp .ico">();
// Of OpenDocument: the kind of file; what programs keep beside the text to show it sooner.
constexpr std::string_view kMimetype = "mimetype", kThumbnails = "Thumbnails/",
                           kLayout = "layout-cache";
// The settings of a printer, in the form of its driver, and its name.
constexpr std::string_view kPrinterSettings = "printersettings/";
constexpr auto kTexts = word_list<".htm .html .mht .mhtml .txt .xhtml">();

template <typename Endings>
bool ends_with_one(std::string_view name, const Endings& endings) {
  return std::ranges::any_of(
      endings, [&](std::string_view ending) { return ends_with_any_case(name, ending); });
}

// Whether a member is what a program keeps beside the text: a picture of it, a layout, the settings
// of a printer. These hold no text of the document that is not in other members.
bool is_of_program(const std::string& name) {
  return name.starts_with(kThumbnails) || name == kLayout ||
         (to_lower(name).find(kPrinterSettings) != name.npos && ends_with_any_case(name, ".bin"));
}

}  // namespace

Result<OfficeFields> OfficeFields::read(const OfficeFormat& format, std::string_view bytes,
                                        const XmlTexts& texts) {
  REDACT_ASSIGN(NearbyValues values, attributes_of(bytes, texts));
  return OfficeFields(format, texts, std::move(values));
}

Field OfficeFields::of(const TextSegment& segment) {
  const bool is_attribute = segment.kind == SegmentKind::kAttribute;
  if (!is_attribute && segment.kind != SegmentKind::kText) return Field{};
  const Places::Place& place = texts_.places[segment.place];
  const Field* known = format_.fields.find(path_.of(segment.place), [&](std::string_view name) {
    return values_.find(place.parent, name);
  });
  if (!is_attribute) return known != nullptr ? *known : of_property(segment.place);
  const std::string_view value = attribute(place.parent, place.name);
  const Places::Place& element = texts_.places[place.parent];
  const bool stays = known == nullptr
                         ? format_.is_setting(element.space, element.name, place.name, value)
                         : known->use == Field::Use::kAnchor && is_program_name(value);
  if (stays) return {Field::Use::kStandard};
  // The names of the properties that somebody added must differ.
  const bool is_property = element.name == "property" && place.name == "name";
  if (is_property) return {.use = Field::Use::kRead, .holds = Field::Holds::kAnchor};
  return known != nullptr ? *known : Field{};
}

// The value of a property that somebody chose may be a number or a time, which programs read.
Field OfficeFields::of_property(uint32_t element) const {
  constexpr std::string_view kTypes = "/docPropsVTypes";  // the end of a namespace
  constexpr auto kNumbers =
      word_list<"cy decimal float i1 i2 i4 i8 int r4 r8 ui1 ui2 ui4 ui8 uint">();
  const Places::Place& place = texts_.places[element];
  std::string_view type;
  if (place.space.ends_with(kTypes)) type = place.name;
  if (place.name == "user-defined") type = attribute(element, "value-type");
  if (type == "date" || type == "filetime") return {Field::Use::kTime};
  return is_among(type, kNumbers) ? Field{.holds = Field::Holds::kLoneNumber} : Field{};
}

Result<OfficePackage> OfficePackage::open(std::string_view document) {
  REDACT_ASSIGN(DocumentText text, DocumentText::in_archive(document));
  OfficePackage package(std::move(text));
  if (const auto index = package.find(kContentTypes)) {
    REDACT_ASSIGN(const auto bytes, package.bytes_of(*index));
    REDACT_ASSIGN(package.types_, OfficeTypes::read(bytes));
  }
  return package;
}

std::optional<size_t> OfficePackage::find(std::string_view name) const {
  const auto& members = read_.text.members();
  for (size_t i = 0; i < members.size(); ++i) {
    if (to_lower(members[i].name) == to_lower(name)) return i;
  }
  return std::nullopt;
}

Result<size_t> OfficePackage::open_member(size_t index) {
  if (const auto found = files_.find(index); found != files_.end()) return found->second;
  REDACT_ASSIGN(const size_t file, read_.text.open_member(index));
  files_[index] = file;
  return file;
}

Result<std::string_view> OfficePackage::bytes_of(size_t index) {
  REDACT_TRY(open_member(index));
  return read_.text.member_bytes(index);
}

Result<bool> OfficePackage::replace(size_t index, std::string_view bytes) {
  if (read_.text.members()[index].size == bytes.size()) {
    REDACT_ASSIGN(const auto now, bytes_of(index));
    if (now == bytes) return false;
  }
  read_.text.replace_member(index, std::string(bytes));
  return true;
}

// Takes a picture, an object or a piece of another format out of the file, which still refers to
// it.
Result<void> OfficePackage::remove_unread(size_t index) {
  const std::string& name = read_.text.members()[index].name;
  REDACT_ASSIGN(const bool is_new, replace(index, ends_with_one(name, kImages)  ? kPixel
                                                  : ends_with_one(name, kTexts) ? kRemovedFile
                                                                                : ""));
  read_.n_unread += is_new;
  return {};
}

Result<FormattedText> OfficePackage::read(const OfficeFormat& format, const ReadMember& read_member,
                                          StopCheck& stop) {
  const auto& members = read_.text.members();
  const OfficeMembers names = OfficeMembers::rename(read_.text, dropped_);
  std::vector<size_t> order;
  for (const bool is_last : {false, true}) {
    for (size_t i = 0; i < members.size(); ++i) {
      if (last_.contains(i) == is_last) order.push_back(i);
    }
  }
  for (const size_t i : order) {
    const std::string& name = members[i].name;
    read_.n_kept_dates += find_dates(read_.text.written_name(i)).size();
    const bool is_type = name == kMimetype && &format == &odf_format();
    // OpenOffice writes an empty accelerator/current.xml.
    if (members[i].size == 0 || is_type || done_.contains(i)) continue;
    if (dropped_.contains(i)) {
      REDACT_ASSIGN(const bool is_new, replace(i, ""));
      read_.n_unread += is_new;
      continue;
    }
    if (is_of_program(name)) {
      REDACT_TRY(replace(i, name.starts_with(kThumbnails) ? kPixel : ""));
      continue;
    }
    if (ends_with_any_case(name, ".odttf")) {  // an embedded font, whose letters tell little
      ++read_.n_unread;
      continue;
    }
    const bool is_vml = ends_with_any_case(name, ".vml");  // the boxes of notes in a sheet
    const bool is_xml = types_.is_xml(name) || ends_with_any_case(name, ".rdf") || is_vml;
    if (!is_xml || ends_with_one(name, kImages)) {
      if (ends_with_any_case(name, "vbaproject.bin")) {
        return Error{ErrorKind::kUnsupported, "text",
                     "is " + std::string(format.name == std::string_view("XLSX") ? "an " : "a ") +
                         format.name + " file with macros"};
      }
      REDACT_TRY(remove_unread(i));
      continue;
    }
    REDACT_ASSIGN(const size_t file, open_member(i));
    PartList parts(read_, file, read_.text.member_bytes(i), stop);
    auto scanned = scan_xml(parts.bytes(), stop);
    if (!scanned.ok() && is_vml && !stop.has_stopped()) {  // some programs write it as HTML
      REDACT_TRY(remove_unread(i));
      continue;
    }
    REDACT_ASSIGN(const XmlTexts texts, std::move(scanned));
    if (name == kContentTypes) {
      REDACT_TRY(names.add_references(parts, name, texts));
      continue;
    }
    if (ends_with_any_case(name, ".rels") || !types_.is_given())
      REDACT_TRY(names.add_references(parts, name, texts));
    REDACT_TRY(read_member(parts, name, texts));
  }
  read_.text.finish();
  return std::move(read_);
}

}  // namespace redact
