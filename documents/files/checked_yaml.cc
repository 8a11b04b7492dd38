// SPDX-License-Identifier: Apache-2.0
#include "documents/files/checked_yaml.h"

#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace redact {

namespace {

constexpr int kDeepest = 8;  // an alias may lead to a node that holds it
// Values, counting those behind aliases each time: lists of aliases of lists of aliases grow
// exponentially with their depth.
constexpr size_t kMostValues = 1'000'000;

Error bad(const YAML::Node& node, const std::string& what, std::string problem) {
  return {ErrorKind::kBadInput, line_of(node.Mark(), what), std::move(problem)};
}

Result<void> check(const YAML::Node& node, const std::string& what, int depth, size_t& n_values) {
  if (++n_values > kMostValues) return bad(node, what, "follows more than a million values");
  if (depth > kDeepest) return bad(node, what, "is nested too deeply");
  if (node.IsSequence()) {
    for (const YAML::Node& entry : node) {
      if (entry.IsNull()) return bad(entry, what, "has an entry without a value");
      REDACT_TRY(check(entry, what, depth + 1, n_values));
    }
  }
  if (!node.IsMap()) return {};
  std::set<std::string> keys;
  for (const auto& entry : node) {
    if (!entry.first.IsScalar()) return bad(entry.first, what, "has a key that is not a word");
    if (!keys.insert(entry.first.Scalar()).second) {
      return bad(entry.first, what, "repeats a key");
    }
    if (entry.second.IsNull()) return bad(entry.first, what, "has a key without a value");
    REDACT_TRY(check(entry.second, what, depth + 1, n_values));
  }
  return {};
}

// Parses documents without keeping them.
class Ignored final : public YAML::EventHandler {
 public:
  using Mark = YAML::Mark;
  using Anchor = YAML::anchor_t;
  using Style = YAML::EmitterStyle::value;
  using Text = std::string;

  void OnDocumentStart(const Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const Mark&, Anchor) override {}
  void OnAlias(const Mark&, Anchor) override {}
  void OnScalar(const Mark&, const Text&, Anchor, const Text&) override {}
  void OnSequenceStart(const Mark&, const Text&, Anchor, Style) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const Mark&, const Text&, Anchor, Style) override {}
  void OnMapEnd() override {}
};

// YAML::LoadAll would not return from a file in which a document begins with "," or "]":
// yaml-cpp 0.7 finds an empty document before it again and again.
bool is_one_document(const std::string& yaml) {
  std::istringstream stream(yaml);
  YAML::Parser parser(stream);
  Ignored ignored;
  return parser.HandleNextDocument(ignored) && !parser.HandleNextDocument(ignored);
}

}  // namespace

std::string line_of(const YAML::Mark& mark, const std::string& what) {
  return what + " line " + std::to_string(mark.line + 1);
}

Result<YAML::Node> read_checked_yaml(const std::string& yaml, const std::string& what) try {
  if (!is_one_document(yaml)) {
    return Error{ErrorKind::kBadInput, what, "holds no YAML document, or more than one"};
  }
  const YAML::Node root = YAML::Load(yaml);
  size_t n_values = 0;
  REDACT_TRY(check(root, what, 0, n_values));
  return root;
} catch (const YAML::Exception& e) {
  return Error{ErrorKind::kBadInput, line_of(e.mark, what), "is not valid YAML"};
}

Result<void> check_keys(const YAML::Node& node, const std::string& what,
                        std::initializer_list<std::string_view> keys, const std::string& where) {
  const auto bad_at = [&](const YAML::Node& at, std::string problem) {
    const std::string line = line_of(at.Mark(), what);
    return bad_input(where.empty() ? line : line + " " + where, std::move(problem));
  };
  if (!node.IsMap()) return bad_at(node, "is not a map of keys");
  for (const auto& entry : node) {
    if (std::ranges::find(keys, entry.first.Scalar()) != keys.end()) continue;
    std::string known;
    for (const std::string_view key : keys) known.append(known.empty() ? " " : ", ").append(key);
    return bad_at(entry.first, "has a key that is none of" + known);
  }
  return {};
}

}  // namespace redact
