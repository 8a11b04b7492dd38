// SPDX-License-Identifier: Apache-2.0
// Byte-pair merging (Sennrich et al. 2016, arXiv 1508.07909): joins the adjacent pair of lowest
// rank, the leftmost if several have it, until no pair has a rank. Long words take O(n log n),
// short ones allocate nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redact {

// Which pairs of symbols merge, in which order, and the resulting symbols. A hash table with open
// addressing: a merge of a word is a few look-ups, most of them of pairs that do not merge.
class MergeTable {
 public:
  struct Merge {
    int32_t rank;  // 0 or more
    int32_t joined;
  };

  void reserve(size_t n_merges) {
    while (slots_.size() < 2 * n_merges) grow();
  }

  // False, and nothing is added, if the pair is there.
  bool add(int32_t left, int32_t right, int32_t rank, int32_t joined) {
    reserve(n_merges_ + 1);
    Slot& slot = slots_[place(left, right)];
    if (slot.merge.rank >= 0) return false;
    slot = {left, right, {rank, joined}};
    ++n_merges_;
    return true;
  }
  // nullptr if the pair does not merge.
  const Merge* find(int32_t left, int32_t right) const {
    const Slot& slot = slots_[place(left, right)];
    return slot.merge.rank < 0 ? nullptr : &slot.merge;
  }

 private:
  struct Slot {
    int32_t left, right;
    Merge merge = {-1, -1};  // a negative rank: the slot is free
  };

  // The slot of a pair, or the free one in which it would be.
  size_t place(int32_t left, int32_t right) const {
    const uint64_t pair =
        uint64_t{static_cast<uint32_t>(left)} << 32 | static_cast<uint32_t>(right);
    // Fibonacci hashing: the high bits of the product depend on all bits of the pair.
    size_t at = static_cast<size_t>(pair * 0x9e3779b97f4a7c15 >> 32) & (slots_.size() - 1);
    while (slots_[at].merge.rank >= 0 && (slots_[at].left != left || slots_[at].right != right)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.merge.rank >= 0) slots_[place(slot.left, slot.right)] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1);  // a power of two, at most half of them taken
  size_t n_merges_ = 0;
};

// A symbol and the length of the part of the word that it covers.
struct BpeSymbol {
  int32_t id;
  uint32_t length;
};

// Merges `word` in place; its initial symbols have a length of 1 or more each.
void bpe_merge(const MergeTable& merges, std::vector<BpeSymbol>& word);

}  // namespace redact
