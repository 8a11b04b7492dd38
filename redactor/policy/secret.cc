// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/secret.h"

#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "redactor/files/file_io.h"

namespace redact {

namespace {

constexpr size_t kMinKeyBytes = 16;

Error bad_key(std::string what) { return {ErrorKind::kBadInput, "key", std::move(what)}; }

}  // namespace

Result<Secret> Secret::of_bytes(std::string_view bytes) {
  if (bytes.size() < kMinKeyBytes) {
    return bad_key(
        "has fewer than 16 bytes; make one with: (umask 077; head -c 32 /dev/urandom > FILE)");
  }
  REDACT_ASSIGN(const Digest key, sha256(bytes));
  return Secret(key);
}

Result<Secret> Secret::read(const std::string& path) {
  namespace fs = std::filesystem;
  REDACT_ASSIGN(const std::string bytes, read_file(path));
  std::error_code error;
  const fs::perms mode = fs::status(path, error).permissions();
  if (error) return Error{ErrorKind::kIo, "key", error.message()};
  if ((mode & (fs::perms::group_all | fs::perms::others_all)) != fs::perms::none) {
    return bad_key("can be used by others than its owner; forbid it with: chmod 600 FILE");
  }
  return of_bytes(bytes);
}

Result<Secret> Secret::random() {
  Digest key;
  if (::getentropy(key.data(), key.size()) != 0) {
    return Error{ErrorKind::kInternal, "random bytes", "the kernel gave none"};
  }
  return Secret(key);
}

Result<Digest> Secret::draw(std::string_view purpose, std::string_view message) const {
  std::string input(purpose);
  input += '\0';
  input += message;
  return hmac_sha256(key_, input);
}

Result<uint64_t> Secret::draw_below(uint64_t n, std::string_view purpose,
                                    std::string_view message) const {
  REDACT_ASSIGN(const Digest bytes, draw(purpose, message));
  uint64_t number;
  std::memcpy(&number, bytes.data(), sizeof(number));
  return number % n;
}

Result<Secret> Secret::derive(std::string_view purpose, std::string_view message) const {
  REDACT_ASSIGN(const Digest key, draw(purpose, message));
  return Secret(key);
}

}  // namespace redact
