// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/checked_yaml.h"

#include <algorithm>
#include <set>
#include <vector>

namespace redact {

namespace {

constexpr int kDeepest = 8;  // an alias may lead to a node that holds it

Error bad(const YAML::Node& node, const std::string& what, std::string problem) {
  return {ErrorKind::kBadInput, line_of(node.Mark(), what), std::move(problem)};
}

Result<void> check(const YAML::Node& node, const std::string& what, int depth) {
  if (depth > kDeepest) return bad(node, what, "is nested too deeply");
  if (node.IsSequence()) {
    for (const YAML::Node& entry : node) {
      if (entry.IsNull()) return bad(entry, what, "has an entry without a value");
      REDACT_TRY(check(entry, what, depth + 1));
    }
  }
  if (!node.IsMap()) return {};
  std::set<std::string> keys;
  for (const auto& entry : node) {
    if (!entry.first.IsScalar()) return bad(entry.first, what, "has a key that is not a word");
    if (!keys.insert(entry.first.Scalar()).second) {
      return bad(entry.first, what, "has a key that stands in the same place before");
    }
    if (entry.second.IsNull()) return bad(entry.first, what, "has a key without a value");
    REDACT_TRY(check(entry.second, what, depth + 1));
  }
  return {};
}

}  // namespace

std::string line_of(const YAML::Mark& mark, const std::string& what) {
  return what + " line " + std::to_string(mark.line + 1);
}

Result<YAML::Node> read_checked_yaml(const std::string& yaml, const std::string& what) try {
  const std::vector<YAML::Node> documents = YAML::LoadAll(yaml);
  if (documents.size() != 1) {
    return Error{ErrorKind::kBadInput, what, "holds no YAML document, or more than one"};
  }
  REDACT_TRY(check(documents[0], what, 0));
  return documents[0];
} catch (const YAML::Exception& e) {
  return Error{ErrorKind::kBadInput, line_of(e.mark, what), "is not valid YAML"};
}

Result<void> check_fields(const YAML::Node& node, const std::string& what,
                          std::initializer_list<std::string_view> fields) {
  if (!node.IsMap()) return bad(node, what, "is not a map of fields");
  for (const auto& entry : node) {
    if (std::find(fields.begin(), fields.end(), entry.first.Scalar()) == fields.end()) {
      return bad(entry.first, what, "has an unknown field");
    }
  }
  return {};
}

}  // namespace redact
