// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/cipher.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <climits>
#include <memory>

namespace redact::server {

namespace {

constexpr size_t kBlock = 16;
constexpr size_t kMostBytes = INT_MAX / 2;  // the limit of OpenSSL's lengths, also in Base64

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

const EVP_CIPHER* cipher_of(std::string_view key) {
  if (key.size() == 16) return EVP_aes_128_cbc();
  return key.size() == 24 ? EVP_aes_192_cbc() : EVP_aes_256_cbc();
}

std::optional<std::string> run(bool encrypts, std::string_view key, std::string_view vector,
                               std::string_view in) {
  const Context context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  std::string out(in.size() + kBlock, '\0');
  int n = 0, n_last = 0;
  const bool is_done = context != nullptr &&
                       EVP_CipherInit_ex(context.get(), cipher_of(key), nullptr, bytes(key),
                                         bytes(vector), encrypts ? 1 : 0) == 1 &&
                       EVP_CipherUpdate(context.get(), bytes(out), &n, bytes(in),
                                        static_cast<int>(in.size())) == 1 &&
                       EVP_CipherFinal_ex(context.get(), bytes(out) + n, &n_last) == 1;
  if (!is_done) return std::nullopt;
  out.resize(static_cast<size_t>(n + n_last));
  return out;
}

std::string to_base64(std::string_view in) {
  std::string out((in.size() + 2) / 3 * 4 + 1, '\0');  // with the NUL that OpenSSL adds
  out.resize(
      static_cast<size_t>(EVP_EncodeBlock(bytes(out), bytes(in), static_cast<int>(in.size()))));
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

// Decodes either alphabet.
std::optional<std::string> of_base64(std::string in) {
  std::replace(in.begin(), in.end(), '-', '+');
  std::replace(in.begin(), in.end(), '_', '/');
  if (in.empty() || in.size() % 4 != 0) return std::nullopt;
  std::string out(in.size() / 4 * 3, '\0');
  const int n = EVP_DecodeBlock(bytes(out), bytes(in), static_cast<int>(in.size()));
  if (n < 0) return std::nullopt;
  const size_t n_padding = in.ends_with("==") ? 2 : in.ends_with("=") ? 1 : 0;
  out.resize(static_cast<size_t>(n) - n_padding);
  return out;
}

}  // namespace

bool is_cipher_key(std::string_view key) {
  return key.size() == 16 || key.size() == 24 || key.size() == 32;
}

std::optional<std::string> random_bytes(size_t n) {
  std::string random(n, '\0');
  if (RAND_bytes(bytes(random), static_cast<int>(n)) != 1) return std::nullopt;
  return random;
}

std::optional<std::string> encrypt(std::string_view key, std::string_view text) {
  const auto vector = random_bytes(kBlock);
  if (!vector || text.size() > kMostBytes) return std::nullopt;
  const auto sealed = run(true, key, *vector, text);
  if (!sealed) return std::nullopt;
  return to_base64(*vector + *sealed);
}

std::optional<std::string> decrypt(std::string_view key, std::string_view sealed) {
  if (sealed.size() > kMostBytes) return std::nullopt;
  const auto all = of_base64(std::string(sealed));
  if (!all || all->size() < 2 * kBlock || all->size() % kBlock != 0) return std::nullopt;
  return run(false, key, std::string_view(*all).substr(0, kBlock),
             std::string_view(*all).substr(kBlock));
}

std::string sha_hex(bool is_sha512, std::string_view salt, std::string_view text) {
  const std::string all = std::string(salt).append(text);
  unsigned char hash[SHA512_DIGEST_LENGTH];
  if (is_sha512) {
    SHA512(bytes(std::string_view(all)), all.size(), hash);
  } else {
    SHA256(bytes(std::string_view(all)), all.size(), hash);
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  const size_t n = is_sha512 ? SHA512_DIGEST_LENGTH : SHA256_DIGEST_LENGTH;
  for (size_t i = 0; i < n; ++i) {
    hex += kDigits[hash[i] >> 4];
    hex += kDigits[hash[i] & 15];
  }
  return hex;
}

}  // namespace redact::server
