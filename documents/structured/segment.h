// SPDX-License-Identifier: Apache-2.0
// The vocabulary of structured files. A document is a sequence of segments: ranges of the file's
// bytes that hold text, each with the codings in which the text is written there and its join to
// the previous segment. The reading text of a document is its segments' texts, joined. All other
// bytes (tags, brackets, delimiters) are syntax.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace redact {

enum class Charset : uint8_t;

// The way in which a text is written in the bytes of a file.
enum class Codec : uint8_t {
  kVerbatim,         // unchanged, where no escape exists: `refused` lists forbidden text
  kJsonString,       // between the quotes of a JSON string
  kJsonToken,        // a JSON number or literal; a replacement becomes a string
  kXmlText,          // between tags
  kXmlAttribute,     // between the quotes of an attribute's value
  kXmlCdata,         // between <![CDATA[ and ]]>
  kHtmlText,         // between tags, also in <title> and <textarea>
  kHtmlAttribute,    // an attribute's value, quoted or not
  kHl7,              // a field of HL7 v2, or a part of one
  kTableField,       // a field of RFC 4180, with its quotes if it has them
  kRtf,              // between the control words of RTF
  kSheetCell,        // a cell of SpreadsheetML with its tags, one unit
  kOdfCell,          // the same for OpenDocument
  kSheetName,        // between apostrophes in a formula of a sheet
  kColumnName,       // between brackets in a formula of SpreadsheetML
  kBase64,           // RFC 4648, section 4; white space in between is allowed
  kCharset,          // a character set of a byte a character
  kUtf16Le,          // UTF-16, low byte first
  kUtf16Be,          // UTF-16, high byte first
  kAscii,            // unchanged, where only ASCII can be written
  kQuotedPrintable,  // RFC 2045, section 6.7
  kMailText,         // a header's value (RFC 5322) with folds and encoded words (RFC 2047)
  kMailPhrase,       // a display name, one unit, quoted or not
  kMailParameter,    // the same for a parameter of a header field
  kPercent,          // a parameter in RFC 2231's extended form, one unit
  kMboxText,         // lines of an mbox file, of which those that begin with From have a > before
};

// What the value of a kSheetCell is, as the file has it.
enum class CellValue : uint8_t {
  kString,  // a string, in the cell or shared
  kNumber,
  kDay1900,  // a number of days in the system that begins in 1900, or in 1904
  kDay1904,
  kIsoDay,  // a date of ISO 8601
};

// The delimiters of an HL7 v2 message; 0 for an undefined one.
struct Hl7Delimiters {
  char field = '|', component = '^', repetition = '~', escape = '\\', subcomponent = '&';
  char truncation = 0;
};

// A codec with its parameters at a place in the file.
struct Coding {
  Codec codec;
  char quote = 0;        // of an attribute: '"', '\'' or 0 for none
  char separator = ',';  // of a table field
  // For XML and RTF: each character beyond ASCII is written as a reference, since the file's
  // encoding may lack it.
  bool ascii_only = false;
  // For kVerbatim: text that would end or break the segment; ASCII, in lower case, and static.
  std::span<const std::string_view> refused = {};
  Hl7Delimiters delimiters = {};
  Charset charset = {};  // of kCharset and kRtf, and of bytes in escapes of kHl7
  // For kRtf: the characters after \\u for programs that do not know it, and whether the first byte
  // could become part of the control word before it.
  uint8_t n_fallback = 1;
  bool follows_word = false;
  // For kSheetCell and kOdfCell: the kind of the value, and the text of a shared string, which must
  // outlive the coding.
  CellValue cell = CellValue::kString;
  std::string_view shared = {};
  bool drops_formula = false;  // an edited cell loses its formula, which says the value again
  // For kBase64 that is recognised by its length alone: the fewest bytes with that length. If a
  // replacement leaves fewer, spaces are added, so that it is recognised again.
  size_t least = 0;
};

// The codings of a segment, outermost first: an HTML text within a JSON string has two.
using Codings = std::vector<Coding>;

// The separation of a segment from the previous one in the reading text, weakest first. Segments of
// kind kText continue one another, even with attributes and comments between them; every other
// segment is a passage of its own.
enum class Join : uint8_t {
  kNothing,    // the word continues: <b>, a run of Word
  kSpace,      // white space between tags, components of a field
  kLineEnd,    // <br>, a line of a field
  kParagraph,  // a paragraph, also the only one of a cell
  kCell,       // a cell of a table row
  kBlock,      // a row of a table, a block, a field
  kPassage,    // another text altogether: a string, an attribute, a comment
};

// The kind of a segment in its format.
enum class SegmentKind : uint8_t {
  kText,         // text between tags, a field of HL7
  kString,       // a string of JSON
  kKey,          // a name in a JSON object
  kNumber,       // a number of JSON
  kLiteral,      // true, false or null
  kAttribute,    // an attribute's value
  kSetting,      // the value of an HTML attribute that controls display: class, width
  kName,         // of a tag, attribute or HL7 segment that no standard defines: it may be anything
  kNamespace,    // the value of xmlns
  kComment,      // inside <!-- and -->, or anything that HTML reads as a comment
  kInstruction,  // the data of a processing instruction
  kDoctype,      // the text after <!DOCTYPE
  kRaw,          // raw content of an HTML element: <script>, <style>, <iframe>
};

// A range of a file that holds text. It is never empty.
struct TextSegment {
  size_t begin, end;  // bytes of the file
  Codings codings;
  Join join = Join::kPassage;
  SegmentKind kind = SegmentKind::kText;
  uint32_t place = 0;  // in Places
};

// The bytes of a segment in its file, still coded.
inline std::string_view bytes_of(std::string_view file, const TextSegment& segment) {
  return file.substr(segment.begin, segment.end - segment.begin);
}

// Bytes [begin, end) of the file as they are, at the place of a segment.
inline TextSegment as_written(TextSegment segment, size_t begin, size_t end) {
  segment.begin = begin;
  segment.end = end;
  segment.codings = {};
  return segment;
}

// An error at a byte of a file or text.
inline Error error_at(size_t byte, std::string what, ErrorKind kind = ErrorKind::kBadInput) {
  return {kind, "byte " + std::to_string(byte), std::move(what)};
}

}  // namespace redact
