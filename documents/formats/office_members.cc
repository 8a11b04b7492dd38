// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/office_members.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/office_settings.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

// The words of which Word, Excel and LibreOffice form such names, without numbers; sorted.
constexpr auto kMemberWords = sorted_words<
    "accelerator activex afchunk app basic binary bitmaps cache calcchain chart chartex charts "
    "chartsheet chartsheets chunk colors comment comments commentsdrawing commentsextended "
    "commentsextensible commentsids configurations connections content core ctrlprop ctrlprops "
    "current custom customui customxml data diagrams dialogs dialogsheets docmetadata docprops "
    "document documentsettings drawing drawings embeddings endnotes excel externallink "
    "externallinks floater font fonts fonttable footer footnotes glossary header image images inf "
    "ink item itemprops jsadata keymap labelinfo layout macrosheet macrosheets manifest mathtype "
    "media menubar meta metadata microsoft mimetype numbering object objectreplacements oleobject "
    "package people person persons pictures pivotcache pivotcachedefinition pivotcacherecords "
    "pivottable pivottables popupmenu powerpoint presentation printersettings progressbar "
    "properties querytable querytables quickstyle quickstyles recipients rels replacements "
    "revisions richdata scripts services settings sharedlinks sharedstrings sheet sheetmetadata "
    "slicer slicercache slicercaches slicers slide slides statusbar style styles styleswitheffects "
    "table tables theme themes threadedcomment threadedcomments thumbnail thumbnails timeline "
    "timelinecache timelinecaches timelines toolbar toolpanel types vbadata vbaproject visio "
    "vmldrawing webextension webextensions websettings word workbook worksheet worksheets xl "
    "xml">();

// The name of a file without the ending of its type, and that of relationships: a member and its
// relationships have one stem.
std::string_view stem_of(std::string_view file) {
  constexpr std::string_view kRels = ".rels";
  constexpr size_t kLongestEnding = 8;
  if (ends_with_any_case(file, kRels)) file.remove_suffix(kRels.size());
  const size_t dot = file.rfind('.');
  if (dot == file.npos) return file;
  const std::string_view ending = file.substr(dot + 1);
  const bool is_type =
      ending.size() <= kLongestEnding && std::ranges::all_of(ending, is_alphanumeric);
  return is_type ? file.substr(0, dot) : file;
}

// Whether a program gave a name: it consists of such words, single letters, numbers and hyphens.
bool is_common(std::string_view name) {
  if (is_hash_name(name)) return true;
  for (size_t at = 0; at < name.size();) {
    const auto is_end = [](char c) { return !may_be_letter(c); };
    const auto end = static_cast<size_t>(
        std::find_if(name.begin() + static_cast<ptrdiff_t>(at), name.end(), is_end) - name.begin());
    const std::string word = to_lower(name.substr(at, end - at));
    if (word.size() > 1 && !std::ranges::binary_search(kMemberWords, word)) return false;
    at = end + 1;
  }
  return true;
}

// The characters of a name, which some programs write as %20 and the like.
std::string in_characters(std::string_view name) { return decode_percent(name).text(); }

// The key of a member by its name.
std::string key_of(std::string_view name) { return to_lower(in_characters(name)); }

// The member that a target names, seen from the folder of the source.
std::string resolve(std::string_view folder, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  std::string path(folder);
  for (; target.starts_with("../"); target.remove_prefix(3)) {
    path.resize(path.empty() ? 0 : path.rfind('/', path.size() - 2) + 1);
  }
  return path + std::string(target);
}

// A target with the last folders and the name of a path, as many as it has itself: ../a/b of
// word/c/d is ../c/d.
std::string with_names_of(std::string_view target, std::string_view path) {
  const size_t up = target.find_first_not_of("./");
  const size_t begin = target.starts_with('.') || target.starts_with('/') ? up : 0;
  const auto n = std::count(target.begin() + static_cast<ptrdiff_t>(begin), target.end(), '/');
  size_t from = path.size();
  for (ptrdiff_t i = 0; i <= n && from > 0; ++i) from = path.rfind('/', from - 1);
  return std::string(target.substr(0, begin)) + std::string(path.substr(from + 1));
}

// The folder of the member that a file of relationships belongs to: word/ of
// word/_rels/document.xml.rels.
std::string_view source_folder(std::string_view rels) {
  constexpr std::string_view kFolder = "_rels/";
  const size_t at = rels.rfind(kFolder);
  return rels.substr(0, at == rels.npos ? 0 : at);
}

}  // namespace

OfficeMembers OfficeMembers::rename(DocumentText& text, const std::set<size_t>& dropped) {
  OfficeMembers members;
  std::map<std::string, std::string> others;  // the names of folders and stems of members
  bool is_other = false;
  const auto other = [&](std::string_view name) -> std::string {
    const std::string characters = in_characters(name);
    if (is_common(characters)) return std::string(name);
    is_other = true;  // even if a name of this program gets itself
    return others.emplace(characters, "hidden" + std::to_string(others.size() + 1)).first->second;
  };
  for (size_t i = 0; i < text.members().size(); ++i) {
    const std::string& name = text.members()[i].name;
    std::string renamed;
    is_other = false;
    size_t begin = 0;  // of the file's own name
    for (size_t end; (end = name.find('/', begin)) != name.npos; begin = end + 1) {
      renamed += other(std::string_view(name).substr(begin, end - begin)) + '/';
    }
    const std::string_view stem = stem_of(std::string_view(name).substr(begin));
    renamed += other(stem) + name.substr(begin + stem.size());
    if (dropped.contains(i)) members.dropped_.insert(key_of(name));
    if (!is_other) continue;
    members.renamed_.emplace(key_of(name), renamed);
    text.rename_member(i, std::move(renamed));
  }
  return members;
}

Result<void> OfficeMembers::add_references(PartList& parts, std::string_view member,
                                           const XmlTexts& texts) const {
  std::set<uint32_t> gone;  // elements
  for (const TextSegment& segment : texts.segments) {
    const std::string& attribute = texts.places[segment.place].name;
    if (segment.kind != SegmentKind::kAttribute) continue;
    if (attribute != "Target" && attribute != "PartName" && attribute != "href" &&
        attribute != "full-path") {
      continue;
    }
    REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
    const std::string& target = read.text();
    const std::string named = key_of(resolve(source_folder(member), target));
    if (dropped_.contains(named)) {
      gone.insert(texts.places[segment.place].parent);
      continue;
    }
    const auto found = renamed_.find(named);
    if (found == renamed_.end()) continue;
    REDACT_TRY(parts.remove(as_written(segment, segment.begin, segment.end),
                            with_names_of(target, found->second)));
  }
  for (const TextSegment& element : texts.elements) {
    if (gone.contains(element.place)) REDACT_TRY(parts.remove_element(element));
  }
  return {};
}

}  // namespace redact
