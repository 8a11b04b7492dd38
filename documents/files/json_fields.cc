// SPDX-License-Identifier: Apache-2.0
#include "documents/files/json_fields.h"

#include <cstddef>

namespace redact {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

// The position after the string that begins at `at`.
size_t string_end(std::string_view json, size_t at) {
  for (++at; json[at] != '"'; ++at) at += json[at] == '\\';
  return at + 1;
}

// The position of the comma or bracket after the value that begins at `at`.
size_t value_end(std::string_view json, size_t at) {
  size_t depth = 0;
  while (depth > 0 || (json[at] != ',' && json[at] != '}')) {
    if (json[at] == '"') {
      at = string_end(json, at);
      continue;
    }
    depth += json[at] == '{' || json[at] == '[';
    depth -= json[at] == '}' || json[at] == ']';
    ++at;
  }
  return at;
}

}  // namespace

std::vector<std::pair<std::string_view, std::string_view>> json_fields(std::string_view object) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  size_t at = object.find('{') + 1;
  for (;;) {
    at = object.find_first_not_of(kSpace, at);
    if (object[at] == '}') return fields;  // an object without fields
    const size_t name_end = string_end(object, at);
    const std::string_view name = object.substr(at, name_end - at);
    const size_t begin = object.find_first_not_of(kSpace, object.find(':', name_end) + 1);
    const size_t end = value_end(object, begin);
    std::string_view value = object.substr(begin, end - begin);
    value = value.substr(0, value.find_last_not_of(kSpace) + 1);
    fields.emplace_back(name, value);
    if (object[end] == '}') return fields;
    at = end + 1;
  }
}

}  // namespace redact
