// SPDX-License-Identifier: Apache-2.0
// Byte-pair merging (Sennrich et al. 2016, arXiv 1508.07909): joins the adjacent pair of lowest
// rank, the leftmost if several have it, until no pair has a rank. A heap of pairs over a linked
// list of symbols makes it O(n log n) in the length of the word, for any word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace redact {

// Which pairs of symbols merge, in which order, and the resulting symbols.
class MergeTable {
 public:
  struct Merge {
    int32_t rank;
    int32_t joined;
  };

  void reserve(size_t n_merges) { merges_.reserve(n_merges); }

  // False, and nothing is added, if the pair is there.
  bool add(int32_t left, int32_t right, int32_t rank, int32_t joined) {
    return merges_.emplace(key(left, right), Merge{rank, joined}).second;
  }
  // nullptr if the pair does not merge.
  const Merge* find(int32_t left, int32_t right) const {
    const auto found = merges_.find(key(left, right));
    return found == merges_.end() ? nullptr : &found->second;
  }

 private:
  static uint64_t key(int32_t left, int32_t right) {
    return static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
  }
  std::unordered_map<uint64_t, Merge> merges_;
};

// A symbol and the length of the part of the word that it covers.
struct BpeSymbol {
  int32_t id;
  uint32_t length;
};

// Merges `word` in place; its initial symbols have a length of 1 or more each.
void bpe_merge(const MergeTable& merges, std::vector<BpeSymbol>& word);

}  // namespace redact
