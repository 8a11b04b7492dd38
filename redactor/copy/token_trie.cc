// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/token_trie.h"

#include <algorithm>
#include <queue>

namespace redact {

namespace {

using Entry = std::pair<std::string_view, int32_t>;

// Compares bytes as unsigned, so that runs of one byte are adjacent and in the order that a search
// expects.
bool byte_less(const Entry& a, const Entry& b) {
  const auto less = [](char x, char y) {
    return static_cast<uint8_t>(x) < static_cast<uint8_t>(y);
  };
  if (a.first != b.first) {
    return std::lexicographical_compare(a.first.begin(), a.first.end(), b.first.begin(),
                                        b.first.end(), less);
  }
  return a.second < b.second;
}

}  // namespace

// Breadth first over runs of the sorted tokens, so that the children of a node are adjacent.
TokenTrie::TokenTrie(const Tokenizer& tokenizer) {
  std::vector<Entry> entries;
  for (int32_t id = 0; static_cast<size_t>(id) < tokenizer.n_vocab(); ++id) {
    const std::string_view bytes = tokenizer.token_bytes(id);
    if (!bytes.empty()) entries.emplace_back(bytes, id);
  }
  std::sort(entries.begin(), entries.end(), byte_less);
  struct Run {
    uint32_t node;
    size_t begin, end, depth;
  };
  nodes_.push_back({});
  std::queue<Run> runs;
  runs.push({0, 0, entries.size(), 0});
  while (!runs.empty()) {
    Run run = runs.front();
    runs.pop();
    nodes_[run.node].first_id = static_cast<uint32_t>(ids_.size());
    while (run.begin < run.end && entries[run.begin].first.size() == run.depth) {
      ids_.push_back(entries[run.begin++].second);
    }
    nodes_[run.node].n_ids = static_cast<uint32_t>(ids_.size()) - nodes_[run.node].first_id;
    nodes_[run.node].first_child = static_cast<uint32_t>(nodes_.size());
    for (size_t begin = run.begin; begin < run.end;) {
      const char byte = entries[begin].first[run.depth];
      size_t end = begin;
      while (end < run.end && entries[end].first[run.depth] == byte) ++end;
      runs.push({static_cast<uint32_t>(nodes_.size()), begin, end, run.depth + 1});
      nodes_.push_back({0, 0, 0, 0, static_cast<uint8_t>(byte)});
      ++nodes_[run.node].n_children;
      begin = end;
    }
  }
}

void TokenTrie::prefixes_of(std::string_view text, std::vector<int32_t>& ids) const {
  const Node* node = &nodes_[0];
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    const auto begin = nodes_.begin() + node->first_child, end = begin + node->n_children;
    const auto found = std::lower_bound(
        begin, end, byte, [](const Node& child, uint8_t wanted) { return child.byte < wanted; });
    if (found == end || found->byte != byte) return;
    node = &*found;
    ids.insert(ids.end(), ids_.begin() + node->first_id,
               ids_.begin() + node->first_id + node->n_ids);
  }
}

}  // namespace redact
