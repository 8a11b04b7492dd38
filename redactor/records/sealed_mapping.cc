// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/sealed_mapping.h"

#include <openssl/evp.h>

#include <climits>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "redactor/policy/digest.h"
#include "redactor/policy/openssl.h"
#include "redactor/policy/replacer.h"
#include "redactor/text/code_points.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

constexpr size_t kNonceBytes = 12, kTagBytes = 16;  // of GCM

// What a line is bound to besides its key: its scheme, output and id.
std::string bound_to(const std::string& out_hash, std::string_view id) {
  return std::to_string(kValueScheme) + '\n' + out_hash + std::string(id);
}

// Ids may be file names, which may not be valid UTF-8.
void put_id(OrderedJson& line, std::string_view id) {
  if (is_utf8(id)) {
    line["id"] = id;
  } else {
    line["id_hex"] = to_hex(id);
  }
}

// The strings of a line; reading gives nullopt if one is missing.
struct SealedLine {
  std::string id, out_sha256, nonce, sealed;
  int scheme = 1;
};

std::optional<SealedLine> parse(std::string_view text) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  const auto field = [&](const char* name) -> std::optional<std::string> {
    if (!json.is_object() || !json.contains(name) || !json[name].is_string()) return std::nullopt;
    return json[name].get<std::string>();
  };
  const auto id = field("id"), id_hex = field("id_hex"), out_sha256 = field("out_sha256"),
             nonce = field("nonce"), sealed = field("sealed");
  if (!(id || id_hex) || !out_sha256 || !nonce || !sealed) return std::nullopt;
  const bool has_scheme = json.contains("scheme");
  if (has_scheme && !json["scheme"].is_number_integer()) return std::nullopt;
  return SealedLine{id ? *id : from_hex(*id_hex), *out_sha256, from_hex(*nonce), from_hex(*sealed),
                    has_scheme ? json["scheme"].get<int>() : 1};
}

Error broken(std::string what) { return {ErrorKind::kBadInput, "mapping", std::move(what)}; }

const unsigned char* data_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* data_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

void append_size(std::string& out, size_t value) {
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(value >> shift);
}

bool take_size(std::string_view& in, size_t& value) {
  if (in.size() < 8) return false;
  value = 0;
  for (int i = 7; i >= 0; --i)
    value = value << 8 | static_cast<uint8_t>(in[static_cast<size_t>(i)]);
  in.remove_prefix(8);
  return true;
}

// Ranges of the output and the source bytes that they replaced.
std::string pack(std::string_view source, const Redaction& redaction) {
  std::string out;
  size_t done = 0, at = 0;  // bytes of the source and of the output
  for (const Edit& edit : redaction.edits) {
    at += edit.begin - done;
    append_size(out, at);
    at += edit.text.size();
    append_size(out, at);
    append_size(out, edit.end - edit.begin);
    out += source.substr(edit.begin, edit.end - edit.begin);
    done = edit.end;
  }
  return out;
}

Result<std::string> unpack(std::string_view packed, std::string_view output) {
  std::string source;
  size_t at = 0;
  while (!packed.empty()) {
    size_t begin = 0, end = 0, size = 0;
    const bool whole =
        take_size(packed, begin) && take_size(packed, end) && take_size(packed, size);
    if (!whole || begin < at || end < begin || end > output.size() || size > packed.size()) {
      return broken("does not fit the text");
    }
    source += output.substr(at, begin - at);
    source += packed.substr(0, size);
    packed.remove_prefix(size);
    at = end;
  }
  source += output.substr(at);
  return source;
}

// The content that a line seals.
Result<std::string> open_line(const Secret& key, const SealedLine& line) {
  const std::string& sealed = line.sealed;
  if (line.nonce.size() != kNonceBytes || sealed.size() < kTagBytes || sealed.size() > INT_MAX) {
    return broken("is cut off");
  }
  const std::string bound = bound_to(line.out_sha256, line.id);
  std::string plain(sealed.size() - kTagBytes, '\0');
  std::string tag = sealed.substr(plain.size());
  REDACT_ASSIGN(const Digest sealing_key, key.draw("seal", ""));
  const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int n = 0;
  const EVP_CIPHER* method = openssl_aes_256_gcm();
  const bool opened =
      cipher != nullptr && method != nullptr &&
      EVP_DecryptInit_ex(cipher.get(), method, nullptr, sealing_key.data(), data_of(line.nonce)) ==
          1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &n, data_of(bound),
                        static_cast<int>(bound.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), data_of(plain), &n, data_of(sealed),
                        static_cast<int>(plain.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, data_of(tag)) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), data_of(plain) + n, &n) == 1;
  if (!opened) return broken("was sealed under another key, or has been changed");
  return plain;
}

}  // namespace

Result<std::string> seal_mapping(const Secret& key, std::string_view id, std::string_view source,
                                 const Redaction& redaction) {
  if (redaction.edits.empty() && redaction.output != source) {
    return Error{ErrorKind::kUnsupported, "mapping", "cannot restore a file that is an archive"};
  }
  REDACT_ASSIGN(const std::string out_hash, sha256_hex(redaction.output));
  const std::string bound = bound_to(out_hash, id);
  const std::string plain = pack(source, redaction);
  REDACT_ASSIGN(const Digest sealing_key, key.draw("seal", ""));
  // Two plain texts under one nonce would break GCM, so the nonce is drawn from the plain text.
  REDACT_ASSIGN(const Digest nonce, key.draw("nonce", bound + '\n' + plain));
  if (plain.size() > INT_MAX) return Error{ErrorKind::kUnsupported, "mapping", "is above 2 GiB"};
  std::string sealed(plain.size() + kTagBytes, '\0');
  const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int n = 0;
  const EVP_CIPHER* method = openssl_aes_256_gcm();
  const bool done =
      cipher != nullptr && method != nullptr &&
      EVP_EncryptInit_ex(cipher.get(), method, nullptr, sealing_key.data(), nonce.data()) == 1 &&
      EVP_EncryptUpdate(cipher.get(), nullptr, &n, data_of(bound),
                        static_cast<int>(bound.size())) == 1 &&
      EVP_EncryptUpdate(cipher.get(), data_of(sealed), &n, data_of(plain),
                        static_cast<int>(plain.size())) == 1 &&
      EVP_EncryptFinal_ex(cipher.get(), data_of(sealed) + n, &n) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes,
                          data_of(sealed) + plain.size()) == 1;
  if (!done) return Error{ErrorKind::kInternal, "mapping", "could not be sealed"};
  OrderedJson line = OrderedJson::object();
  put_id(line, id);
  line["scheme"] = kValueScheme;
  line["out_sha256"] = out_hash;
  line["nonce"] = to_hex(bytes_of(nonce).substr(0, kNonceBytes));
  line["sealed"] = to_hex(sealed);
  return line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::optional<SealedFor> sealed_for(std::string_view line) {
  auto parsed = parse(line);
  if (!parsed) return std::nullopt;
  return SealedFor{std::move(parsed->id), std::move(parsed->out_sha256), parsed->scheme};
}

Result<void> check_scheme(int scheme) {
  if (scheme == kValueScheme) return {};
  return broken("is of scheme " + std::to_string(scheme) + " of hashes and surrogates, not " +
                std::to_string(kValueScheme) + "; use the version that wrote it");
}

bool is_sealed_by(const Secret& key, std::string_view line) {
  const auto parsed = parse(line);
  return parsed && open_line(key, *parsed).ok();
}

Result<std::string> restore(const Secret& key, std::string_view line, std::string_view output) {
  const auto parsed = parse(line);
  if (!parsed) return broken("is no line of a mapping file");
  REDACT_TRY(check_scheme(parsed->scheme));
  REDACT_ASSIGN(const std::string out_hash, sha256_hex(output));
  if (parsed->out_sha256 != out_hash) return broken("belongs to another text");
  REDACT_ASSIGN(const std::string plain, open_line(key, *parsed));
  return unpack(plain, output);
}

}  // namespace redact
