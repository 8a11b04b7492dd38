// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "documents/formats/read_document.h"
#include "redactor/policy/replacer.h"
#include "redactor/span/span.h"

namespace redact {

// A span and the position of its replacement in the output. A span that was only found has no
// replacement.
struct Entity {
  Span span;            // bytes of the source, from its first to its last
  std::string surface;  // its text, as a reader sees it
  std::string replacement;
  size_t out_begin;  // of the output; of the whole text if it is rewritten as a whole (Base64)
  size_t out_end;
  std::vector<ByteRange> ranges = {};  // of the source, if markup divides the span; else empty
  ByteRange in_text = {};              // the span in the document's text (DocumentText::text)

  // The ranges, or the span as the only one.
  std::vector<ByteRange> pieces() const {
    return ranges.empty() ? std::vector<ByteRange>{{span.begin, span.end}} : ranges;
  }
};

struct Rendered {
  std::string output;
  std::vector<Entity> entities;                        // in order of the source
  std::vector<Edit> edits;                             // of the source; of an archive, none
  std::vector<DocumentText::Written::Member> members;  // of an archive: edits of its members
  std::vector<DocumentText::PartEdit> of_parts;        // the same of the parts; none if it has none
  std::vector<Span> kept;  // left unchanged by the replacer, in bytes of the document's text
};

// The spans as the replacer reads them: pieces of one piece of evidence, which walls divide, are
// one span.
std::vector<Span> undivided(const std::vector<Span>& spans);

// Makes the output from the source: `replacer` gives the replacement of each span, or leaves it,
// and all other bytes are copied. A replacement is written into the first part that the span
// touches; the other parts lose their share of the span, and the text between them stays. Pieces of
// one piece of evidence each get the same replacement. If the document's character set lacks a
// character of a replacement, the tag takes its place. `spans` are in bytes of the document's text,
// sorted and disjoint, and cross none of its walls. `values` are edits of parts outside the text,
// in the order of the parts. Errors are those of Replacer::replace and DocumentText::write.
Result<Rendered> render(const FormattedText& document, const std::vector<Span>& spans,
                        Replacer& replacer, std::vector<DocumentText::PartEdit> values = {},
                        StopCheck& stop = StopCheck::never());

// The spans as entities that are not replaced, in order of the source. `spans` are as for render().
std::vector<Entity> find_entities(const FormattedText& document, const std::vector<Span>& spans);

}  // namespace redact
