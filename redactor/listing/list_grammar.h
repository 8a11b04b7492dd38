// SPDX-License-Identifier: Apache-2.0
// The grammar of an instruct model's list: pieces of the source, one a line with its label, and
// then the end.
//
//   list   { piece TAB label LF } end      "Nora Quill\t<PATIENT>\n47 years\t<AGE>\n---"
//   piece  a run of whole words on one line of the source (piece_index.h); it holds no tab
//   end    "---", or the end of the model's turn
//
// A piece begins with a word, so no piece can be mistaken for the end, whatever the source says
// (P6).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/label.h"
#include "redactor/copy/token_trie.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// The data common to all documents. The tokenizer and the trie must outlive everything made from
// the grammar.
struct ListGrammar {
  struct Named {
    Label label;
    std::vector<int32_t> ids;  // the tokenizer's own for its spelling
  };
  const Tokenizer* tokenizer;
  const TokenTrie* trie;
  std::vector<Named> labels;
  int32_t end_id;                 // the end of the model's turn
  std::vector<int32_t> end_ids;   // sorted: tokens that begin `end`, and end_id
  std::array<bool, 256> spelled;  // the bytes that a token spells
  size_t max_piece;               // bytes

  // A label and the text between a piece and the next line: "\t<PATIENT>\n".
  struct Spelling {
    Label label;
    std::string text;  // begins with a tab, ends with a line end
  };
  // `labels`: not empty, each once. `end`: begins with no letter or digit. kUnsupported for a
  // vocabulary that cannot spell a label.
  static Result<ListGrammar> make(const Tokenizer& tokenizer, const TokenTrie& trie,
                                  std::span<const Spelling> labels, std::string_view end,
                                  int32_t end_id, size_t max_piece);

  // nullptr if lists do not name the label.
  const Named* find(Label label) const;
  // The first label whose ids begin with these; nullptr if there is none.
  const Named* find(std::span<const int32_t> ids) const;
};

}  // namespace redact
