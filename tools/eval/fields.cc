// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/fields.h"

#include "documents/files/json_id.h"

namespace redact::eval {

Error Fields::bad(const char* name, const char* wanted) const {
  return {ErrorKind::kBadInput, where_,
          "has no \"" + std::string(name) + "\" that is " + std::string(wanted)};
}

Result<std::string> Fields::string(const char* name) const {
  if (!has(name) || !object_[name].is_string()) return bad(name, "a string");
  return object_[name].get<std::string>();
}

Result<std::string> Fields::id(const char* name) const {
  auto id = has(name) ? json_id(object_[name]) : std::nullopt;
  if (!id) return bad(name, "a string or a whole number");
  return *std::move(id);
}

Result<size_t> Fields::offset(const char* name) const {
  if (!has(name) || !object_[name].is_number_unsigned()) return bad(name, "a whole number");
  return object_[name].get<size_t>();
}

Result<const nlohmann::json*> Fields::array(const char* name) const {
  if (!has(name) || !object_[name].is_array()) return bad(name, "an array");
  return &object_[name];
}

}  // namespace redact::eval
