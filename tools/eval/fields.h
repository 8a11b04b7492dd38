// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/result.h"

namespace redact::eval {

// The fields of one JSON object, each of the type it must have. A misspelt one is an error that
// names it: a default would be scored as if it had been meant.
class Fields {
 public:
  // `object` outlives this; `where` is what errors call it.
  Fields(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {}

  const std::string& where() const { return where_; }
  bool has(const char* name) const { return object_.is_object() && object_.contains(name); }

  Result<std::string> string(const char* name) const;
  // A string, or a whole number as it is written.
  Result<std::string> id(const char* name) const;
  Result<size_t> offset(const char* name) const;
  Result<const nlohmann::json*> array(const char* name) const;

 private:
  Error bad(const char* name, const char* wanted) const;

  const nlohmann::json& object_;
  std::string where_;
};

}  // namespace redact::eval
