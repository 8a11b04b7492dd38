// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"

namespace redact::eval {

// Reads fields of one JSON object and checks their types. A missing or misspelt field is an error
// that names it, because a default value would be scored like a real one.
class Fields {
 public:
  // `object` must outlive this; `where` names it in errors.
  Fields(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {}

  const std::string& where() const { return where_; }
  bool has(const char* name) const { return object_.is_object() && object_.contains(name); }

  Result<std::string> string(const char* name) const;
  // A string, or a whole number in its decimal digits.
  Result<std::string> id(const char* name) const;
  Result<size_t> offset(const char* name) const;
  Result<const nlohmann::json*> array(const char* name) const;

 private:
  Error bad(const char* name, const char* wanted) const;

  const nlohmann::json& object_;
  std::string where_;
};

}  // namespace redact::eval
