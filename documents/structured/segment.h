// SPDX-License-Identifier: Apache-2.0
// The vocabulary of structured files. A document is a sequence of segments: ranges of the file's
// bytes that hold text, each with the codings in which the text is written there and with what
// joins it to the segment before. The reading text of a document is its segments' texts, joined.
// All other bytes (tags, brackets, delimiters) are syntax.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace redact {

// How a text is written in the bytes of a file.
enum class Codec : uint8_t {
  kVerbatim,       // as it is, where no escape exists: `refused` says what it cannot hold
  kJsonString,     // between the quotes of a JSON string
  kJsonToken,      // a JSON number or literal; another text takes its place as a string
  kXmlText,        // between tags
  kXmlAttribute,   // between the quotes of an attribute's value
  kXmlCdata,       // between <![CDATA[ and ]]>
  kHtmlText,       // between tags, also in <title> and <textarea>
  kHtmlAttribute,  // an attribute's value, quoted or not
  kHl7,            // a field of HL7 v2, or a part of one
  kTableField,     // a field of RFC 4180, with its quotes if it has them
  kBase64,         // RFC 4648, section 4; white space in between is allowed
  kLatin1,         // ISO-8859-1
  kUtf16Le,        // UTF-16, low byte first
  kUtf16Be,        // UTF-16, high byte first
};

// The delimiters of an HL7 v2 message; 0 stands for one that it does not define.
struct Hl7Delimiters {
  char field = '|', component = '^', repetition = '~', escape = '\\', subcomponent = '&';
  char truncation = 0;
};

// A codec with what it depends on at its place in the file.
struct Coding {
  Codec codec;
  char quote = 0;        // of an attribute: '"', '\'' or 0 for none
  char separator = ',';  // of a table field
  // Of XML: whether the file's encoding lacks characters, so that all beyond ASCII are written as
  // references.
  bool ascii_only = false;
  // Of kVerbatim: what would end the text or break it; ASCII, in lower case, and static.
  std::span<const std::string_view> refused = {};
  Hl7Delimiters delimiters = {};
};

// The codings of a segment, outermost first: an HTML text within a JSON string has two.
using Codings = std::vector<Coding>;

// The separation of a segment from the one before it in the reading text, weakest first. Segments
// of kind kText continue one another, whatever attributes and comments lie between them; every
// other segment is a passage of its own.
enum class Join : uint8_t {
  kNothing,  // the text goes on: <b>, a run of Word
  kSpace,    // white space between tags, components of a field
  kCell,     // a cell of a table row
  kLineEnd,  // a block, <br>, a field
  kPassage,  // another text altogether: a string, an attribute, a comment
};

// What a segment is in its format.
enum class SegmentKind : uint8_t {
  kText,         // text between tags, a field of HL7
  kString,       // a string of JSON
  kKey,          // a name in a JSON object
  kNumber,       // a number of JSON
  kLiteral,      // true, false or null
  kAttribute,    // an attribute's value
  kSetting,      // the value of an attribute of HTML that tells a browser how to show: class, width
  kName,         // of a tag, attribute or HL7 segment that no standard defines: it may be anything
  kNamespace,    // the value of xmlns
  kComment,      // inside <!-- and -->, or what HTML reads as a comment
  kInstruction,  // the data of a processing instruction
  kDoctype,      // what follows <!DOCTYPE
  kRaw,          // the content of an element of HTML that is no text: <script>, <style>, <iframe>
};

// A range of a file that holds text. It is never empty.
struct TextSegment {
  size_t begin, end;  // bytes of the file
  Codings codings;
  Join join = Join::kPassage;
  SegmentKind kind = SegmentKind::kText;
  uint32_t place = 0;  // of Places: where the format has it
};

// What a file has at a segment, its codings still on.
inline std::string_view bytes_of(std::string_view file, const TextSegment& segment) {
  return file.substr(segment.begin, segment.end - segment.begin);
}

}  // namespace redact
