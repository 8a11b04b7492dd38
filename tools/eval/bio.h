// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tools/eval/corpus.h"
#include "tools/eval/tokens.h"

namespace redact::eval {

// A token and its tag: B-X if a span of X begins, I-X if it continues, else O.
struct BioToken {
  Token token;
  std::string tag;
};

// The tokens of a text (tokens.h) with the tags of `annotations`, which are sorted. A token belongs
// to a span that holds a character of it; if spans overlap, to the one that begins first.
std::vector<BioToken> bio_tokens(std::u32string_view text,
                                 const std::vector<Annotation>& annotations);

// Documents as lines of a token, a space and its tag. An empty line stands for a line end of the
// text; a line "-DOCSTART- O" begins a document. The lines hold text of the documents. `found`:
// write the tags of the found spans, else those of the gold.
std::string to_bio(const std::vector<Document>& documents, bool found);

// Reads such lines: the first field is a token, the last its tag, and the fields between are
// ignored. An I- without its B- begins a span. Tokens are joined by a space and lines end at empty
// lines, so the text is that of the file, not of the original note. Documents are numbered from 1;
// the spans are gold. Errors name the line.
Result<std::vector<Document>> read_bio(const std::string& path);

}  // namespace redact::eval
