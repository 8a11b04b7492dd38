// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/copy_text.h"

#include <algorithm>
#include <utility>

namespace redact {

Result<CopyText> CopyText::make(std::string_view source, std::span<const FixedPart> fixed,
                                const Tokenizer& tokenizer, bool continues) {
  CopyText out;
  size_t at = 0;
  for (const FixedPart& part : fixed) {
    out.text_ += source.substr(at, part.begin - at);
    const size_t begin = out.text_.size();
    out.text_ += part.written;
    out.parts_.push_back({begin, out.text_.size(), part.begin, part.end});
    at = part.end;
  }
  out.text_ += source.substr(at);
  REDACT_ASSIGN(out.tokens_, continues ? tokenizer.tokenize_continuation(out.text_)
                                       : tokenizer.tokenize(out.text_));
  return out;
}

std::optional<CopyText::OwnToken> CopyText::own_token(size_t at) const {
  const auto found = std::lower_bound(tokens_.begin.begin(), tokens_.begin.end(), at);
  for (auto i = static_cast<size_t>(found - tokens_.begin.begin());
       i < tokens_.ids.size() && tokens_.begin[i] == at; ++i) {
    // The synthetic space before a text has no bytes.
    if (tokens_.end[i] > at) return OwnToken{tokens_.ids[i], tokens_.end[i]};
  }
  return std::nullopt;
}

size_t CopyText::next_fixed(size_t at) const {
  for (const Part& part : parts_) {
    if (part.end > at) return part.begin;
  }
  return size();
}

bool CopyText::is_fixed(size_t at) const { return at < size() && next_fixed(at) <= at; }

size_t CopyText::to_source(size_t at) const {
  size_t here = 0, there = 0;  // end of the last part before `at`, in text() and in the source
  for (const Part& part : parts_) {
    if (part.end > at) break;
    here = part.end, there = part.source_end;
  }
  return there + (at - here);
}

size_t CopyText::from_source(size_t at) const {
  size_t here = 0, there = 0;
  for (const Part& part : parts_) {
    if (part.source_end > at) break;
    here = part.end, there = part.source_end;
  }
  return here + (at - there);
}

}  // namespace redact
