// SPDX-License-Identifier: Apache-2.0
#include "crypto/digest.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <memory>

#include "base/ascii.h"
#include "crypto/openssl.h"

namespace redact {

namespace {

Error failed(const char* what) { return {ErrorKind::kInternal, what, "OpenSSL failed"}; }

}  // namespace

Result<Digest> sha256(std::string_view bytes) {
  Digest digest;
  unsigned int n = 0;
  const EVP_MD* method = openssl_sha256();
  const bool done = method != nullptr &&
                    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &n, method, nullptr) == 1;
  if (!done || n != digest.size()) return failed("SHA-256");
  return digest;
}

Result<Sha256> Sha256::begin() {
  Sha256 begun;
  begun.context_.reset(EVP_MD_CTX_new());
  const EVP_MD* method = openssl_sha256();
  const bool done = begun.context_ != nullptr && method != nullptr &&
                    EVP_DigestInit_ex2(begun.context_.get(), method, nullptr) == 1;
  if (!done) return failed("SHA-256");
  return begun;
}

Result<void> Sha256::add(std::string_view bytes) {
  if (EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1) return {};
  return failed("SHA-256");
}

Result<Digest> Sha256::end() {
  Digest digest;
  unsigned int n = 0;
  const bool done = EVP_DigestFinal_ex(context_.get(), digest.data(), &n) == 1;
  if (!done || n != digest.size()) return failed("SHA-256");
  return digest;
}

void Sha256::Free::operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }

Result<Digest> hmac_sha256(const Digest& key, std::string_view message) {
  Digest digest;
  size_t n = 0;
  char name[] = "SHA256";
  const OSSL_PARAM params[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, sizeof name - 1),
      OSSL_PARAM_construct_end()};
  const std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> mac(
      openssl_hmac() == nullptr ? nullptr : EVP_MAC_CTX_new(openssl_hmac()), &EVP_MAC_CTX_free);
  const bool done = mac != nullptr &&
                    EVP_MAC_init(mac.get(), key.data(), key.size(), params) == 1 &&
                    EVP_MAC_update(mac.get(), openssl_bytes(message), message.size()) == 1 &&
                    EVP_MAC_final(mac.get(), digest.data(), &n, digest.size()) == 1;
  if (!done || n != digest.size()) return failed("HMAC");
  return digest;
}

std::string message_of(std::initializer_list<std::string_view> parts) {
  std::string message;
  for (const std::string_view part : parts) {
    message.append(std::to_string(part.size())).append(":").append(part);
  }
  return message;
}

Result<std::string> sha256_hex(std::string_view bytes) {
  REDACT_ASSIGN(const Digest digest, sha256(bytes));
  return to_hex(bytes_of(digest));
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    hex += "0123456789abcdef"[static_cast<uint8_t>(c) >> 4];
    hex += "0123456789abcdef"[static_cast<uint8_t>(c) & 15];
  }
  return hex;
}

std::string from_hex(std::string_view hex) {
  const auto value = [](char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  std::string bytes;
  if (hex.size() % 2 != 0) return bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    const int high = value(hex[i]), low = value(hex[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace redact
