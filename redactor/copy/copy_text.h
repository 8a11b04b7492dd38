// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// Bytes [begin, end) of a source that are decided before the model is asked, and what the output
// has in their place.
struct FixedPart {
  size_t begin;
  size_t end;
  std::string written;  // not empty
};

// What a decoder copies: a source in which the fixed parts are written already. The model reads
// them in its own output and decides the rest in their light. Positions are bytes of text().
class CopyText {
 public:
  // `fixed`: sorted, disjoint, none empty. `continues`: how the tokenizer takes the text, as
  // ChatPrompt::text_continues has it. Errors of the tokenizer.
  static Result<CopyText> make(std::string_view source, std::span<const FixedPart> fixed,
                               const Tokenizer& tokenizer, bool continues);

  std::string_view text() const { return text_; }
  size_t size() const { return text_.size(); }
  const TokenizedText& tokens() const { return tokens_; }

  // The token of the tokenizer that begins at `at`; nullopt inside a token and at the end.
  struct OwnToken {
    int32_t id;
    size_t end;
  };
  std::optional<OwnToken> own_token(size_t at) const;

  bool has_fixed() const { return !parts_.empty(); }
  // Whether a fixed part holds or begins at `at`.
  bool is_fixed(size_t at) const;
  // Where the first fixed part that ends behind `at` begins; size() where there is none.
  size_t next_fixed(size_t at) const;
  // The source's byte of a position outside fixed parts, or at the edge of one.
  size_t to_source(size_t at) const;
  // The position of a byte of the source that lies in no fixed part.
  size_t from_source(size_t at) const;

 private:
  struct Part {
    size_t begin, end;                // here
    size_t source_begin, source_end;  // in the source
  };
  std::string text_;
  std::vector<Part> parts_;
  TokenizedText tokens_;
};

}  // namespace redact
