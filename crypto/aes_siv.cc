// SPDX-License-Identifier: Apache-2.0
#include "crypto/aes_siv.h"

#include <openssl/evp.h>

#include <climits>
#include <memory>

#include "crypto/openssl.h"

namespace redact {

namespace {

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

constexpr size_t kSivBytes = 16;  // the synthetic initialisation vector, which is the tag

Error siv_failed() { return {ErrorKind::kInternal, "AES-SIV", "OpenSSL failed"}; }
Error bad_siv_length() { return {ErrorKind::kInternal, "AES-SIV", "a string has a wrong length"}; }

const EVP_CIPHER* cipher_for(std::string_view key) {
  return key.size() == 64   ? openssl_aes_256_siv()
         : key.size() == 32 ? openssl_aes_128_siv()
                            : nullptr;
}

bool has_good_length(std::string_view text) { return !text.empty() && text.size() <= INT_MAX; }

bool have_good_lengths(AssociatedData associated, std::string_view text) {
  for (const std::string_view one : associated) {
    if (!has_good_length(one)) return false;
  }
  return has_good_length(text);
}

int size_of(std::string_view text) { return static_cast<int>(text.size()); }

// A context that has authenticated the associated data; nullptr if OpenSSL fails. `tag` is that of
// the sealed text to open, or empty to seal a text.
Context begin(std::string_view key, AssociatedData associated, std::string tag) {
  Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  const EVP_CIPHER* cipher = cipher_for(key);
  bool done = context != nullptr && cipher != nullptr &&
              EVP_CipherInit_ex2(context.get(), cipher, openssl_bytes(key), nullptr,
                                 tag.empty() ? 1 : 0, nullptr) == 1;
  if (done && !tag.empty()) {
    done = EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kSivBytes, tag.data()) == 1;
  }
  for (const std::string_view one : associated) {
    int n = 0;
    done =
        done && EVP_CipherUpdate(context.get(), nullptr, &n, openssl_bytes(one), size_of(one)) == 1;
  }
  if (!done) context.reset();
  return context;
}

}  // namespace

Result<std::string> siv_seal(std::string_view key, AssociatedData associated,
                             std::string_view plain) {
  if (!have_good_lengths(associated, plain)) return bad_siv_length();
  const Context context = begin(key, associated, {});
  std::string tag(kSivBytes, '\0'), encrypted(plain.size(), '\0');
  int n = 0;
  const bool done =
      context != nullptr &&
      EVP_CipherUpdate(context.get(), openssl_bytes(encrypted), &n, openssl_bytes(plain),
                       size_of(plain)) == 1 &&
      n == size_of(plain) && EVP_CipherFinal_ex(context.get(), nullptr, &n) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kSivBytes, tag.data()) == 1;
  if (!done) return siv_failed();
  return tag + encrypted;
}

Result<std::string> siv_open(std::string_view key, AssociatedData associated,
                             std::string_view sealed) {
  const Error not_it{ErrorKind::kBadInput, "AES-SIV", "does not match its seal"};
  if (sealed.size() <= kSivBytes) return not_it;
  const std::string_view encrypted = sealed.substr(kSivBytes);
  if (!have_good_lengths(associated, encrypted)) return bad_siv_length();
  const Context context = begin(key, associated, std::string(sealed.substr(0, kSivBytes)));
  if (context == nullptr) return siv_failed();
  std::string plain(encrypted.size(), '\0');
  int n = 0;
  const bool opened = EVP_CipherUpdate(context.get(), openssl_bytes(plain), &n,
                                       openssl_bytes(encrypted), size_of(encrypted)) == 1 &&
                      n == size_of(encrypted) &&
                      EVP_CipherFinal_ex(context.get(), nullptr, &n) == 1;
  if (!opened) return not_it;
  return plain;
}

}  // namespace redact
