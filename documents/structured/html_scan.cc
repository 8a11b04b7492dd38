// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/html_scan.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "documents/structured/codecs.h"
#include "documents/structured/element_join.h"
#include "documents/structured/html_names.h"
#include "documents/structured/html_raw.h"
#include "documents/structured/segment_text.h"
#include "documents/structured/text_flow.h"

namespace redact {

namespace {

constexpr auto kHtmlCommentEnds = std::to_array<std::string_view>({"-->", "--!>"});
constexpr auto kBogusEnds = std::to_array<std::string_view>({">"});
constexpr auto kTagBegins = std::to_array<std::string_view>({"</", "<!--"});
// A name with '<' or a quote would stay one, but look like something else.
constexpr auto kNameEnds =
    std::to_array<std::string_view>({"\t", "\n", "\f", "\r", " ", "/", ">", "=", "<", "\"", "'"});

// A longer tag or comment in a note counts as text, so that its beginnings are not searched
// repeatedly for an end.
constexpr size_t kMostNoteMarkup = 4096;

// The work for a tag or a comment, besides its bytes.
constexpr size_t kMarkupUnits = 64;

// The size of the reference with a semicolon at the beginning of `text`; 0 if there is none.
size_t closed_reference(std::string_view text) {
  std::string meaning;
  const size_t n = read_html_reference(text, 0, false, meaning);
  return n > 0 && text[n - 1] == ';' ? n : 0;
}

// The size of the tag or comment at the beginning of a note's `text`; 0 if there is neither
// (scan_note).
size_t note_markup(std::string_view text) {
  text = text.substr(0, kMostNoteMarkup);
  if (text.starts_with("<!--")) {
    const size_t end = text.find("-->", 4);
    return end == text.npos ? 0 : end + 3;
  }
  const auto find = [text](std::string_view any, size_t from) {
    return std::min(text.find_first_of(any, from), text.size());
  };
  const size_t name = text.starts_with("</") ? 2 : 1;
  size_t at = find("\t\n\f\r />", name);
  if (!is_html_element(to_lower(text.substr(name, at - name)))) return 0;
  for (;;) {
    at = std::min(text.find_first_not_of("\t\n\f\r /", at), text.size());
    if (at == text.size()) return 0;
    if (text[at] == '>') return at + 1;
    const size_t end = find("\t\n\f\r />=", at);
    if (html_attribute(to_lower(text.substr(at, end - at))) == HtmlAttribute::kUnknown) {
      return 0;
    }
    at = std::min(text.find_first_not_of(kHtmlSpace, end), text.size());
    if (at == text.size() || text[at] != '=') continue;
    at = std::min(text.find_first_not_of(kHtmlSpace, at + 1), text.size());
    if (at == text.size() || text[at] == '>') continue;
    const bool is_quoted = text[at] == '"' || text[at] == '\'';
    at = is_quoted ? find(text.substr(at, 1), at + 1) + 1 : find("\t\n\f\r >", at);
    if (at > text.size()) return 0;
  }
}

// The open tables of a page and their rows and cells, which are places.
class OpenTables {
 public:
  explicit OpenTables(Places& places) : places_(places) {}

  // The cell around the next text; the root if there is none.
  uint32_t cell() const { return tables_.empty() ? Places::kRoot : tables_.back().cell; }

  void start(std::string_view name) {
    if (name == "table") {
      tables_.push_back({.place = places_.add(cell(), PlaceStep::kElement, name)});
    } else if (tables_.empty()) {
      return;
    } else if (Table& table = tables_.back(); name == "tr") {
      const uint32_t row = places_.add(table.place, PlaceStep::kElement, name, ++table.n_rows);
      table = {.place = table.place, .n_rows = table.n_rows, .row = row};
    } else if (name == "td" || name == "th") {
      if (table.row == Places::kRoot) start("tr");
      table.cell = places_.add(table.row, PlaceStep::kElement, name,
                               ++(name == "th" ? table.n_heads : table.n_data));
    }
  }

  void end(std::string_view name) {
    if (tables_.empty()) return;
    if (name == "table") return tables_.pop_back();
    if (name == "tr") tables_.back().row = Places::kRoot;
    if (name == "tr" || name == "td" || name == "th") tables_.back().cell = Places::kRoot;
  }

 private:
  struct Table {
    uint32_t place;
    size_t n_rows = 0;
    uint32_t row = Places::kRoot, cell = Places::kRoot;  // if open
    size_t n_data = 0, n_heads = 0;                      // cells of the row
  };
  Places& places_;
  std::vector<Table> tables_;
};

// The tokenizer. Each function reads one thing at at_ and leaves at_ after it.
class HtmlScan {
 public:
  // `is_note`: read as text everything that scan_note() defines as text.
  HtmlScan(std::string_view html, bool is_note, StopCheck& stop)
      : html_(html), is_note_(is_note), stop_(stop) {}

  HtmlTexts run() {
    size_t text = 0;    // beginning of the current text
    size_t looked = 0;  // beginning of the last markup
    while (at_ < html_.size()) {
      at_ = std::min(html_.find('<', at_), html_.size());
      if (at_ == html_.size()) break;
      const size_t markup = at_;
      if (stop_.after(markup - looked + kMarkupUnits)) break;
      looked = markup;
      // A "<" that begins no markup is added to the current text.
      if (!begins_markup()) {
        ++at_;
        continue;
      }
      add_text(text, markup);
      read_markup();
      text = at_;
    }
    add_text(text, html_.size());
    return std::move(texts_);
  }

 private:
  char at(size_t offset) const { return at_ + offset < html_.size() ? html_[at_ + offset] : '\0'; }
  bool at_end() const { return at_ == html_.size(); }
  size_t find(std::string_view any, size_t from) const {
    return std::min(html_.find_first_of(any, from), html_.size());
  }
  void skip_space() { at_ = std::min(html_.find_first_not_of(kHtmlSpace, at_), html_.size()); }

  // "Tag open" and "end tag open": whether the '<' at at_ begins markup.
  bool begins_markup() const {
    if (is_note_) return note_markup(html_.substr(at_)) > 0;
    if (at(1) == '/') return at_ + 2 < html_.size();
    return is_letter(at(1)) || at(1) == '!' || at(1) == '?';
  }

  void read_markup() {
    if (at(1) == '!') return read_declaration();
    if (at(1) == '?') return read_bogus_comment(2);  // without its '?', which makes it one
    if (at(1) != '/') return read_start_tag();
    if (is_letter(at(2))) return (void)read_tag(2);
    read_bogus_comment(2);  // "</>" is read as an empty comment
  }

  // "Markup declaration open".
  void read_declaration() {
    const std::string_view rest = html_.substr(at_);
    if (rest.starts_with("<!--")) return read_comment();
    constexpr std::string_view kDoctype = "<!doctype";
    if (!starts_with_any_case(rest, kDoctype)) return read_bogus_comment(2);
    at_ += kDoctype.size();
    skip_space();
    const size_t end = find(">", at_);
    if (to_lower(html_.substr(at_, std::min<size_t>(end - at_, 5))) != "html" || end - at_ != 4) {
      add_verbatim(at_, end, kBogusEnds, SegmentKind::kDoctype);
    }
    at_ = std::min(end + 1, html_.size());
  }

  void read_bogus_comment(size_t n_open) {
    const size_t begin = at_ + n_open, end = find(">", begin);
    add_verbatim(begin, end, kBogusEnds, SegmentKind::kComment);
    at_ = std::min(end + 1, html_.size());
  }

  void read_comment() {
    const size_t begin = at_ + 4;
    at_ = begin;
    if (at(0) == '>') return (void)++at_;
    if (at(0) == '-' && at(1) == '>') return (void)(at_ += 2);
    for (size_t end = html_.find("--", begin); end != std::string_view::npos;
         end = html_.find("--", end + 1)) {
      const std::string_view rest = html_.substr(end + 2, 2);
      const size_t n_close = rest.starts_with('>') ? 3 : rest == "!>" ? 4 : 0;
      if (n_close == 0) continue;
      add_verbatim(begin, end, kHtmlCommentEnds, SegmentKind::kComment);
      at_ = end + n_close;
      return;
    }
    add_verbatim(begin, html_.size(), kHtmlCommentEnds, SegmentKind::kComment);
    at_ = html_.size();
  }

  void read_start_tag() {
    const auto [name, place] = read_tag(1);
    const HtmlContent content = html_content(name);
    if (content == HtmlContent::kMarkup || is_note_ || at_end()) return;
    const size_t end = content_end(html_, at_, name, content);
    const uint32_t within = place ? *place : element(name);
    switch (content) {
      case HtmlContent::kMarkup: break;
      case HtmlContent::kEscapable: add_text(at_, end, within); break;
      case HtmlContent::kXmp:
      case HtmlContent::kPlain: add_shown(at_, end, within); break;
      case HtmlContent::kRaw:
      case HtmlContent::kScript:
        add_verbatim(at_, end, kTagBegins, SegmentKind::kRaw, within);
        break;
    }
    at_ = end;
  }

  struct Tag {
    std::string name;               // in lower case
    std::optional<uint32_t> place;  // of its element, if it has attributes
  };
  // A tag whose name is n_open bytes after at_.
  Tag read_tag(size_t n_open) {
    at_ += n_open;
    const ByteRange written = read_name("\t\n\f\r />");
    std::string name = to_lower(html_.substr(written.begin, written.end - written.begin));
    if (!is_html_element(name) && !is_office_element(name)) {
      add_verbatim(written.begin, written.end, kNameEnds, SegmentKind::kName);
    }
    flow_.separate(html_join(name));
    std::optional<uint32_t> place;
    if (!is_note_ && n_open == 2) tables_.end(name);
    if (!is_note_ && n_open == 1) tables_.start(name);
    const bool is_cell = n_open == 1 && (name == "td" || name == "th");
    if (is_cell && tables_.cell() != Places::kRoot) place = tables_.cell();
    for (;;) {
      at_ = std::min(html_.find_first_not_of("\t\n\f\r /", at_), html_.size());
      if (at_end() || at(0) == '>') {
        at_ += !at_end();
        return {std::move(name), place};
      }
      if (!place) place = element(name);
      read_attribute(*place);
    }
  }

  void read_attribute(uint32_t element_place) {
    // A '=' at its beginning belongs to the name.
    const size_t begin = at_;
    ++at_;
    const ByteRange written{begin, read_name("\t\n\f\r />=").end};
    const std::string name = to_lower(html_.substr(begin, written.end - begin));
    const HtmlAttribute known = html_attribute(name);
    const uint32_t place = texts_.places.add(element_place, PlaceStep::kAttribute, name);
    if (known == HtmlAttribute::kUnknown) {
      add_verbatim(written.begin, written.end, kNameEnds, SegmentKind::kName, place);
    }
    skip_space();
    if (at(0) != '=') return;
    ++at_;
    skip_space();
    if (at_end() || at(0) == '>') return;  // the value is missing
    const char quote = at(0) == '"' || at(0) == '\'' ? at(0) : '\0';
    at_ += quote != 0;
    const size_t value = at_;
    at_ = quote ? std::min(html_.find(quote, at_), html_.size()) : find("\t\n\f\r >", at_);
    add_aside({value,
               at_,
               {{.codec = Codec::kHtmlAttribute, .quote = quote}},
               Join::kPassage,
               known == HtmlAttribute::kSetting ? SegmentKind::kSetting : SegmentKind::kAttribute,
               place});
    if (quote && !at_end()) ++at_;
  }

  ByteRange read_name(std::string_view ends) {
    const size_t begin = at_;
    at_ = find(ends, at_);
    return {begin, at_};
  }

  uint32_t element(std::string_view name) {
    return texts_.places.add(Places::kRoot, PlaceStep::kElement, name);
  }

  bool is_blank(size_t begin, size_t end) const {
    return html_.substr(begin, end - begin).find_first_not_of(kHtmlSpace) == std::string_view::npos;
  }
  void add_text(size_t begin, size_t end) { add_text(begin, end, tables_.cell()); }
  void add_text(size_t begin, size_t end, uint32_t place) {
    if (begin == end) return;
    if (is_note_) return add_note_text(begin, end);
    if (is_blank(begin, end)) return flow_.separate(Join::kSpace);
    add_text(begin, end, Codec::kHtmlText, place);
  }
  void add_text(size_t begin, size_t end, Codec codec, uint32_t place = Places::kRoot,
                std::span<const std::string_view> refused = {}) {
    if (begin == end) return;
    flow_.add_text({begin,
                    end,
                    {{.codec = codec, .refused = refused}},
                    Join::kNothing,
                    SegmentKind::kText,
                    place});
  }
  void add_shown(size_t begin, size_t end, uint32_t place) {
    if (!is_blank(begin, end)) add_text(begin, end, Codec::kVerbatim, place, kTagBegins);
  }
  // In a note, each reference is a segment, since only its replacement may contain references.
  void add_note_text(size_t begin, size_t end) {
    size_t text = begin;
    for (size_t at = html_.find('&', begin); at < end; at = html_.find('&', at)) {
      const size_t n = closed_reference(html_.substr(at, end - at));
      if (n > 0) {
        add_text(text, at, Codec::kVerbatim);
        add_text(at, at + n, Codec::kHtmlText);
        text = at + n;
      }
      at += std::max<size_t>(n, 1);
    }
    add_text(text, end, Codec::kVerbatim);
  }
  void add_verbatim(size_t begin, size_t end, std::span<const std::string_view> refused,
                    SegmentKind kind, uint32_t place = Places::kRoot) {
    add_aside({begin,
               end,
               {{.codec = Codec::kVerbatim, .refused = refused}},
               Join::kPassage,
               kind,
               place});
  }
  void add_aside(TextSegment segment) {
    if (!is_blank(segment.begin, segment.end)) flow_.add_aside(std::move(segment));
  }

  std::string_view html_;
  bool is_note_;
  StopCheck& stop_;
  size_t at_ = 0;
  HtmlTexts texts_;
  TextFlow flow_{texts_.segments};
  OpenTables tables_{texts_.places};
};

}  // namespace

Result<HtmlTexts> scan_html(std::string_view html, StopCheck& stop) {
  const Utf16Mark mark = utf16_mark(html);
  if (mark == Utf16Mark::kNone) {
    HtmlTexts texts = HtmlScan(html, false, stop).run();
    REDACT_TRY(stop.result());
    return texts;
  }
  const Coding utf16{.codec = mark == Utf16Mark::kLowFirst ? Codec::kUtf16Le : Codec::kUtf16Be};
  REDACT_ASSIGN(const SegmentText decoded, SegmentText::read(html, {0, html.size(), {utf16}}));
  HtmlTexts texts = HtmlScan(decoded.text(), false, stop).run();
  REDACT_TRY(stop.result());
  REDACT_TRY(decoded.enclose(texts.segments));
  return texts;
}

std::optional<HtmlTexts> scan_note(std::string_view note, StopCheck& stop) {
  if (note.find_first_of("<&") == note.npos) return std::nullopt;
  HtmlTexts texts = HtmlScan(note, true, stop).run();
  const auto is_whole = [&](const TextSegment& segment) {
    return segment.begin == 0 && segment.end == note.size() &&
           segment.codings[0].codec == Codec::kVerbatim;
  };
  if (texts.segments.size() == 1 && is_whole(texts.segments[0])) return std::nullopt;
  return texts;
}

}  // namespace redact
