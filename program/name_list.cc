// SPDX-License-Identifier: Apache-2.0
#include "program/name_list.h"

#include <algorithm>

namespace redact {

void NameList::add(std::string_view name) {
  size_t shared = 0;
  if (size_ % kBlockNames == 0) {
    blocks_.push_back(bytes_.size());
  } else {
    constexpr size_t kMost = 255;  // one byte holds the length
    const size_t most = std::min({name.size(), last_.size(), kMost});
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

}  // namespace redact
