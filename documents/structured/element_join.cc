// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/element_join.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/word_list.h"
#include "documents/structured/html_names.h"

namespace redact {

namespace {

// In all of these formats.
constexpr std::string_view kBreak = "br";

// The parts of a table around its cells. Other blocks are paragraphs, so that a cell with one stays
// in the line of its row.
constexpr auto kTableParts = sorted_words<"caption table tbody tfoot thead tr">();

// Each list is sorted. `desc` and `text` are of SVG.
constexpr auto kHtmlBlocks = sorted_words<
    "address article aside base blockquote body center col colgroup dd desc details dialog dir div "
    "dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header "
    "hgroup hr html legend li link listing main menu meta nav noframes noscript ol optgroup option "
    "p plaintext pre script search section style summary template text textarea title ul xmp">();
// Elements shown as separate things within a line. So are those that HTML does not define.
constexpr auto kHtmlThings = sorted_words<
    "applet audio button canvas embed iframe img input math meter object picture progress select "
    "svg video">();

constexpr std::string_view kXhtml = "http://www.w3.org/1999/xhtml";
constexpr std::string_view kCda = "urn:hl7-org:v3";
// The namespaces in their usual form and in the strict one.
constexpr auto kWord =
    std::to_array<std::string_view>({"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                                     "http://purl.oclc.org/ooxml/wordprocessingml/main"});
constexpr auto kDrawing =
    std::to_array<std::string_view>({"http://schemas.openxmlformats.org/drawingml/2006/main",
                                     "http://purl.oclc.org/ooxml/drawingml/main"});

// Marks within a narrative, which do not end a word.
constexpr auto kCdaMarks = sorted_words<"content footnote footnoteRef linkHtml sub sup">();
// Parts of a name or an address.
constexpr auto kCdaParts = sorted_words<
    "additionalLocator city country county delimiter family given houseNumber postalCode prefix "
    "renderMultiMedia state streetAddressLine streetName suffix unitID">();
constexpr auto kWordBlocks = sorted_words<"body p sectPr tbl tr">();

// Text in drawings of Word, and the elements that describe its look.
constexpr auto kDrawingMarks =
    sorted_words<"cs ea hlinkClick latin ln r rPr schemeClr solidFill srgbClr sym t">();

constexpr auto kSheet =
    std::to_array<std::string_view>({"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                                     "http://purl.oclc.org/ooxml/spreadsheetml/main"});
// The runs of a string of Excel, and the elements that describe their look.
constexpr auto kSheetMarks = sorted_words<
    "b charset color condense extend family i outline r rFont rPr scheme shadow strike sz t u "
    "vertAlign">();

bool has(std::span<const std::string_view> list, std::string_view name) {
  return std::binary_search(list.begin(), list.end(), name);
}

constexpr std::string_view kOdf = "urn:oasis:names:tc:opendocument:xmlns:";
// Lists and other blocks among the elements of texts; those that are no paragraphs either stand
// within a line.
constexpr auto kOdfBlocks = sorted_words<
    "alphabetical-index bibliography changed-region deletion illustration-index index-body "
    "index-title list list-header list-item note note-body note-citation numbered-paragraph "
    "object-index section table-index table-of-content tracked-changes user-index">();

bool is_cell(std::string_view name) { return name == "td" || name == "th"; }

Join odf_join(std::string_view space, std::string_view name) {
  if (!space.starts_with("text:")) {
    return name == "table-cell" || name == "covered-table-cell" ? Join::kCell : Join::kBlock;
  }
  if (name == "s" || name == "tab") return Join::kSpace;
  if (name == "line-break") return Join::kLineEnd;
  if (name == "p" || name == "h") return Join::kParagraph;
  return has(kOdfBlocks, name) ? Join::kBlock : Join::kNothing;
}

}  // namespace

Join html_join(std::string_view name) {
  if (is_cell(name)) return Join::kCell;
  if (name == kBreak) return Join::kLineEnd;
  if (has(kTableParts, name)) return Join::kBlock;
  if (has(kHtmlBlocks, name)) return Join::kParagraph;
  return has(kHtmlThings, name) || !is_html_element(name) ? Join::kSpace : Join::kNothing;
}

Join xml_join(std::string_view space, std::string_view name) {
  if (space == kXhtml) return html_join(name);
  if (is_among(space, kWord)) {
    if (name == "tc") return Join::kCell;
    if (name == "tab" || name == "fldChar") return Join::kSpace;
    if (name == kBreak || name == "cr") return Join::kLineEnd;
    if (name == "p") return Join::kParagraph;
    return has(kWordBlocks, name) ? Join::kBlock : Join::kNothing;
  }
  if (is_among(space, kDrawing)) {
    if (name == "tc") return Join::kCell;
    if (name == kBreak) return Join::kLineEnd;
    if (name == "p") return Join::kParagraph;
    return has(kDrawingMarks, name) ? Join::kNothing : Join::kBlock;
  }
  if (is_among(space, kSheet)) return has(kSheetMarks, name) ? Join::kNothing : Join::kBlock;
  if (space.starts_with(kOdf)) return odf_join(space.substr(kOdf.size()), name);
  if (space != kCda) return Join::kBlock;
  if (is_cell(name)) return Join::kCell;
  if (name == kBreak) return Join::kLineEnd;
  if (name == "item" || name == "list" || name == "paragraph") return Join::kParagraph;
  if (has(kCdaMarks, name)) return Join::kNothing;
  return has(kCdaParts, name) ? Join::kSpace : Join::kBlock;
}

}  // namespace redact
