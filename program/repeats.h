// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace redact {

// Finds the strings that may occur more than once among millions, in 8 bytes each, so that only
// those need to be stored.
class Repeats {
 public:
  // Call this for every string, then seal().
  void add(std::string_view text) { hashes_.push_back(std::hash<std::string_view>{}(text)); }
  void seal() {
    std::sort(hashes_.begin(), hashes_.end());
    for (size_t i = 1; i < hashes_.size(); ++i) {
      if (hashes_[i] == hashes_[i - 1]) repeated_.insert(hashes_[i]);
    }
    hashes_ = {};
  }

  bool any() const { return !repeated_.empty(); }
  // False for a string that was added once, except for one in 10^19.
  bool may_hold(std::string_view text) const {
    return any() && repeated_.contains(std::hash<std::string_view>{}(text));
  }

 private:
  std::vector<size_t> hashes_;
  std::unordered_set<size_t> repeated_;
};

}  // namespace redact
