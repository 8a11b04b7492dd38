// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace redact::server {

// Offsets of a text in UTF-8 as Python counts them, in code points, and in bytes. The text outlives
// it.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text);

  size_t count() const { return count_; }
  // nullopt beyond the end of the text.
  std::optional<size_t> byte_at(size_t code_point) const;
  // Of a byte at which a character begins, or of the end.
  size_t at_byte(size_t byte) const;

 private:
  static constexpr size_t kStep = 256;  // code points between two places that are known

  std::string_view text_;
  size_t count_ = 0;
  std::vector<size_t> bytes_;  // at which code points 0, kStep, 2 kStep and so on begin
};

}  // namespace redact::server
