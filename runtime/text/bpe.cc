// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/bpe.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <queue>
#include <tuple>

namespace redact {

namespace {

// A pair that could merge: the place of its left symbol, and both ids when it was pushed, by which
// a pair that has changed since is recognised.
struct Pair {
  int32_t rank;
  int32_t joined;
  size_t left;
  int32_t left_id;
  int32_t right_id;

  bool operator>(const Pair& other) const {
    return std::tie(rank, left) > std::tie(other.rank, other.left);
  }
};

// Words of up to this many symbols, which are nearly all, are searched for each pair to join.
constexpr size_t kShort = 24;

void merge_short(const MergeTable& merges, std::vector<BpeSymbol>& word) {
  std::array<const MergeTable::Merge*, kShort> of_pair;  // of each symbol and the next one
  const auto look_up = [&](size_t left) {
    of_pair[left] = merges.find(word[left].id, word[left + 1].id);
  };
  for (size_t i = 0; i + 1 < word.size(); ++i) look_up(i);
  for (;;) {
    const MergeTable::Merge* merge = nullptr;
    size_t left = 0;
    for (size_t i = 0; i + 1 < word.size(); ++i) {
      if (of_pair[i] == nullptr || (merge != nullptr && merge->rank <= of_pair[i]->rank)) continue;
      merge = of_pair[i];
      left = i;
    }
    if (merge == nullptr) return;
    word[left] = {merge->joined, word[left].length + word[left + 1].length};
    word.erase(word.begin() + static_cast<ptrdiff_t>(left) + 1);
    std::copy(of_pair.begin() + left + 1, of_pair.begin() + word.size(), of_pair.begin() + left);
    if (left > 0) look_up(left - 1);
    if (left + 1 < word.size()) look_up(left);
  }
}

// A heap of pairs over a linked list of symbols.
void merge_long(const MergeTable& merges, std::vector<BpeSymbol>& word) {
  const size_t n = word.size();
  std::vector<size_t> next(n), previous(n);
  for (size_t i = 0; i < n; ++i) {
    next[i] = i + 1;
    previous[i] = i - 1;  // wraps for i = 0, where it is never used
  }
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> pairs;
  const auto push = [&](size_t left) {
    const size_t right = next[left];
    if (right >= n) return;
    if (const auto* merge = merges.find(word[left].id, word[right].id)) {
      pairs.push({merge->rank, merge->joined, left, word[left].id, word[right].id});
    }
  };
  for (size_t i = 0; i + 1 < n; ++i) push(i);

  while (!pairs.empty()) {
    const Pair pair = pairs.top();
    pairs.pop();
    const size_t left = pair.left, right = next[left];
    if (right >= n || word[left].id != pair.left_id || word[right].id != pair.right_id) continue;
    word[left] = {pair.joined, word[left].length + word[right].length};
    word[right] = {-1, 0};
    next[left] = next[right];
    if (next[left] < n) previous[next[left]] = left;
    push(left);
    if (left > 0) push(previous[left]);
  }
  std::erase_if(word, [](const BpeSymbol& symbol) { return symbol.length == 0; });
}

}  // namespace

void bpe_merge(const MergeTable& merges, std::vector<BpeSymbol>& word) {
  word.size() <= kShort ? merge_short(merges, word) : merge_long(merges, word);
}

}  // namespace redact
