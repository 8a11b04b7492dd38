// SPDX-License-Identifier: Apache-2.0
// Structs of callers that were compiled with another version of redact.h, in which structs grow.
// The header has the rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "base/result.h"
#include "redact/redact.h"

namespace redact::c_api {

inline size_t size_of(const void* given) {
  size_t size;
  std::memcpy(&size, given, sizeof size);
  return size;
}

constexpr bool is_size(size_t size) {
  return size > 0 && size <= REDACT_MOST_STRUCT_BYTES && size % sizeof(size_t) == 0;
}

inline Error misuse(std::string where, std::string what) {
  return {ErrorKind::kMisuse, std::move(where), std::move(what)};
}

// The caller's struct as the library's. `size` is that of the caller's struct.
template <typename T>
Result<T> take(const void* given, size_t size, const char* name) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(size_t) == 0);
  if (!is_size(size)) return misuse(std::string(name) + ".size", "is not the size of a struct");
  T taken{};
  std::memcpy(&taken, given, std::min(size, sizeof taken));
  const char* bytes = static_cast<const char*>(given);
  if (std::any_of(bytes + std::min(size, sizeof taken), bytes + size,
                  [](char byte) { return byte != 0; })) {
    return Error{ErrorKind::kUnsupported, name, "has a field that this library does not know"};
  }
  return taken;
}

template <typename T>
Result<T> take(const T* given, const char* name) {
  return take<T>(given, size_of(given), name);
}

// The same, where NULL means a struct of zeros.
template <typename T>
Result<T> take_or_default(const T* given, const char* name) {
  return given != nullptr ? take(given, name) : T{};
}

// Fills a caller's struct and leaves its size unchanged.
template <typename T>
Result<void> fill(T* out, const T& value, const char* name) {
  if (out == nullptr) return misuse(name, "is NULL");
  const size_t size = size_of(out);
  if (!is_size(size)) return misuse(std::string(name) + ".size", "is not the size of a struct");
  char* bytes = reinterpret_cast<char*>(out);
  const size_t n_known = std::min(size, sizeof value);
  std::memcpy(bytes + sizeof size, reinterpret_cast<const char*>(&value) + sizeof size,
              n_known - sizeof size);
  std::memset(bytes + n_known, 0, size - n_known);
  return {};
}

}  // namespace redact::c_api
