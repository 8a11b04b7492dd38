// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/name_list.h"

#include <algorithm>
#include <cstring>

namespace redact {

void NameList::add(std::string_view name) {
  size_t shared = 0;
  if (size_ % kBlockNames == 0) {
    blocks_.push_back(bytes_.size());
  } else {
    const size_t most = std::min({name.size(), last_.size(), size_t{255}});  // one byte holds it
    while (shared < most && name[shared] == last_[shared]) ++shared;
  }
  bytes_ += static_cast<char>(shared);
  bytes_ += name.substr(shared);
  bytes_ += '\0';
  last_ = name;
  ++size_;
}

size_t NameList::read(size_t position, std::string& name) const {
  name.resize(static_cast<unsigned char>(bytes_[position++]));
  const size_t end = bytes_.find('\0', position);
  name.append(bytes_, position, end - position);
  return end + 1;
}

std::string NameList::operator[](size_t index) const {
  std::string name;
  size_t position = blocks_[index / kBlockNames];
  for (size_t i = 0; i <= index % kBlockNames; ++i) position = read(position, name);
  return name;
}

void NameList::sort(size_t first) {
  if (first >= size_) return;
  const size_t block = first / kBlockNames;
  std::string whole;  // the names from that block on, each with its NUL
  std::vector<size_t> starts;
  std::string name;
  for (size_t position = blocks_[block]; position < bytes_.size();) {
    position = read(position, name);
    starts.push_back(whole.size());
    whole.append(name.c_str(), name.size() + 1);
  }
  const auto unsorted = starts.begin() + static_cast<ptrdiff_t>(first % kBlockNames);
  std::sort(unsorted, starts.end(), [&](size_t a, size_t b) {
    return std::strcmp(whole.c_str() + a, whole.c_str() + b) < 0;
  });
  bytes_.resize(blocks_[block]);
  blocks_.resize(block);
  size_ = block * kBlockNames;
  for (const size_t start : starts) add(whole.c_str() + start);
  bytes_.shrink_to_fit();
}

}  // namespace redact
