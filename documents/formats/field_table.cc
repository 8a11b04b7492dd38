// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/field_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "documents/files/checked_yaml.h"

namespace redact {

namespace {

constexpr std::string_view kAny = "*", kAnyNumber = "**";

}  // namespace

std::optional<Field> read_use(const std::string& name) {
  using Use = Field::Use;
  if (name == "keep") return Field{Use::kKeep};
  if (name == "standard") return Field{Use::kStandard};
  if (name == "weekday") return Field{Use::kWeekday};
  if (name == "measure") return Field{Use::kMeasure};
  if (name == "name") return Field{Use::kName};
  if (name == "text") return Field{Use::kRead};
  if (name == "id") return Field{Use::kId};
  if (name == "reference") return Field{Use::kReference};
  if (name == "file") return Field{Use::kFile};
  if (name == "page") return Field{Use::kMarkup};
  if (name == "anchor") return Field{Use::kAnchor};
  if (name == "time") return Field{Use::kTime};
  if (name == "drop") return Field{Use::kDrop};
  if (name == "url") return Field{Use::kHide, Label::kUrl, Field::Holds::kUrl};
  if (name == "birth") return Field{.use = Use::kHide, .label = Label::kDate, .is_birth = true};
  if (const auto label = find_label(name)) return Field{Use::kHide, *label};
  return std::nullopt;
}

namespace {

std::vector<FieldTable::Step> split(std::string_view path) {
  std::vector<FieldTable::Step> names;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('.', at), path.size());
    names.push_back({std::string(path.substr(at, end - at))});
    at = end + 1;
  }
  return names;
}

bool is_attribute(std::string_view name) { return name.starts_with('@'); }

// Whether a path of `size` names fits steps with wildcards. `is_at(step, index)` tells whether a
// step other than "**" fits a name of the path, `is_open(index)` whether "**" may cover it. Work:
// the product of their lengths, which are short.
template <typename IsAt, typename IsOpen>
bool fits(std::span<const FieldTable::Step> steps, size_t size, IsAt is_at, IsOpen is_open) {
  // What is behind the last "**" has to fit the end of the path, and is tried first, since it
  // decides most cases.
  const auto is_any_number = [](const FieldTable::Step& step) { return step.name == kAnyNumber; };
  if (std::ranges::any_of(steps, is_any_number)) {
    for (; !is_any_number(steps.back()); steps = steps.first(steps.size() - 1)) {
      if (size == 0 || !is_at(steps.back(), --size)) return false;
    }
  }
  // Greedy: after a "**", the earliest position that fits the steps up to the next "**" is as good
  // as any.
  size_t n = 0, p = 0, star = SIZE_MAX, from = 0;
  while (p < size) {
    if (n < steps.size() && steps[n].name == kAnyNumber) {
      star = n++;
      from = p;
    } else if (n < steps.size() && is_at(steps[n], p)) {
      ++n, ++p;
    } else if (star != SIZE_MAX && is_open(from)) {
      n = star + 1;
      p = ++from;
    } else {
      return false;
    }
  }
  while (n < steps.size() && steps[n].name == kAnyNumber) ++n;
  return n == steps.size();
}

}  // namespace

Result<FieldTable> FieldTable::parse(const std::string& yaml) {
  const std::string what = "field table";
  REDACT_ASSIGN(const YAML::Node root, read_checked_yaml(yaml, what));
  FieldTable table;
  const auto bad = [&](const YAML::Node& node, std::string problem) {
    return Error{ErrorKind::kBadInput, line_of(node.Mark(), what), std::move(problem)};
  };
  if (!root.IsMap()) return bad(root, "is not a map of lists");
  for (const auto& group : root) {
    const auto field = read_use(group.first.as<std::string>());
    if (!field) return bad(group.first, "is neither a label nor a use of a field");
    if (!group.second.IsSequence()) return bad(group.second, "is not a list of paths");
    for (const auto& node : group.second) {
      std::string path = node.as<std::string>();
      Entry entry{{}, {}, {}, *field, 0};
      if (const size_t open = path.find('['); open != path.npos) {
        const size_t equals = path.find('=', open);
        if (equals == path.npos || path.back() != ']') {
          return bad(node, "has an incomplete condition");
        }
        entry.beside = path.substr(open + 1, equals - open - 1);
        entry.value = path.substr(equals + 1, path.size() - equals - 2);
        path.resize(open);
      }
      entry.steps = split(path);
      const auto n_names = static_cast<size_t>(std::count_if(
          entry.steps.begin(), entry.steps.end(),
          [](const Step& step) { return step.name != kAny && step.name != kAnyNumber; }));
      entry.rank = 2 * n_names + !entry.beside.empty();
      table.add(std::move(entry));
    }
  }
  return table;
}

void FieldTable::add(Entry entry) {
  const std::string& last = entry.steps.back().name;
  const bool is_open = last == kAny || last == kAnyNumber;
  by_last_[is_open ? std::string() : last].push_back(entries_.size());
  if (!entry.beside.empty()) conditions_.push_back(entry.beside);
  for (const Step& step : entry.steps) {
    if (!step.inside.empty()) conditions_.push_back(step.inside);
  }
  entries_.push_back(std::move(entry));
}

void FieldTable::add_weaker(std::vector<Step> steps, Field field) {
  const size_t rank = entries_.empty() ? SIZE_MAX : entries_.back().rank - 1;
  add({std::move(steps), {}, {}, field, rank});
}

// The field of the best entry that fits.
template <typename Fits>
const Field* FieldTable::best(std::string_view last, Fits fits) const {
  const Entry* best = nullptr;  // entries_ is in the order of the file
  for (const std::string_view name : {last, std::string_view()}) {
    const auto bucket = by_last_.find(std::string(name));
    if (bucket == by_last_.end()) continue;
    for (const size_t i : bucket->second) {
      const Entry& entry = entries_[i];
      if (best != nullptr &&
          (entry.rank < best->rank || (entry.rank == best->rank && &entry < best))) {
        continue;
      }
      if (fits(entry)) best = &entry;
    }
  }
  return best == nullptr ? nullptr : &best->field;
}

const Field* FieldTable::find(std::span<const std::string_view> path, const Beside& beside) const {
  if (path.empty()) return nullptr;
  const auto is_at = [&](const Step& step, size_t i) {
    return step.name == path[i] || (step.name == kAny && !is_attribute(path[i]));
  };
  const auto is_open = [&](size_t i) { return !is_attribute(path[i]); };
  return best(path.back(), [&](const Entry& entry) {
    return fits(entry.steps, path.size(), is_at, is_open) &&
           (entry.beside.empty() || beside(entry.beside) == entry.value);
  });
}

const Field* FieldTable::find(std::span<const FhirElement> path, const Inside& inside) const {
  if (path.empty()) return nullptr;
  const auto is_at = [&](const Step& step, size_t i) {
    return (step.name == path[i].name || step.name == kAny) &&
           (step.type.empty() || share_fhir_type(path[i].type, step.type)) &&
           (step.inside.empty() || inside(i, step.inside) == step.inside_value);
  };
  return best(path.back().name, [&](const Entry& entry) {
    return fits(entry.steps, path.size(), is_at, [](size_t) { return true; });
  });
}

}  // namespace redact
