// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_path.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

using Paths = std::vector<std::vector<FieldTable::Step>>;

// A path with more alternatives or names is a mistake.
constexpr size_t kMostPaths = 64, kMostNames = 64;
constexpr int kMostNested = 8;  // parentheses

// Each function reads the thing in its name; it returns nullopt, false or an empty name if that is
// missing.
class PathReader {
 public:
  explicit PathReader(std::string_view path) : rest_(path) {}

  std::optional<Paths> all() {
    auto paths = alternatives(0);
    skip_space();
    if (!rest_.empty()) return std::nullopt;
    return paths;
  }

 private:
  std::optional<Paths> alternatives(int depth) {
    Paths paths;
    do {
      auto some = one(depth);
      if (!some || paths.size() + some->size() > kMostPaths) return std::nullopt;
      std::move(some->begin(), some->end(), std::back_inserter(paths));
    } while (sign('|'));
    return paths;
  }

  std::optional<Paths> one(int depth) {
    auto paths = head(depth);
    while (paths && sign('.')) {
      if (!step(*paths)) return std::nullopt;
    }
    if (paths && next_is_as()) {
      name();
      if (!is_of(name(), *paths)) return std::nullopt;
    }
    return paths;
  }

  std::optional<Paths> head(int depth) {
    if (sign('(')) {
      if (depth == kMostNested) return std::nullopt;
      auto paths = alternatives(depth + 1);
      if (!sign(')')) return std::nullopt;
      return paths;
    }
    const std::string first = name();
    if (first == "nodesByType" || first == "nodesByName") {
      if (!sign('(')) return std::nullopt;
      const auto text = quoted();
      if (!text || !sign(')')) return std::nullopt;
      if (first == "nodesByName") return Paths{{{"*"}, {"**"}, {*text}}};
      if (!is_fhir_type(*text)) return std::nullopt;
      return Paths{{{"**"}, {"*", *text}}};
    }
    if (first.empty() || next_is('(')) return std::nullopt;
    if (!is_upper(first[0])) return Paths{{{"*"}, {first}}};
    if (first == "Resource" || first == "DomainResource") return Paths{{{"*"}}};
    if (!is_fhir_resource(first)) return std::nullopt;
    return Paths{{{first}}};
  }

  // Reads the text after a dot: a name, or a function that qualifies the names so far.
  bool step(Paths& paths) {
    const std::string named = name();
    if (named.empty()) return false;
    if (!next_is('(')) {
      for (auto& path : paths) {
        if (path.size() == kMostNames) return false;
        path.push_back({named});
      }
      return true;
    }
    sign('(');
    if (named == "ofType" || named == "as") return is_of(name(), paths) && sign(')');
    if (named != "where") return false;
    const std::string field = name();
    if (field.empty() || !sign('=')) return false;
    const auto value = quoted();
    if (!value || !sign(')')) return false;
    for (auto& path : paths) {
      if (!path.back().inside.empty()) return false;  // two conditions
      path.back().inside = field;
      path.back().inside_value = *value;
    }
    return true;
  }

  static bool is_of(const std::string& type, Paths& paths) {
    if (!is_fhir_type(type)) return false;
    for (auto& path : paths) path.back().type = type;
    return true;
  }

  void skip_space() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }
  bool next_is(char c) {
    skip_space();
    return rest_.starts_with(c);
  }
  bool sign(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool next_is_as() {
    skip_space();
    return rest_.starts_with("as ");
  }
  // A name, empty if there is none.
  std::string name() {
    skip_space();
    size_t size = 0;
    const auto continues = [&](char c) {
      return is_letter(c) || (size > 0 && (is_digit(c) || c == '_'));
    };
    while (size < rest_.size() && continues(rest_[size])) ++size;
    const std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return taken;
  }
  std::optional<std::string> quoted() {
    skip_space();
    if (!rest_.starts_with('\'') && !rest_.starts_with('"')) return std::nullopt;
    const size_t end = rest_.find(rest_[0], 1);
    if (end == rest_.npos) return std::nullopt;
    const std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    if (text.empty() || text.find('\\') != text.npos) return std::nullopt;
    return text;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<Paths> read_fhir_path(std::string_view path) { return PathReader(path).all(); }

}  // namespace redact
