// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <string>
#include <string_view>

namespace redact {

// The OpenSSL algorithms that this library uses. All code of this library takes them from here,
// because OpenSSL on its own follows a configuration file of the system: on first use it reads the
// file that the environment variable OPENSSL_CONF names, or openssl.cnf, and loads the shared
// objects that this file names as providers. Here
// - OpenSSL is initialised without that file, if the process has not initialised it before. A host
//   program that wants the file for itself calls OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG,
//   NULL) before it makes its first redactor with a key;
// - the algorithms come from a separate library context, which holds only the providers that are
//   built into OpenSSL, whatever the host program configured for the default context.
//
// Each algorithm is fetched once, lives as long as the process and may be used by any thread;
// nullptr if OpenSSL does not provide it.
EVP_MD* openssl_sha256();
EVP_MAC* openssl_hmac();
EVP_CIPHER* openssl_aes_256_siv();
EVP_CIPHER* openssl_aes_128_siv();
EVP_CIPHER* openssl_aes_256_gcm();

// The bytes of a string, as OpenSSL takes them.
inline const unsigned char* openssl_bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
inline unsigned char* openssl_bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

}  // namespace redact
