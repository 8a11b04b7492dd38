// SPDX-License-Identifier: Apache-2.0
// The arguments of callers as values of the library.
#pragma once

#include <string>
#include <string_view>

#include "base/user_file.h"
#include "c_api/structs.h"
#include "crypto/secret.h"
#include "redact/redact.h"

namespace redact::c_api {

inline Result<void> require(const void* pointer, const char* name) {
  if (pointer != nullptr) return {};
  return misuse(name, "is NULL");
}

// Bytes with a length.
inline Result<std::string_view> bytes_of(const void* data, size_t size, const char* name) {
  if (data == nullptr && size > 0) return misuse(name, "is NULL");
  return std::string_view(static_cast<const char*>(data), size);
}

// A string, or `otherwise` for NULL.
inline Result<std::string> string_of(const char* given, const char* name,
                                     const char* otherwise = "") {
  if (given == nullptr) return std::string(otherwise);
  if (*given == '\0') return misuse(name, "is empty; NULL leaves it out");
  return std::string(given);
}

inline Result<bool> flag_of(int given, const char* name) {
  if (given == 0 || given == 1) return given == 1;
  return misuse(name, "is neither 0 nor 1");
}

inline Result<UserFile> file_of(const redact_file& given, const char* name) {
  REDACT_ASSIGN(const std::string path, string_of(given.path, name));
  REDACT_ASSIGN(const std::string_view data, bytes_of(given.data, given.data_size, name));
  if (!path.empty() && given.data != nullptr) return misuse(name, "has a path and data");
  return given.data != nullptr ? UserFile::in_memory(std::string(data)) : UserFile(path);
}

// A key, which may be text if it is a legacy key. kMisuse if none is given.
inline Result<Secret> key_of(const redact_file& given, bool is_legacy) {
  REDACT_ASSIGN(const UserFile file, file_of(given, "key"));
  if (!file.is_given()) return misuse("key", "is not given");
  const auto text = is_legacy ? Secret::TextKeys::kTaken : Secret::TextKeys::kRefused;
  return blame("key", file.content ? Secret::given(*file.content, text, "legacy_key")
                                   : Secret::read(file.path, text, "legacy_key"));
}

}  // namespace redact::c_api
