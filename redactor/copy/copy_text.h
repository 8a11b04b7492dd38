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

// Bytes [begin, end) of a source that are decided before the model runs, and the text that replaces
// them in the output.
struct FixedPart {
  size_t begin;
  size_t end;
  std::string written;  // not empty
};

// The text that a decoder copies: the source with its fixed parts already replaced. The model sees
// the replacements in its own output and decides the rest with them as context. Positions are bytes
// of text().
class CopyText {
 public:
  // `fixed`: sorted, disjoint, none empty. `continues`: how the tokenizer treats the start of the
  // text; see ChatPrompt::text_continues. Returns the tokenizer's errors.
  static Result<CopyText> make(std::string_view source, std::span<const FixedPart> fixed,
                               const Tokenizer& tokenizer, bool continues);

  std::string_view text() const { return text_; }
  size_t size() const { return text_.size(); }
  const TokenizedText& tokens() const { return tokens_; }

  // The token of tokens() that begins at `at`; nullopt inside a token and at the end.
  struct OwnToken {
    int32_t id;
    size_t end;
  };
  std::optional<OwnToken> own_token(size_t at) const;

  bool has_fixed() const { return !parts_.empty(); }
  // Whether `at` lies in a fixed part or at its beginning.
  bool is_fixed(size_t at) const;
  // The beginning of the first fixed part that ends after `at`; size() if there is none.
  size_t next_fixed(size_t at) const;
  // The byte of the source for a position outside all fixed parts or at the edge of one.
  size_t to_source(size_t at) const;
  // The position of a byte of the source that lies in no fixed part.
  size_t from_source(size_t at) const;

 private:
  struct Part {
    size_t begin, end;                // in text()
    size_t source_begin, source_end;  // in the source
  };
  std::string text_;
  std::vector<Part> parts_;
  TokenizedText tokens_;
};

}  // namespace redact
