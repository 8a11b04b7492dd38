// SPDX-License-Identifier: Apache-2.0
// Size arithmetic that reports overflow instead of wrapping. Every size that comes from a file goes
// through these functions; bounds are then compared by subtraction (fits), never by addition.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

namespace redact {

inline std::optional<uint64_t> checked_add(uint64_t a, uint64_t b) {
  uint64_t out;
  if (__builtin_add_overflow(a, b, &out)) return std::nullopt;
  return out;
}

inline std::optional<uint64_t> checked_mul(uint64_t a, uint64_t b) {
  uint64_t out;
  if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
  return out;
}

// Rounds up to a multiple of `alignment`, a power of two.
inline std::optional<uint64_t> checked_align_up(uint64_t value, uint64_t alignment) {
  auto sum = checked_add(value, alignment - 1);
  if (!sum) return std::nullopt;
  return *sum & ~(alignment - 1);
}

// Whether [offset, offset + size) lies within [0, available), computed without adding.
inline bool fits(uint64_t offset, uint64_t size, uint64_t available) {
  return offset <= available && size <= available - offset;
}

template <std::integral To, std::integral From>
std::optional<To> checked_narrow(From value) {
  if (!std::in_range<To>(value)) return std::nullopt;
  return static_cast<To>(value);
}

}  // namespace redact
