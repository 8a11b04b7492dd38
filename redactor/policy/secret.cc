// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/secret.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstring>

#include "redactor/files/file_io.h"

namespace redact {

namespace {

constexpr size_t kMinKeyBytes = 16;

}  // namespace

Result<Secret> Secret::of_bytes(std::string_view bytes) {
  if (bytes.size() < kMinKeyBytes) {
    return Error{ErrorKind::kBadInput, "key",
                 "has fewer than 16 bytes; make one with: head -c 32 /dev/urandom > FILE"};
  }
  return Secret(sha256(bytes));
}

Result<Secret> Secret::read(const std::string& path) {
  REDACT_ASSIGN(const std::string bytes, read_file(path));
  return of_bytes(bytes);
}

Secret Secret::of_document(std::string_view text) { return Secret(sha256(text)); }

Digest Secret::draw(std::string_view purpose, std::string_view message) const {
  std::string input(purpose);
  input += '\0';
  input += message;
  Digest out;
  unsigned int n = 0;
  HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
       reinterpret_cast<const unsigned char*>(input.data()), input.size(), out.data(), &n);
  return out;
}

uint64_t Secret::draw_below(uint64_t n, std::string_view purpose, std::string_view message) const {
  const Digest bytes = draw(purpose, message);
  uint64_t number;
  std::memcpy(&number, bytes.data(), sizeof(number));
  return number % n;
}

}  // namespace redact
