// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace redact::server {

// Converts offsets of a UTF-8 text between code points, as Python counts, and bytes. The text
// outlives the object.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text);

  size_t count() const { return count_; }
  // nullopt beyond the end of the text.
  std::optional<size_t> byte_at(size_t code_point) const;
  // `byte`: the beginning of a character, or the end of the text.
  size_t at_byte(size_t byte) const;

 private:
  static constexpr size_t kStep = 256;  // code points between two stored positions

  std::string_view text_;
  size_t count_ = 0;
  std::vector<size_t> bytes_;  // the positions of code points 0, kStep, 2 kStep and so on
};

}  // namespace redact::server
