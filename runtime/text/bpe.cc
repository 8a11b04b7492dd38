// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/bpe.h"

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

}  // namespace

void bpe_merge(const MergeTable& merges, std::vector<BpeSymbol>& word) {
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

}  // namespace redact
