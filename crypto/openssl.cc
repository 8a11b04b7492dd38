// SPDX-License-Identifier: Apache-2.0
#include "crypto/openssl.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace redact {

namespace {

// nullptr if it cannot be created. Never freed: OpenSSL's own exit handlers may run before ours.
OSSL_LIB_CTX* context() {
  static OSSL_LIB_CTX* const kContext =
      OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr) == 1 ? OSSL_LIB_CTX_new() : nullptr;
  return kContext;
}

// The fetch functions would take a null context for the default context.
template <typename Fetch>
auto fetched(Fetch fetch, const char* name) -> decltype(fetch(nullptr, name, nullptr)) {
  return context() == nullptr ? nullptr : fetch(context(), name, nullptr);
}

}  // namespace

EVP_MD* openssl_sha256() {
  static EVP_MD* const kSha256 = fetched(&EVP_MD_fetch, "SHA256");
  return kSha256;
}

EVP_MAC* openssl_hmac() {
  static EVP_MAC* const kHmac = fetched(&EVP_MAC_fetch, "HMAC");
  return kHmac;
}

EVP_CIPHER* openssl_aes_256_siv() {
  static EVP_CIPHER* const kCipher = fetched(&EVP_CIPHER_fetch, "AES-256-SIV");
  return kCipher;
}

EVP_CIPHER* openssl_aes_128_siv() {
  static EVP_CIPHER* const kCipher = fetched(&EVP_CIPHER_fetch, "AES-128-SIV");
  return kCipher;
}

EVP_CIPHER* openssl_aes_256_gcm() {
  static EVP_CIPHER* const kCipher = fetched(&EVP_CIPHER_fetch, "AES-256-GCM");
  return kCipher;
}

}  // namespace redact
