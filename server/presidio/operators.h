// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "server/refusal.h"

namespace redact::server {

// An operator of Presidio's anonymizer, applied to an entity.
class TextOperator {
 public:
  enum class Kind { kReplace, kRedact, kMask, kHash, kEncrypt, kKeep, kDecrypt };

  // One element of "anonymizers", or of "deanonymizers" if `decrypts`. A refusal has Presidio's
  // status and words.
  static Checked<TextOperator> parse(const nlohmann::json& object, bool decrypts);

  Kind kind() const { return kind_; }
  std::string_view name() const;
  Checked<std::string> apply(std::string_view entity, std::string_view text) const;

 private:
  Checked<bool> read_parameters(const nlohmann::json& object);
  std::string masked(std::string_view text) const;

  Kind kind_ = Kind::kReplace;
  bool has_value_ = false;
  std::string value_;  // a replacement, the character of a mask, the salt of a hash, or a key
  size_t n_masked_ = 0;
  bool from_end_ = false;
  bool is_sha512_ = false;
};

}  // namespace redact::server
