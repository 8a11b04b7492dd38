// SPDX-License-Identifier: Apache-2.0
#include "crypto/aes_gcm.h"

#include <openssl/evp.h>

#include <climits>
#include <memory>

#include "crypto/openssl.h"

namespace redact {

namespace {

constexpr size_t kGcmNonceBytes = 12, kGcmTagBytes = 16;

}  // namespace

Result<std::string> gcm_open(const Digest& key, std::string_view nonce, std::string_view associated,
                             std::string_view sealed) {
  const Error not_it{ErrorKind::kBadInput, "AES-GCM", "does not match its seal"};
  if (nonce.size() != kGcmNonceBytes || sealed.size() < kGcmTagBytes || sealed.size() > INT_MAX ||
      associated.size() > INT_MAX) {
    return not_it;
  }
  std::string plain(sealed.size() - kGcmTagBytes, '\0');
  std::string tag(sealed.substr(plain.size()));
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(
      EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int n = 0;
  const EVP_CIPHER* method = openssl_aes_256_gcm();
  const bool begun =
      cipher != nullptr && method != nullptr &&
      EVP_DecryptInit_ex(cipher.get(), method, nullptr, key.data(), openssl_bytes(nonce)) == 1;
  if (!begun) return Error{ErrorKind::kInternal, "AES-GCM", "OpenSSL failed"};
  const bool opened =
      EVP_DecryptUpdate(cipher.get(), nullptr, &n, openssl_bytes(associated),
                        static_cast<int>(associated.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), openssl_bytes(plain), &n, openssl_bytes(sealed),
                        static_cast<int>(plain.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kGcmTagBytes, openssl_bytes(tag)) ==
          1 &&
      EVP_DecryptFinal_ex(cipher.get(), openssl_bytes(plain) + n, &n) == 1;
  if (!opened) return not_it;
  return plain;
}

}  // namespace redact
