// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/docx_members.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/ascii.h"

namespace redact {

namespace {

// The words of which Word, Excel and LibreOffice form such names, without numbers; sorted.
constexpr auto kWords = std::to_array<std::string_view>({"accelerator",
                                                         "activex",
                                                         "afchunk",
                                                         "app",
                                                         "binary",
                                                         "cache",
                                                         "calcchain",
                                                         "chart",
                                                         "chartex",
                                                         "charts",
                                                         "chartsheet",
                                                         "chartsheets",
                                                         "chunk",
                                                         "colors",
                                                         "comments",
                                                         "commentsextended",
                                                         "commentsextensible",
                                                         "commentsids",
                                                         "configurations",
                                                         "content",
                                                         "core",
                                                         "ctrlprop",
                                                         "ctrlprops",
                                                         "current",
                                                         "custom",
                                                         "customxml",
                                                         "data",
                                                         "diagrams",
                                                         "docmetadata",
                                                         "docprops",
                                                         "document",
                                                         "documentsettings",
                                                         "drawing",
                                                         "drawings",
                                                         "embeddings",
                                                         "endnotes",
                                                         "excel",
                                                         "floater",
                                                         "font",
                                                         "fonts",
                                                         "fonttable",
                                                         "footer",
                                                         "footnotes",
                                                         "glossary",
                                                         "header",
                                                         "image",
                                                         "images",
                                                         "ink",
                                                         "item",
                                                         "itemprops",
                                                         "jsadata",
                                                         "keymap",
                                                         "labelinfo",
                                                         "layout",
                                                         "macrosheet",
                                                         "manifest",
                                                         "mathtype",
                                                         "media",
                                                         "menubar",
                                                         "meta",
                                                         "metadata",
                                                         "microsoft",
                                                         "mimetype",
                                                         "numbering",
                                                         "object",
                                                         "oleobject",
                                                         "people",
                                                         "person",
                                                         "persons",
                                                         "pictures",
                                                         "popupmenu",
                                                         "powerpoint",
                                                         "presentation",
                                                         "printersettings",
                                                         "progressbar",
                                                         "quickstyle",
                                                         "quickstyles",
                                                         "recipients",
                                                         "rels",
                                                         "replacements",
                                                         "settings",
                                                         "sharedlinks",
                                                         "sharedstrings",
                                                         "sheet",
                                                         "sheetmetadata",
                                                         "slide",
                                                         "statusbar",
                                                         "style",
                                                         "styles",
                                                         "styleswitheffects",
                                                         "table",
                                                         "tables",
                                                         "theme",
                                                         "themes",
                                                         "threadedcomment",
                                                         "threadedcomments",
                                                         "thumbnail",
                                                         "thumbnails",
                                                         "toolbar",
                                                         "toolpanel",
                                                         "types",
                                                         "vbadata",
                                                         "vbaproject",
                                                         "visio",
                                                         "vmldrawing",
                                                         "webextension",
                                                         "webextensions",
                                                         "websettings",
                                                         "word",
                                                         "workbook",
                                                         "worksheet",
                                                         "worksheets",
                                                         "xml"});
static_assert(std::ranges::is_sorted(kWords));

// The name of a member without its folder and endings.
std::string_view stem_of(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);
  return name.substr(0, name.find('.'));
}

// Whether a program gave a name: it consists of such words, single letters, numbers and hyphens.
bool is_common(std::string_view name) {
  constexpr size_t kLeastHash = 16;  // digits by which OpenDocument names pictures
  if (name.size() >= kLeastHash && name.find_first_not_of("0123456789ABCDEFabcdef") == name.npos) {
    return true;
  }
  for (size_t at = 0; at < name.size();) {
    const auto is_end = [](char c) { return !is_letter(c) && (c & 0x80) == 0; };
    const auto end = static_cast<size_t>(
        std::find_if(name.begin() + static_cast<ptrdiff_t>(at), name.end(), is_end) - name.begin());
    const std::string word = to_lower(name.substr(at, end - at));
    if (word.size() > 1 && !std::ranges::binary_search(kWords, word)) return false;
    at = end + 1;
  }
  return true;
}

// The member that a target names, seen from the folder of the source.
std::string resolve(std::string_view folder, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  std::string path(folder);
  for (; target.starts_with("../"); target.remove_prefix(3)) {
    path.resize(path.empty() ? 0 : path.rfind('/', path.size() - 2) + 1);
  }
  return path + std::string(target);
}

// The folder of the member that a file of relationships belongs to: word/ of
// word/_rels/document.xml.rels.
std::string_view source_folder(std::string_view rels) {
  constexpr std::string_view kFolder = "_rels/";
  const size_t at = rels.rfind(kFolder);
  return rels.substr(0, at == rels.npos ? 0 : at);
}

}  // namespace

DocxMembers DocxMembers::rename(DocumentText& text) {
  DocxMembers members;
  std::map<std::string, std::string> stems;  // a member and its relationships have one stem
  for (size_t i = 0; i < text.members().size(); ++i) {
    const std::string& name = text.members()[i].name;
    const std::string_view stem = stem_of(name);
    if (is_common(stem)) continue;
    const std::string& other =
        stems.emplace(stem, "hidden" + std::to_string(stems.size() + 1)).first->second;
    const size_t begin = name.rfind('/') + 1;
    // Only the endings of the file's type stay.
    const std::string_view endings = std::string_view(name).substr(begin + stem.size());
    const size_t last = endings.rfind('.');
    const bool is_rels = ends_with_any_case(name, ".xml.rels");
    const std::string_view kept =
        is_rels ? std::string_view(".xml.rels") : endings.substr(std::min(last, endings.size()));
    const std::string renamed = name.substr(0, begin) + other + std::string(kept);
    members.renamed_.emplace(to_lower(name), renamed);
    text.rename_member(i, renamed);
  }
  return members;
}

Result<void> DocxMembers::add_references(PartList& parts, std::string_view member,
                                         const XmlTexts& texts) const {
  for (const TextSegment& segment : texts.segments) {
    const std::string& attribute = texts.places[segment.place].name;
    if (segment.kind != SegmentKind::kAttribute) continue;
    if (attribute != "Target" && attribute != "PartName" && attribute != "href" &&
        attribute != "full-path") {
      continue;
    }
    REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
    const std::string& target = read.text();
    const auto found = renamed_.find(to_lower(resolve(source_folder(member), target)));
    if (found == renamed_.end()) continue;
    const std::string_view name = found->second;
    const std::string written =
        target.substr(0, target.rfind('/') + 1) + std::string(name.substr(name.rfind('/') + 1));
    TextSegment whole = segment;
    whole.codings = {};
    REDACT_TRY(parts.remove(whole, written));
  }
  return {};
}

}  // namespace redact
