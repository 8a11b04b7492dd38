// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/docx_members.h"
#include "documents/formats/docx_settings.h"
#include "documents/formats/docx_types.h"
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

// A word of a field's code, without its quotes.
struct CodeWord {
  size_t begin, end;
  std::string lower;
};

std::vector<CodeWord> words_of_code(std::string_view code) {
  std::vector<CodeWord> words;
  for (size_t at = 0;;) {
    size_t begin = std::min(code.find_first_not_of(" \t\r\n", at), code.size());
    const bool is_quoted = code.substr(begin).starts_with('"');
    begin += is_quoted;
    const size_t end =
        std::min(code.find_first_of(is_quoted ? "\"" : " \t\r\n", begin), code.size());
    if (begin == code.size()) return words;
    words.push_back({begin, end, to_lower(code.substr(begin, end - begin))});
    at = end + is_quoted;
  }
}

// Names of fields whose first argument is a bookmark, and of other fields; sorted. FORMTEXT and the
// like have no arguments. A field's code may be divided, so that its first word can be an argument:
// a word that is not the name of a field is read.
constexpr auto kReferring =
    std::to_array<std::string_view>({"ask", "gotobutton", "noteref", "pageref", "ref", "set"});
constexpr auto kFields = std::to_array<std::string_view>(
    {"addressblock", "advance",        "author",      "autonum",      "autotext",
     "barcode",      "bibliography",   "citation",    "comments",     "compare",
     "createdate",   "database",       "date",        "docproperty",  "docvariable",
     "edittime",     "embed",          "filename",    "filesize",     "fillin",
     "formcheckbox", "formdropdown",   "formtext",    "greetingline", "hyperlink",
     "if",           "includepicture", "includetext", "index",        "info",
     "keywords",     "lastsavedby",    "link",        "listnum",      "macrobutton",
     "mergefield",   "mergerec",       "mergeseq",    "next",         "nextif",
     "numchars",     "numpages",       "numwords",    "page",         "print",
     "printdate",    "quote",          "rd",          "revnum",       "savedate",
     "section",      "sectionpages",   "seq",         "skipif",       "styleref",
     "subject",      "symbol",         "ta",          "tc",           "template",
     "time",         "title",          "toa",         "toc",          "useraddress",
     "userinitials", "username",       "xe"});
constexpr auto kFormats = std::to_array<std::string_view>(
    {"alphabetic", "arabic", "caps", "cardtext", "charformat", "dollartext", "firstcap", "hex",
     "lower", "mergeformat", "ordinal", "ordtext", "roman", "upper"});
static_assert(std::ranges::is_sorted(kReferring) && std::ranges::is_sorted(kFields) &&
              std::ranges::is_sorted(kFormats));

// A picture of a date or a number: dd.MM.yyyy HH:mm, #,##0.00.
bool is_picture(std::string_view word) {
  return word.find_first_not_of("dmyhs#0.,:/-% ") == word.npos;
}

Field::Use use_of(const std::vector<CodeWord>& words, size_t i, std::string_view code) {
  const auto& [begin, end, word] = words[i];
  const auto has = [](const auto& list, const std::string& name) {
    return std::ranges::binary_search(list, name);
  };
  if (word.size() == 2 && word[0] == '\\') return Field::Use::kStandard;
  if (i == 0) {
    const bool is_name = has(kReferring, word) || has(kFields, word);
    return is_name ? Field::Use::kStandard : Field::Use::kRead;
  }
  const std::string& before = words[i - 1].lower;
  const bool is_levels =
      word.size() == 3 && is_digit(word[0]) && word[1] == '-' && is_digit(word[2]);
  if (is_levels && before.starts_with('\\'))
    return Field::Use::kStandard;  // of a table of contents
  if (before == "\\*" && has(kFormats, word)) return Field::Use::kStandard;
  if ((before == "\\@" || before == "\\#") && is_picture(word)) return Field::Use::kStandard;
  const bool refers = (i == 1 && has(kReferring, before)) || before == "\\l";
  const bool is_anchor = refers && !is_docx_name(code.substr(begin, end - begin));
  return is_anchor ? Field::Use::kAnchor : Field::Use::kRead;
}

// The code of a field: its name and switches stay, and so do the names of formats. The name of a
// bookmark is an anchor, and other arguments are read.
Result<void> add_code(PartList& parts, const TextSegment& segment) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  const std::string& code = read.text();
  const std::vector<CodeWord> words = words_of_code(code);
  std::vector<TextSegment> pieces;
  std::vector<Field::Use> uses;
  size_t at = 0;
  const auto add = [&](size_t end, Field::Use use) {
    const size_t begin = std::exchange(at, end);
    const bool is_blank =
        std::string_view(code).substr(begin, end - begin).find_first_not_of(" \t\r\n\"") ==
        std::string_view::npos;
    if (is_blank || use == Field::Use::kStandard) return;
    pieces.push_back({.begin = begin,
                      .end = end,
                      .codings = {},
                      .join = pieces.empty() ? segment.join : Join::kSpace,
                      .kind = segment.kind,
                      .place = segment.place});
    uses.push_back(use);
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const Field::Use use = use_of(words, i, code);
    if (use == Field::Use::kRead) continue;
    add(words[i].begin, Field::Use::kRead);
    add(words[i].end, use);
  }
  add(code.size(), Field::Use::kRead);
  if (!read.enclose(pieces).ok()) return parts.add(segment, Field{});
  for (size_t i = 0; i < pieces.size(); ++i) REDACT_TRY(parts.add(pieces[i], {uses[i]}));
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
