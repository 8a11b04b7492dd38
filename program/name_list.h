// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// The names of millions of files. A name is stored as the length of the prefix that it shares with
// the name before it and the rest, so sorted names take a few bytes each.
class NameList {
 public:
  // `name` holds no NUL.
  void add(std::string_view name);

  size_t size() const { return size_; }
  std::string operator[](size_t index) const;

 private:
  // Names of a block, each of which is decoded from the first one: 16 of them cost half a byte a
  // name for the block's place, one whole name, and at most 15 copies to read one.
  static constexpr size_t kBlockNames = 16;

  // Reads the name at `position` over the name before it and returns the next position.
  size_t read(size_t position, std::string& name) const;

  std::string bytes_;           // for each name: shared length, rest, NUL
  std::vector<size_t> blocks_;  // where each block starts
  std::string last_;
  size_t size_ = 0;
};

}  // namespace redact
