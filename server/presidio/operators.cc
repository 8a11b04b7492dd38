// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/operators.h"

#include <algorithm>
#include <array>
#include <utility>

#include "server/presidio/cipher.h"
#include "server/presidio/code_points.h"

namespace redact::server {

namespace {

using Json = nlohmann::json;
using Kind = TextOperator::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> kOperators = {{
    {"replace", Kind::kReplace},
    {"redact", Kind::kRedact},
    {"mask", Kind::kMask},
    {"hash", Kind::kHash},
    {"encrypt", Kind::kEncrypt},
    {"keep", Kind::kKeep},
    {"decrypt", Kind::kDecrypt},
}};
constexpr size_t kSaltBytes = 16;
constexpr size_t kMostSaltBytes = 1024;  // each text is hashed with the salt

Refusal invalid(const std::string& what) { return {422, "Invalid input, " + what}; }

Checked<std::string> text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    return invalid(std::string(name) + " must be a string");
  }
  return found->get<std::string>();
}

}  // namespace

Checked<TextOperator> TextOperator::parse(const Json& object, bool decrypts) {
  if (!object.is_object()) return invalid("an operator must be an object");
  TextOperator made;
  if (decrypts) made.kind_ = Kind::kDecrypt;
  if (object.contains("type")) {
    SERVER_ASSIGN(const std::string type, text_of(object, "type"));
    if (type == "custom") return Refusal{400, "Custom type anonymizer is not supported"};
    const auto named = std::find_if(kOperators.begin(), kOperators.end(),
                                    [&](const auto& each) { return each.first == type; });
    if (named == kOperators.end() || (named->second == Kind::kDecrypt) != decrypts) {
      return Refusal{422, "Invalid operator class."};
    }
    made.kind_ = named->second;
  }
  SERVER_ASSIGN([[maybe_unused]] const bool is_read, made.read_parameters(object));
  return made;
}

Checked<bool> TextOperator::read_parameters(const Json& object) {
  switch (kind_) {
    case Kind::kReplace:
      has_value_ = object.contains("new_value") && !object["new_value"].is_null();
      if (has_value_) {
        SERVER_ASSIGN(value_, text_of(object, "new_value"));
      }
      return true;
    case Kind::kMask: {
      SERVER_ASSIGN(value_, text_of(object, "masking_char"));
      if (CodePoints(value_).count() != 1) return invalid("masking_char must be a character");
      const auto n = object.find("chars_to_mask");
      if (n == object.end() || !n->is_number_unsigned()) {  // a negative number is not
        return invalid("chars_to_mask must be a whole number, and not negative");
      }
      n_masked_ = n->get<size_t>();
      const auto from_end = object.find("from_end");
      if (from_end != object.end() && !from_end->is_boolean()) {
        return invalid("from_end must be true or false");
      }
      from_end_ = from_end != object.end() && from_end->get<bool>();
      return true;
    }
    case Kind::kHash: {
      const std::string type = object.contains("hash_type") && object["hash_type"].is_string()
                                   ? object["hash_type"].get<std::string>()
                               : object.contains("hash_type") ? ""
                                                              : "sha256";
      if (type != "sha256" && type != "sha512")
        return invalid("hash_type must be sha256 or sha512");
      is_sha512_ = type == "sha512";
      has_value_ = object.contains("salt") && !object["salt"].is_null();
      if (has_value_) {
        SERVER_ASSIGN(value_, text_of(object, "salt"));
        if (value_.size() < kSaltBytes || value_.size() > kMostSaltBytes) {
          return invalid("salt must have 16 to 1024 bytes");
        }
      }
      return true;
    }
    case Kind::kEncrypt:
    case Kind::kDecrypt: {
      SERVER_ASSIGN(value_, text_of(object, "key"));
      if (!is_cipher_key(value_)) return invalid("key must be of length 128, 192 or 256 bits");
      return true;
    }
    case Kind::kRedact:
    case Kind::kKeep: return true;
  }
  return true;
}

std::string_view TextOperator::name() const {
  for (const auto& [name, kind] : kOperators) {
    if (kind == kind_) return name;
  }
  return {};
}

Checked<std::string> TextOperator::apply(std::string_view entity, std::string_view text) const {
  const Refusal no_random{503, "the system gives no random bytes"};
  switch (kind_) {
    case Kind::kReplace: return has_value_ ? value_ : std::string("<").append(entity).append(">");
    case Kind::kRedact: return std::string();
    case Kind::kKeep: return std::string(text);
    case Kind::kMask: return masked(text);
    case Kind::kHash: {
      // Without a salt, hashing all names would find the hidden one.
      const auto salt = has_value_ ? value_ : random_bytes(kSaltBytes);
      if (!salt) return no_random;
      return sha_hex(is_sha512_, *salt, text);
    }
    case Kind::kEncrypt: {
      auto sealed = encrypt(value_, text);
      if (!sealed) return no_random;
      return *std::move(sealed);
    }
    case Kind::kDecrypt: {
      auto opened = decrypt(value_, text);
      if (!opened) return invalid("the text can't be decrypted with this key");
      return *std::move(opened);
    }
  }
  return std::string();
}

std::string TextOperator::masked(std::string_view text) const {
  const CodePoints points(text);
  const size_t n = std::min(n_masked_, points.count());
  const size_t begin = from_end_ ? points.count() - n : 0;
  const size_t begin_byte = *points.byte_at(begin), end_byte = *points.byte_at(begin + n);
  std::string out(text.substr(0, begin_byte));
  for (size_t i = 0; i < n; ++i) out += value_;
  return out.append(text.substr(end_byte));
}

}  // namespace redact::server
