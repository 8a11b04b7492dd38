// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// Reads a user's YAML file. No mistake in it may silently change which text is hidden, so these are
// kBadInput: a repeated key in a map, a key without a value, a second document, and nesting deeper
// than any such file needs. `what` names the kind of file in errors, which name the line: "policy
// line 3". yaml-cpp's exceptions do not leave this function.
Result<YAML::Node> read_checked_yaml(const std::string& yaml, const std::string& what);

// kBadInput if `node` is not a map, or has a key that is not among `keys`. `where`: its place in
// the file, which the error names behind the line.
Result<void> check_keys(const YAML::Node& node, const std::string& what,
                        std::initializer_list<std::string_view> keys,
                        const std::string& where = {});

// "policy line 3"
std::string line_of(const YAML::Mark& mark, const std::string& what);

}  // namespace redact
