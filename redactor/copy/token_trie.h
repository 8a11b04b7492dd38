// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/text/tokenizer.h"

namespace redact {

// Finds the tokens that spell a given continuation: a trie over the bytes of every token that text
// can spell. Built once per tokenizer; immutable, so any number of threads may share it. Nodes are
// in one array, with the children of a node as a sorted run, so a step is a binary search.
class TokenTrie {
 public:
  // Tokens without bytes are left out.
  explicit TokenTrie(const Tokenizer& tokenizer);

  // Appends every token whose bytes are a non-empty prefix of `text`, shortest first.
  void prefixes_of(std::string_view text, std::vector<int32_t>& ids) const;

 private:
  struct Node {
    uint32_t first_child = 0;
    uint32_t n_children = 0;
    uint32_t first_id = 0;  // tokens that end here; several may spell the same bytes
    uint32_t n_ids = 0;
    uint8_t byte = 0;
  };

  std::vector<Node> nodes_;
  std::vector<int32_t> ids_;
};

}  // namespace redact
