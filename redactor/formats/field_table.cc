// SPDX-License-Identifier: Apache-2.0
#include "redactor/formats/field_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "redactor/files/checked_yaml.h"

namespace redact {

namespace {

constexpr std::string_view kAny = "*", kAnyNumber = "**";

std::optional<Field> read_use(const std::string& name) {
  using Use = Field::Use;
  if (name == "keep") return Field{Use::kKeep};
  if (name == "text") return Field{Use::kRead};
  if (name == "id") return Field{Use::kId};
  if (name == "reference") return Field{Use::kReference};
  if (name == "file") return Field{Use::kFile};
  if (name == "page") return Field{Use::kMarkup};
  if (name == "time") return Field{Use::kTime};
  if (name == "drop") return Field{Use::kDrop};
  if (name == "url") return Field{Use::kHide, Label::kUrl, Field::Holds::kUrl};
  if (const auto label = find_label(name)) return Field{Use::kHide, *label};
  return std::nullopt;
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> names;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('.', at), path.size());
    names.emplace_back(path.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

bool is_attribute(std::string_view name) { return name.starts_with('@'); }

// Whether a path fits names with wildcards. Work: the product of their lengths, which are short.
bool fits(std::span<const std::string> names, std::span<const std::string_view> path) {
  // Greedy: after a "**", the earliest place that fits the rest up to the next "**" is as good as
  // any.
  size_t n = 0, p = 0, star = SIZE_MAX, from = 0;
  while (p < path.size()) {
    if (n < names.size() && names[n] == kAnyNumber) {
      star = n++;
      from = p;
    } else if (n < names.size() &&
               (names[n] == path[p] || (names[n] == kAny && !is_attribute(path[p])))) {
      ++n, ++p;
    } else if (star != SIZE_MAX && !is_attribute(path[from])) {
      n = star + 1;
      p = ++from;
    } else {
      return false;
    }
  }
  while (n < names.size() && names[n] == kAnyNumber) ++n;
  return n == names.size();
}

}  // namespace

Result<FieldTable> FieldTable::parse(const std::string& yaml) {
  const std::string what = "field table";
  REDACT_ASSIGN(const YAML::Node root, read_checked_yaml(yaml, what));
  FieldTable table;
  const auto bad = [&](const YAML::Node& node, std::string problem) {
    return Error{ErrorKind::kBadInput, line_of(node.Mark(), what), std::move(problem)};
  };
  if (!root.IsMap()) return bad(root, "is no map of lists");
  for (const auto& group : root) {
    const auto field = read_use(group.first.as<std::string>());
    if (!field) return bad(group.first, "is neither a label nor a use of a field");
    if (!group.second.IsSequence()) return bad(group.second, "is no list of paths");
    for (const auto& node : group.second) {
      std::string path = node.as<std::string>();
      Entry entry{{}, {}, {}, *field, 0};
      if (const size_t open = path.find('['); open != path.npos) {
        const size_t equals = path.find('=', open);
        if (equals == path.npos || path.back() != ']') return bad(node, "has no whole condition");
        entry.beside = path.substr(open + 1, equals - open - 1);
        entry.value = path.substr(equals + 1, path.size() - equals - 2);
        path.resize(open);
      }
      entry.names = split(path);
      const auto n_names = static_cast<size_t>(std::count_if(
          entry.names.begin(), entry.names.end(),
          [](const std::string& name) { return name != kAny && name != kAnyNumber; }));
      entry.rank = 2 * n_names + !entry.beside.empty();
      table.entries_.push_back(std::move(entry));
    }
  }
  for (size_t i = 0; i < table.entries_.size(); ++i) {
    const Entry& entry = table.entries_[i];
    const std::string& last = entry.names.back();
    const bool is_open = last == kAny || last == kAnyNumber;
    table.by_last_[is_open ? std::string() : last].push_back(i);
    if (!entry.beside.empty()) table.conditions_.push_back(entry.beside);
  }
  return table;
}

const Field* FieldTable::find(std::span<const std::string_view> path, const Beside& beside) const {
  if (path.empty()) return nullptr;
  const Entry* best = nullptr;  // entries_ is in the order of the file
  for (const std::string_view last : {path.back(), std::string_view()}) {
    const auto bucket = by_last_.find(std::string(last));
    if (bucket == by_last_.end()) continue;
    for (const size_t i : bucket->second) {
      const Entry& entry = entries_[i];
      if (best != nullptr &&
          (entry.rank < best->rank || (entry.rank == best->rank && &entry < best))) {
        continue;
      }
      if (!fits(entry.names, path)) continue;
      if (!entry.beside.empty() && beside(entry.beside) != entry.value) continue;
      best = &entry;
    }
  }
  return best == nullptr ? nullptr : &best->field;
}

}  // namespace redact
