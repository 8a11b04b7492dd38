// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/xml_scan.h"

#include <expat.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "documents/structured/charsets.h"
#include "documents/structured/element_join.h"
#include "documents/structured/segment_text.h"
#include "documents/structured/text_flow.h"
#include "documents/structured/xml_namespaces.h"

namespace redact {

namespace {

constexpr size_t kMostBytes = size_t{1} << 30;  // the parser counts in int
constexpr size_t kDeepestXml = 512;
constexpr std::string_view kXmlSpace = " \t\r\n";
constexpr auto kXmlCommentEnds = std::to_array<std::string_view>({"--"});
constexpr auto kInstructionEnds = std::to_array<std::string_view>({"?>"});

// The part of a name before its colon, and the part after it.
std::string_view prefix_of(std::string_view name) {
  const size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}
std::string_view local_of(std::string_view name) { return name.substr(name.find(':') + 1); }

bool declares_namespace(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

// The scan of a UTF-8 text. The parser decides whether it is well formed and reports the position
// of each event's bytes; only values of attributes must be found within their start tag.
class XmlScan {
 public:
  // `is_alone`: no text follows the document.
  XmlScan(std::string_view xml, bool ascii_only, bool is_alone, StopCheck& stop)
      : xml_(xml),
        ascii_only_(ascii_only),
        is_alone_(is_alone),
        stop_(stop),
        parser_(XML_ParserCreate("UTF-8")) {}

  // On an error, its byte is failed_at().
  Result<XmlTexts> run() {
    XML_Parser parser = parser_.get();
    if (!parser) return Error{ErrorKind::kExhausted, {}, "no memory for an XML parser"};
    XML_SetUserData(parser, this);
    XML_SetElementHandler(
        parser,
        [](void* scan, const char* name, const char** attributes) {
          self(scan).start(name, attributes);
        },
        [](void* scan, const char*) { self(scan).end(); });
    XML_SetCharacterDataHandler(parser,
                                [](void* scan, const char*, int) { self(scan).characters(); });
    XML_SetCdataSectionHandler(
        parser, [](void* scan) { self(scan).flush(true); },
        [](void* scan) { self(scan).flush(false); });
    XML_SetCommentHandler(parser, [](void* scan, const char*) { self(scan).comment(); });
    XML_SetProcessingInstructionHandler(parser, [](void* scan, const char* target, const char*) {
      self(scan).instruction(target);
    });
    XML_SetStartDoctypeDeclHandler(
        parser, [](void* scan, const char*, const char*, const char*, int) {
          self(scan).refuse("a document type declaration, whose entities could change the text");
        });
    const bool is_read = parse();
    REDACT_TRY(stop_.result());
    if (refusal_) {
      failed_at_ = refused_at_;
      return Error{ErrorKind::kUnsupported, {}, *refusal_};
    }
    texts_.end = xml_.size();
    if (!is_read) {
      failed_at_ = static_cast<size_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser), 0));
      const bool is_behind_root = levels_.empty() && !roots_.empty();
      if (is_behind_root && !is_alone_) {
        texts_.end = failed_at();
        return std::move(texts_);
      }
      return Error{ErrorKind::kBadInput,
                   {},
                   std::string("not XML: ") + XML_ErrorString(XML_GetErrorCode(parser))};
    }
    return std::move(texts_);
  }
  size_t failed_at() const { return std::min(failed_at_, xml_.size()); }

 private:
  struct Level {
    std::string name, space;
    uint32_t number;                             // among the siblings of its name
    size_t begin;                                // of its start tag
    std::optional<uint32_t> place = {};          // set once a segment inside needs it
    std::map<std::string, uint32_t> names = {};  // the children so far
  };
  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  static XmlScan& self(void* scan) { return *static_cast<XmlScan*>(scan); }

  // The bytes of the current event.
  ByteRange event() const {
    const auto begin = static_cast<size_t>(XML_GetCurrentByteIndex(parser_.get()));
    return {begin, begin + static_cast<size_t>(XML_GetCurrentByteCount(parser_.get()))};
  }

  void refuse(std::string what) {
    refusal_ = std::move(what);
    refused_at_ = event().begin;
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  // The parser copies the bytes that it is given, so if it may stop early, it gets few at first.
  bool parse() {
    constexpr size_t kFirst = 4096;
    size_t n = is_alone_ ? xml_.size() : std::min(kFirst, xml_.size());
    for (size_t at = 0;; at += n, n = std::min(2 * n, xml_.size() - at)) {
      const bool is_last = at + n == xml_.size();
      if (XML_Parse(parser_.get(), xml_.data() + at, static_cast<int>(n), is_last) !=
          XML_STATUS_OK) {
        return false;
      }
      if (is_last) return true;
    }
  }

  // An event takes some time besides its bytes.
  bool stops() {
    const ByteRange range = event();
    const bool stops = stop_.after(range.end - range.begin + 64);
    if (stops) XML_StopParser(parser_.get(), XML_FALSE);
    return stops;
  }

  // `attributes` has names and values alternately, in the order of the tag, and a null at the end.
  void start(std::string_view name, const char** attributes) {
    flush(false);
    if (stops()) return;
    if (levels_.size() == kDeepestXml) {
      return refuse("nested deeper than " + std::to_string(kDeepestXml) + " elements");
    }
    namespaces_.open_element();
    for (const char** a = attributes; *a; a += 2) {
      if (!declares_namespace(a[0])) continue;
      namespaces_.declare(prefix_of(a[0]).empty() ? "" : local_of(a[0]), a[1]);
    }
    const std::string local(local_of(name)), space(namespaces_.uri(prefix_of(name)));
    flow_.separate(xml_join(space, local));
    auto& siblings = levels_.empty() ? roots_ : levels_.back().names;
    levels_.push_back({local, space, ++siblings[local], event().begin});
    scan_attributes(attributes);
  }

  void end() {
    if (stop_.has_stopped()) return;  // the parser ends an empty element even then
    flush(false);
    const Level& element = levels_.back();
    flow_.separate(xml_join(element.space, element.name));
    if (element.place) {
      texts_.elements.push_back(
          {element.begin, event().end, {}, Join::kPassage, SegmentKind::kText, *element.place});
    }
    levels_.pop_back();
    namespaces_.close_element();
  }

  // Finds the values within the start tag that is the current event.
  void scan_attributes(const char** attributes) {
    size_t at = event().begin;
    for (; *attributes; attributes += 2) {
      const std::string_view name = *attributes;
      const size_t quote = xml_.find_first_of("\"'", at);  // names contain no quotes
      const size_t end = xml_.find(xml_[quote], quote + 1);
      at = end + 1;
      if (is_blank({quote + 1, end})) continue;
      const bool declares = declares_namespace(name);
      const uint32_t where = texts_.places.add(
          place(), PlaceStep::kAttribute, declares ? name : local_of(name), 0,
          declares || prefix_of(name).empty() ? "" : namespaces_.uri(prefix_of(name)));
      add_aside(quote + 1, end,
                {.codec = Codec::kXmlAttribute, .quote = xml_[quote], .ascii_only = ascii_only_},
                declares ? SegmentKind::kNamespace : SegmentKind::kAttribute, where);
    }
  }

  void characters() {
    if (stops()) return;
    const ByteRange range = event();
    if (text_.begin == text_.end) text_.begin = range.begin;
    text_.end = range.end;
  }

  // Ends the text before the current event.
  void flush(bool begins_cdata) {
    const ByteRange text = std::exchange(text_, {0, 0});
    const Codec codec = std::exchange(in_cdata_, begins_cdata) ? Codec::kXmlCdata : Codec::kXmlText;
    if (text.begin == text.end) return;
    if (is_blank(text)) return flow_.separate(Join::kSpace);
    flow_.add_text({text.begin,
                    text.end,
                    {{.codec = codec, .ascii_only = ascii_only_}},
                    Join::kNothing,
                    SegmentKind::kText,
                    place()});
  }

  void comment() {
    flush(false);
    const ByteRange range = event();
    add_aside(range.begin + 4, range.end - 3,
              {.codec = Codec::kVerbatim, .refused = kXmlCommentEnds}, SegmentKind::kComment,
              place());
  }

  void instruction(std::string_view target) {
    flush(false);
    const ByteRange range = event();
    const size_t begin = xml_.find_first_not_of(kXmlSpace, range.begin + 2 + target.size());
    add_aside(std::min(begin, range.end - 2), range.end - 2,
              {.codec = Codec::kVerbatim, .refused = kInstructionEnds}, SegmentKind::kInstruction,
              place());
  }

  void add_aside(size_t begin, size_t end, const Coding& coding, SegmentKind kind, uint32_t where) {
    if (is_blank({begin, end})) return;
    flow_.add_aside({begin, end, {coding}, Join::kPassage, kind, where});
  }

  // Whether the bytes are white space or empty. &#32; is not white space here: someone wrote it.
  bool is_blank(ByteRange range) const {
    return xml_.substr(range.begin, range.end - range.begin).find_first_not_of(kXmlSpace) ==
           std::string_view::npos;
  }

  // The place of the innermost element.
  uint32_t place() {
    uint32_t parent = Places::kRoot;
    size_t known = levels_.size();
    while (known > 0 && !levels_[known - 1].place) --known;
    if (known > 0) parent = *levels_[known - 1].place;
    for (; known < levels_.size(); ++known) {
      Level& level = levels_[known];
      level.place =
          texts_.places.add(parent, PlaceStep::kElement, level.name, level.number, level.space);
      parent = *level.place;
    }
    return parent;
  }

  std::string_view xml_;
  bool ascii_only_, is_alone_;
  StopCheck& stop_;
  std::unique_ptr<XML_ParserStruct, Free> parser_;
  XmlTexts texts_;
  TextFlow flow_{texts_.segments};
  std::vector<Level> levels_;
  XmlNamespaces namespaces_;
  std::map<std::string, uint32_t> roots_;
  ByteRange text_{0, 0};  // the text so far, if any
  bool in_cdata_ = false;
  std::optional<std::string> refusal_;
  size_t refused_at_ = 0, failed_at_ = 0;
};

// The name in the declaration, in lower case; empty if there is none. The parser refuses malformed
// declarations.
std::string declared_name(std::string_view xml) {
  constexpr size_t kMostDeclaration = 1024;
  if (!xml.starts_with("<?xml")) return {};
  xml = xml.substr(0, kMostDeclaration);
  xml = xml.substr(0, xml.find("?>"));
  size_t at = xml.find("encoding");
  if (at == std::string_view::npos) return {};
  at = xml.find_first_of("\"'", at);
  if (at == std::string_view::npos) return {};
  const size_t end = std::min(xml.find(xml[at], at + 1), xml.size());
  return to_lower(xml.substr(at + 1, end - at - 1));
}

// The coding around a whole XML document, by its byte order mark or its declaration; nullopt for
// UTF-8. kUnsupported for another encoding, kBadInput if mark and declaration disagree.
Result<std::optional<Coding>> xml_encoding(std::string_view xml) {
  using std::string_view_literals::operator""sv;
  const Utf16Mark mark = utf16_mark(xml);
  if (mark == Utf16Mark::kLowFirst || xml.starts_with("<\0"sv))
    return std::optional(Coding{.codec = Codec::kUtf16Le});
  if (mark == Utf16Mark::kHighFirst || xml.starts_with("\0<"sv))
    return std::optional(Coding{.codec = Codec::kUtf16Be});
  const bool has_mark = xml.starts_with(kByteOrderMark);
  const std::string name = declared_name(has_mark ? xml.substr(kByteOrderMark.size()) : xml);
  const auto [charset, is_known] = declared_charset(name);
  if (name.starts_with("utf-16") || (has_mark && (charset || !is_known))) {
    return error_at(0, "the encoding is not the declared one");
  }
  if (!is_known) return unknown_charset("byte 0");
  if (!charset) return std::optional<Coding>();
  return std::optional(Coding{.codec = Codec::kCharset, .charset = *charset});
}

// Scans the bytes from `begin` on.
Result<XmlTexts> scan(std::string_view file, size_t begin, bool is_alone, StopCheck& stop) {
  const std::string_view xml = file.substr(begin);
  if (xml.size() > kMostBytes) return Error{ErrorKind::kUnsupported, {}, "more than 1 GiB of XML"};
  REDACT_ASSIGN(const std::optional<Coding> outer, xml_encoding(xml));
  if (!outer) {
    XmlScan scan(xml, false, is_alone, stop);
    auto texts = scan.run();
    if (stop.has_stopped()) return texts;
    if (texts.ok()) return texts;
    return error_at(begin + scan.failed_at(), texts.error().what, texts.error().kind);
  }
  REDACT_ASSIGN(const SegmentText decoded, SegmentText::read(xml, {0, xml.size(), {*outer}}));
  if (decoded.text().size() > kMostBytes) {
    return Error{ErrorKind::kUnsupported, {}, "more than 1 GiB of XML"};
  }
  XmlScan scan(decoded.text(), outer->codec == Codec::kCharset, true, stop);
  auto texts = scan.run();
  REDACT_TRY(stop.result());
  if (!texts.ok()) {
    const size_t at = scan.failed_at();
    const bool at_end = at == decoded.text().size();
    return error_at(begin + (at_end ? xml.size() : decoded.source_of(at, at + 1).begin),
                    texts.error().what, texts.error().kind);
  }
  REDACT_TRY(decoded.enclose(texts->segments));
  REDACT_TRY(decoded.enclose(texts->elements));
  texts->end = xml.size();
  return texts;
}

}  // namespace

Result<XmlTexts> scan_xml(std::string_view xml, StopCheck& stop) {
  return scan(xml, 0, true, stop);
}

Result<XmlTexts> scan_xml_at(std::string_view xml, size_t begin, StopCheck& stop) {
  auto texts = scan(xml, begin, false, stop);
  if (!texts.ok()) return texts;
  for (std::vector<TextSegment>* segments : {&texts->segments, &texts->elements}) {
    for (TextSegment& segment : *segments) {
      segment.begin += begin;
      segment.end += begin;
    }
  }
  texts->end += begin;
  return texts;
}

}  // namespace redact
