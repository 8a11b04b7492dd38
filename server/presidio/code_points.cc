// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/code_points.h"

#include <algorithm>

namespace redact::server {

namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

}  // namespace

CodePoints::CodePoints(std::string_view text) : text_(text), bytes_({0}) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!begins_character(text[i])) continue;
    if (count_ > 0 && count_ % kStep == 0) bytes_.push_back(i);
    ++count_;
  }
}

std::optional<size_t> CodePoints::byte_at(size_t code_point) const {
  if (code_point > count_) return std::nullopt;
  if (code_point == count_) return text_.size();
  size_t byte = bytes_[code_point / kStep];
  for (size_t left = code_point % kStep; left > 0; --left) {
    do {
      ++byte;
    } while (!begins_character(text_[byte]));
  }
  return byte;
}

size_t CodePoints::at_byte(size_t byte) const {
  const auto after = std::upper_bound(bytes_.begin(), bytes_.end(), byte);
  const size_t known = static_cast<size_t>(after - bytes_.begin()) - 1;
  const auto* begin = text_.data() + bytes_[known];
  return known * kStep +
         static_cast<size_t>(std::count_if(begin, text_.data() + byte, begins_character));
}

}  // namespace redact::server
