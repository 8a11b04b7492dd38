// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace redact {

// A cursor over bytes, and the only code of the loader that reads them. Every read is checked
// against the remaining bytes and returns nullopt past the end; the cursor then does not move.
class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t offset() const { return at_; }
  uint64_t remaining() const { return bytes_.size() - at_; }
  // For an error: the field that is being read, and its offset.
  std::string where(std::string_view field) const {
    return std::string(field) + " at byte " + std::to_string(at_);
  }

  std::optional<std::span<const uint8_t>> take(uint64_t n);
  // The bytes read since the cursor was at `begin`, an earlier offset().
  std::span<const uint8_t> since(uint64_t begin) const {
    return bytes_.subspan(begin, at_ - begin);
  }

  // Little-endian scalars. All supported machines are little-endian.
  template <typename T>
  std::optional<T> read() {
    const auto bytes = take(sizeof(T));
    if (!bytes) return std::nullopt;
    T value;
    std::memcpy(&value, bytes->data(), sizeof(T));
    return value;
  }

  // Reads a u64 length and that many bytes, at most max_bytes. The view is valid as long as the
  // bytes.
  std::optional<std::string_view> read_string(uint64_t max_bytes);

 private:
  std::span<const uint8_t> bytes_;
  uint64_t at_ = 0;
};

}  // namespace redact
