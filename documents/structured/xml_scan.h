// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/structured/places.h"
#include "documents/structured/segment.h"

namespace redact {

// The texts of an XML document, in order: text, CDATA sections, the values of attributes and of
// xmlns, comments and the data of processing instructions. White space alone is not a segment;
// between texts it is a join.
struct XmlTexts {
  std::vector<TextSegment> segments;
  Places places;
  // The elements that hold a segment, whole with their tags, in the order of their ends.
  std::vector<TextSegment> elements;
  size_t end = 0;  // of the document, with the comments and instructions behind it
};

// Scans a document of XML 1.0 with namespaces, in UTF-8, a character set (kCharset as the
// outer coding) or UTF-16 (kUtf16Le, kUtf16Be), as its byte order mark or declaration says. Nothing
// but `xml` is ever read.
//
// kBadInput, at a byte of `xml`, for malformed XML. kUnsupported for a document type
// declaration, since its entities could hold text and multiply it, for another encoding, for more
// than 1 GiB, and for elements on more than 512 levels.
Result<XmlTexts> scan_xml(std::string_view xml, StopCheck& stop = StopCheck::never());

// Scans the document that begins at a byte of `xml`. Any other text may follow it, unless it is in
// UTF-16 or a character set.
Result<XmlTexts> scan_xml_at(std::string_view xml, size_t begin, StopCheck& stop);

}  // namespace redact
