// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/structured/segment.h"

namespace redact {

// The purpose of a text in an RTF file, by the group that it is in.
enum class RtfUse : uint8_t {
  kText,     // of the letter, its header, a footnote, a property
  kName,     // an author, an editor, initials
  kStyle,    // the name of a style
  kAnchor,   // the name of a bookmark or a form field
  kCode,     // the code of a field: HYPERLINK "..."
  kValue,    // of a property of a drawing, mostly a number
  kGiven,    // the name of a font or of the program that wrote the file
  kSetting,  // lists of colours and the like: words of that program
  kNumber,   // part of a date; stays if it equals `mask`
  kData,     // describes the file: a theme, a hash; stays if it equals `mask`
  kUnread,   // a picture or an object; stays if it equals `mask`
};

struct RtfText {
  TextSegment segment;
  RtfUse use;
  std::string mask = {};  // what replaces a kNumber, kData or kUnread and says nothing
};

// The texts of an RTF file, in the order of reading: the running text, then headers, footnotes,
// annotations and properties, each a passage. White space alone is a join. Names of fonts and other
// settings have no texts. Groups that RTF does not define are read as text, since programs skip
// them and anything may be in them.
//
// kBadInput if the file does not begin with {\rtf, a byte order mark and white space aside;
// kUnsupported, at a byte, if a character is written in a code page that charsets.h lacks. A group
// without an end ends with the file. Its time is linear, and the nesting of groups is bounded by
// memory alone: nothing recurses.
Result<std::vector<RtfText>> scan_rtf(std::string_view rtf, StopCheck& stop = StopCheck::never());

}  // namespace redact
