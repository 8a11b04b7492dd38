// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/field_path.h"
#include "documents/formats/office_settings.h"
#include "documents/formats/readers.h"
#include "documents/formats/table_captions.h"
#include "documents/structured/css_scan.h"
#include "documents/structured/html_names.h"
#include "documents/structured/html_scan.h"
#include "language/words.h"

namespace redact {

namespace {

// Levels of pages within pages (srcdoc, <noframes>); below them, tags are text.
constexpr int kDeepestPage = 4;

// The words of document types that name a standard; sorted.
constexpr auto kDoctypeWords = sorted_words<
    "about basic compat dtd en final frameset html html4 html401 http https ietf legacy loose org "
    "public rec strict system tr transitional w3 w3c www xhtml xhtml1 xhtml11">();

bool names_standard(std::string_view doctype) {
  const auto is_known = [](std::string_view word) {
    constexpr size_t kDate = 8;  // 19991224, the longest number
    return (word.size() <= kDate && all_digits(word)) ||
           std::ranges::binary_search(kDoctypeWords, word);
  };
  const std::string text = to_lower(doctype);
  for (size_t at = 0; at < text.size();) {
    const auto end = static_cast<size_t>(
        std::find_if(text.begin() + static_cast<ptrdiff_t>(at), text.end(),
                     [](char c) { return !is_alphanumeric(c) && is_ascii(c); }) -
        text.begin());
    if (!is_known(std::string_view(text).substr(at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

// Whether a script with this type is a program; anything else is data.
bool is_program(std::string_view type) {
  const std::string name = to_lower(type);
  return name.find_first_not_of(kHtmlSpace) == name.npos || name == "module" ||
         name.find("script") != name.npos;
}

// The beginning of the data in a data URL, and whether it is in Base64; npos for any other text.
struct DataUrl {
  size_t begin;
  bool is_base64;
};
DataUrl find_data(std::string_view url) {
  const size_t begin = std::min(url.find_first_not_of(kHtmlSpace), url.size());
  const size_t comma = url.find(',', begin);
  if (comma == url.npos || !starts_with_any_case(url.substr(begin), "data:"))
    return {url.npos, false};
  return {comma + 1, to_lower(url.substr(begin, comma - begin)).ends_with(";base64")};
}

// The bytes of a comment that Outlook and old browsers read as a page, "[if mso]>...<![endif]",
// without its condition; empty for any other comment.
ByteRange page_in_comment(std::string_view comment) {
  constexpr std::string_view kBegin = "[if ", kClose = "]>", kEnd = "<![endif]";
  constexpr auto kConditions = word_list<
      "gt gte ie lt lte mso ppt pub supportemptyparas supportfields supportlists true vml">();
  const size_t close = comment.find(kClose);
  if (!comment.starts_with(kBegin) || close == comment.npos) return {0, 0};
  const std::string_view condition = comment.substr(kBegin.size(), close - kBegin.size());
  const bool is_known = std::ranges::all_of(find_words(condition), [&](const Word& word) {
    const std::string_view text = condition.substr(word.begin, word.end - word.begin);
    constexpr size_t kLongestVersion = 2;  // digits
    return (all_digits(text) && text.size() <= kLongestVersion) ||
           is_among(to_lower(text), kConditions);
  });
  if (!is_known) return {0, 0};
  return {close + kClose.size(), comment.size() - (comment.ends_with(kEnd) ? kEnd.size() : 0)};
}

// Whether an attribute of an element of Office, such as v:shape, may stay with its value, as in a
// file of Office, or declares a namespace of Office.
bool is_office_setting(std::string_view element, std::string_view attribute,
                       std::string_view value) {
  constexpr std::string_view kSpace = "urn:schemas-microsoft-com:vml", kDeclares = "xmlns:";
  constexpr auto kPrefixes = word_list<"m o v w x">();
  const auto local = [](std::string_view name) { return name.substr(name.find(':') + 1); };
  const bool declares = attribute.starts_with(kDeclares) && is_among(local(attribute), kPrefixes);
  if (declares) return is_docx_setting(kSpace, {}, {}, value);
  return is_office_element(element) &&
         is_docx_setting(kSpace, local(element), local(attribute), value);
}

// Whether Office defines an attribute, whose name stays then as its value does: with another name,
// the value would be text.
bool is_office_attribute(std::string_view element, std::string_view attribute) {
  constexpr std::string_view kAnyValue = "?", kSomeId = "_x0000_i1025",
                             kSomeSpace = "urn:schemas-microsoft-com:";
  return is_office_setting(element, attribute, kAnyValue) ||
         is_office_setting(element, attribute, kSomeId) ||
         (attribute.starts_with("xmlns:") && is_office_setting({}, attribute, kSomeSpace));
}

bool holds_tag(std::string_view css) {
  for (size_t at = css.find('<'); at != css.npos; at = css.find('<', at + 1)) {
    if (at + 1 < css.size() && is_letter(css[at + 1])) return true;
  }
  return false;
}

// The character set that a page declares in <meta charset=...> or <meta content="...;charset=...">
// near its beginning, as browsers read it; empty if none.
std::string charset_of(std::string_view html) {
  constexpr size_t kLooked = 1024;
  constexpr std::string_view kName = "charset";
  const std::string head = to_lower(html.substr(0, kLooked));
  for (size_t meta = head.find("<meta"); meta != head.npos; meta = head.find("<meta", meta + 1)) {
    const std::string_view tag = std::string_view(head).substr(meta, head.find('>', meta) - meta);
    const size_t at = tag.find(kName);
    if (at == tag.npos) continue;
    const std::string_view rest = tag.substr(at + kName.size());
    const size_t begin = rest.find_first_not_of(" \t\r\n=\"'");
    if (begin == 0 || begin == rest.npos) continue;
    const std::string name(rest.substr(begin, rest.find_first_of(" \t\r\n;\"'/", begin) - begin));
    const auto charset = declared_charset(name).charset;
    if (charset == Charset::kLatin1) return "windows-1252";
    return charset == Charset::kLatin5 ? "windows-1254" : name;
  }
  return {};
}

// Whether the `content` of a <meta> is the type of a page, with its character set if it has one.
bool is_type_of_page(std::string_view content) {
  constexpr std::string_view kCharset = ";charset=";
  std::string type = to_lower(content);
  std::erase_if(type, is_space);
  const size_t end = std::min(type.find(';'), type.size());
  const std::string_view media = std::string_view(type).substr(0, end);
  const std::string_view rest = std::string_view(type).substr(end);
  const bool is_page = media == "text/html" || media == "application/xhtml+xml";
  return is_page && (rest.empty() || (rest.starts_with(kCharset) &&
                                      declared_charset(rest.substr(kCharset.size())).is_known));
}

// Reads a page, or a text in a file that is a page. Comments, contained pages and scripts are read
// after the page's own text, so that a word with a comment in it stays one word. If a tag begins or
// ends inside an escape ("&fjlig;"), the text is read without regard to tags.
class PageReader {
 public:
  PageReader(PartList& parts, bool is_narrative) : parts_(parts), is_narrative_(is_narrative) {}

  // The segment that is the page, and its text; both nullptr if the page is the file.
  struct Around {
    const TextSegment* segment;
    const SegmentText* text;
  };
  Result<void> read(const Around& around, int depth) {
    const std::string_view html = around.text ? around.text->text() : parts_.bytes();
    REDACT_ASSIGN(const HtmlTexts texts, scan_html(html, parts_.stop()));
    const auto& segments = texts.segments;
    NearbyValues values;
    for (const TextSegment& segment : segments) {
      if (segment.kind != SegmentKind::kSetting) continue;
      const Places::Place& place = texts.places[segment.place];
      values.add(place.parent, place.name, std::string(bytes_of(html, segment)));
    }
    std::vector<TextSegment> in_file = segments;
    if (around.text && !around.text->enclose(in_file).ok()) {
      return parts_.add(*around.segment, Field{});
    }
    REDACT_ASSIGN(TableCaptions captions, TableCaptions::read(parts_, in_file, texts.places));
    std::vector<size_t> behind;
    for (size_t i = 0; i < segments.size(); ++i) {
      const Places::Place& place = texts.places[segments[i].place];
      if (is_beside(segments[i].kind)) {
        behind.push_back(i);
      } else if (segments[i].kind != SegmentKind::kName ||
                 !is_office_attribute(texts.places[place.parent].name, place.name)) {
        Field field;
        if (segments[i].kind == SegmentKind::kText) {
          field.name = captions.over(segments[i].place);
        } else if (segments[i].place == Places::kRoot) {
          // The name of an attribute has a place, and it can be anything.
          field.holds = Field::Holds::kTagName;
        }
        REDACT_TRY(parts_.add(in_file[i], field));
      }
    }
    for (const size_t i : behind) {
      const Places::Place& place = texts.places[segments[i].place];
      const std::string_view type = values.find(segments[i].place, "type");
      REDACT_TRY(
          read_beside(in_file[i], {texts.places[place.parent].name, place.name, type}, depth));
    }
    return {};
  }

 private:
  static bool is_beside(SegmentKind kind) {
    return kind != SegmentKind::kText && kind != SegmentKind::kName;
  }

  struct Beside {
    std::string_view element;  // of an attribute
    std::string_view name;     // of the attribute that holds the segment, or of its element
    std::string_view type;
  };
  Result<void> read_beside(const TextSegment& segment, const Beside& where, int depth) {
    const auto [element, name, type] = where;
    REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts_.bytes(), segment));
    switch (segment.kind) {
      case SegmentKind::kComment: return read_comment(segment, read, depth);
      case SegmentKind::kDoctype:
        return names_standard(read.text()) ? Result<void>() : parts_.add(segment, Field{});
      case SegmentKind::kSetting:
        if (name == "class") return read_classes(segment, read);
        return name == "style" ? read_style(segment, read)
                               : parts_.add(segment, {Field::Use::kKeep});
      case SegmentKind::kAttribute:
        if (name == "srcdoc") return read_inner(segment, read, depth);
        if (is_drawing(name, read.text()) || is_office_setting(element, name, read.text())) {
          return {};
        }
        // Without it, the bytes of the page could no longer be read.
        if (name == "content" && is_type_of_page(read.text())) return {};
        // In a narrative of FHIR, an image is a resource of the file, and links lead to others.
        if (is_narrative_ &&
            ((name == "src" && read.text().starts_with('#')) || refers_to_resource(read.text()))) {
          return parts_.add(segment, {Field::Use::kReference});
        }
        return names_place(name, read.text())
                   ? parts_.add(segment, {.holds = Field::Holds::kAnchor})
                   : read_value(segment, read);
      default: break;
    }
    if (name == "style" && !holds_tag(read.text())) return read_style(segment, read);
    if (name != "script") return read_inner(segment, read, depth);
    return is_program(type) ? parts_.remove_unread(segment) : parts_.add_content(segment, false);
  }

  // Whether an attribute names a place of the page, or refers to one.
  static bool names_place(std::string_view name, std::string_view value) {
    return name == "id" || name == "name" || name == "for" || value.starts_with('#');
  }

  // Editors and browsers leave pieces of pages in comments.
  Result<void> read_comment(const TextSegment& segment, const SegmentText& read, int depth) {
    if (const auto [begin, end] = page_in_comment(read.text()); begin < end) {
      std::vector<TextSegment> page = {
          {.begin = begin, .end = end, .codings = {}, .kind = segment.kind}};
      if (!read.enclose(page).ok()) return parts_.add(segment, Field{});
      REDACT_ASSIGN(const SegmentText inner, SegmentText::read(parts_.bytes(), page[0]));
      return read_inner(page[0], inner, depth);
    }
    auto texts = scan_note(read.text(), parts_.stop());
    if (!texts || !read.enclose(texts->segments).ok()) return parts_.add(segment, Field{});
    for (const TextSegment& text : texts->segments) {
      const bool stays = text.kind == SegmentKind::kSetting;
      REDACT_TRY(parts_.add(text, {stays ? Field::Use::kKeep : Field::Use::kRead}));
    }
    return {};
  }

  Result<void> read_inner(const TextSegment& segment, const SegmentText& read, int depth) {
    if (depth == kDeepestPage) return parts_.add(segment, Field{});
    return this->read({&segment, &read}, depth + 1);
  }

  Result<void> read_style(const TextSegment& segment, const SegmentText& read) {
    std::vector<TextSegment> texts = scan_css(read.text());
    if (!read.enclose(texts).ok()) return parts_.add(segment, Field{});
    if (texts.empty()) return parts_.add(segment, {Field::Use::kKeep});
    for (const TextSegment& text : texts) {
      REDACT_ASSIGN(const SegmentText inner, SegmentText::read(parts_.bytes(), text));
      if (text.kind == SegmentKind::kName) {
        Field name{Field::Use::kName};
        if (inner.text().starts_with('#')) name.holds = Field::Holds::kAnchor;
        REDACT_TRY(parts_.add(text, name));
      } else {
        REDACT_TRY(read_value(text, inner));
      }
    }
    return {};
  }

  // Each class by itself, as selectors name it.
  Result<void> read_classes(const TextSegment& segment, const SegmentText& read) {
    std::vector<TextSegment> names;
    const std::string& text = read.text();
    for (size_t end, at = text.find_first_not_of(kHtmlSpace); at < text.size();
         at = text.find_first_not_of(kHtmlSpace, end)) {
      end = std::min(text.find_first_of(kHtmlSpace, at), text.size());
      names.push_back({.begin = at, .end = end, .codings = {}, .kind = segment.kind});
    }
    if (!read.enclose(names).ok()) return parts_.add(segment, {Field::Use::kName});
    for (const TextSegment& name : names) REDACT_TRY(parts_.add(name, {Field::Use::kName}));
    return {};
  }

  // "cid:image1@klinik.example" refers to a part of the same mail, whose id is renamed.
  Result<void> read_part_id(const TextSegment& segment, const SegmentText& read) {
    const std::string& text = read.text();
    const size_t begin = text.find(':') + 1, at = std::min(text.find('@', begin), text.size());
    std::vector<TextSegment> pieces;
    const auto add = [&](size_t from, size_t to) {
      pieces.push_back({.begin = from, .end = to, .codings = {}, .kind = segment.kind});
    };
    if (begin < at) add(begin, at);
    if (at + 1 < text.size()) add(at + 1, text.size());
    const bool has_id = begin < at;
    if (!read.enclose(pieces).ok()) return parts_.add(segment, Field{});
    for (size_t i = 0; i < pieces.size(); ++i) {
      REDACT_TRY(i == 0 && has_id ? parts_.add(pieces[i], {Field::Use::kId})
                                  : parts_.remove(pieces[i], std::string(kHiddenHost)));
    }
    return {};
  }

  // A value that may hold a file of its own, such as an image.
  Result<void> read_value(const TextSegment& segment, const SegmentText& read) {
    if (starts_with_any_case(read.text(), "cid:")) return read_part_id(segment, read);
    const DataUrl url = find_data(read.text());
    if (url.begin == std::string_view::npos) return parts_.add(segment, Field{});
    if (url.begin == read.text().size()) return {};
    std::vector<TextSegment> data = {
        {.begin = url.begin, .end = read.text().size(), .codings = {}, .kind = segment.kind}};
    if (!read.enclose(data).ok()) return parts_.remove_unread(segment);
    return url.is_base64 ? parts_.add(data[0], {Field::Use::kFile}) : parts_.remove_unread(data[0]);
  }

  PartList& parts_;
  bool is_narrative_;
};

}  // namespace

Result<void> read_html(PartList& parts) {
  REDACT_TRY(parts.declare(charset_of(parts.bytes())));
  return PageReader(parts, false).read({nullptr, nullptr}, 0);
}

Result<void> read_page(PartList& parts, const TextSegment& segment) {
  REDACT_ASSIGN(const SegmentText page, SegmentText::read(parts.bytes(), segment));
  return PageReader(parts, true).read({&segment, &page}, 0);
}

}  // namespace redact
