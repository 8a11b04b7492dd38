// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// The names of millions of files. Each name is stored as the length of the prefix that it shares
// with the previous name, and the rest, so sorted names take a few bytes each.
class NameList {
 public:
  // `name` holds no NUL.
  void add(std::string_view name);

  size_t size() const { return size_; }
  std::string operator[](size_t index) const;

 private:
  // Names of a block, each of which is decoded from the first one. With 16 names, the position of a
  // block costs half a byte a name; each block has one whole name, and reading a name takes at most
  // 15 copies.
  static constexpr size_t kBlockNames = 16;

  // Reads the name at `position` over the previous name and returns the next position.
  size_t read(size_t position, std::string& name) const;

  std::string bytes_;           // for each name: shared length, rest, NUL
  std::vector<size_t> blocks_;  // where each block starts
  std::string last_;
  size_t size_ = 0;
};

}  // namespace redact
