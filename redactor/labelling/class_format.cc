// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/class_format.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gguf_loader/metadata.h"

namespace redact {

namespace {

constexpr char kGrammar[] = "redact.grammar";
constexpr char kScheme[] = "redact.classifier.scheme";
constexpr char kLabels[] = "redact.classifier.labels";

// The letters of the first, inner, last and only token of a span.
struct Scheme {
  std::string_view name;
  std::array<char, 4> letters;
};
constexpr Scheme kSchemes[] = {{"bio", {'B', 'I', 0, 0}},
                               {"bioes", {'B', 'I', 'E', 'S'}},
                               {"bilou", {'B', 'I', 'L', 'U'}},
                               {"io", {0, 0, 0, 0}}};

// In the scheme io neighbours of one kind could be one span or several, which would be equally
// good. The smallest step of best_labels for each span makes one span the best.
constexpr float kOneSpan = -1.0f / (1 << 20);

struct Kind {
  std::string_view name;
  std::array<int32_t, 4> classes = {-1, -1, -1, -1};  // by place; -1: none

  // The class of a place, or the one that stands in for it.
  int32_t at(size_t place) const {
    constexpr size_t kOrder[4][4] = {{0, 1, 3, 2}, {1, 0, 2, 3}, {2, 1, 0, 3}, {3, 0, 1, 2}};
    for (const size_t each : kOrder[place]) {
      if (classes[each] >= 0) return classes[each];
    }
    return -1;  // Untested: a kind has a class.
  }
};

// The labels of the kinds that OpenAI's own privacy-filter names, but for secrets.
constexpr std::pair<std::string_view, Label> kFilterKinds[] = {
    {"account_number", Label::kAccount}, {"private_address", Label::kLocation},
    {"private_date", Label::kDate},      {"private_email", Label::kEmail},
    {"private_person", Label::kName},    {"private_phone", Label::kPhone},
    {"private_url", Label::kUrl}};

Label label_of_filter(std::string_view kind) {
  for (const auto& [name, label] : kFilterKinds) {
    if (name == kind) return label;
  }
  return Label::kOther;
}

Result<const Scheme*> read_scheme(const Metadata& metadata) {
  if (is_published_filter(metadata)) return std::ranges::find(kSchemes, "bioes", &Scheme::name);
  REDACT_ASSIGN(const auto name, metadata.get_string(kScheme));
  const auto* found = std::ranges::find(kSchemes, name, &Scheme::name);
  if (found == std::end(kSchemes)) return bad_input(kScheme, "is not bio, bioes, bilou or io");
  return found;
}

Result<std::vector<Label>> read_labels(const Metadata& metadata, const std::vector<Kind>& kinds) {
  std::vector<Label> labels;
  if (is_published_filter(metadata)) {
    for (const Kind& kind : kinds) labels.push_back(label_of_filter(kind.name));
    return labels;
  }
  REDACT_ASSIGN(const auto names, metadata.get_strings(kLabels));
  if (names.size() != kinds.size()) return bad_input(kLabels, "must hold one label for each kind");
  for (const std::string_view name : names) {
    const auto label = find_label(name);
    if (!label) return bad_input(kLabels, "has an unknown label");
    labels.push_back(*label);
  }
  return labels;
}

}  // namespace

bool is_privacy_filter(const Metadata& metadata) {
  const auto architecture = metadata.find_string("general.architecture");
  return architecture.ok() && *architecture == kPrivacyFilter;
}

bool is_published_filter(const Metadata& metadata) {
  return is_privacy_filter(metadata) && !metadata.has(kGrammar);
}

Result<std::optional<std::string_view>> grammar_of(const Metadata& metadata) {
  if (is_published_filter(metadata)) return std::optional<std::string_view>("classes");
  return metadata.find_string(kGrammar);
}

Result<Classes> Classes::read(const Metadata& metadata) {
  REDACT_ASSIGN(const auto architecture, metadata.get_string("general.architecture"));
  const std::string key = std::string(architecture) + ".classifier.output_labels";
  REDACT_ASSIGN(const auto names, metadata.get_strings(key));
  REDACT_ASSIGN(const Scheme* const scheme, read_scheme(metadata));
  const bool has_prefixes = scheme->letters[0] != 0;
  int32_t outside = -1;
  std::vector<Kind> kinds;
  for (size_t id = 0; id < names.size(); ++id) {
    std::string_view name = names[id];
    if (name == "O") {
      if (outside >= 0) return bad_input(key, "holds O twice");
      outside = static_cast<int32_t>(id);
      continue;
    }
    const bool is_prefixed = name.size() > 2 && name[1] == '-';
    size_t place = 0;
    if (has_prefixes) {
      const auto* letter = std::ranges::find(scheme->letters, name[0]);
      if (!is_prefixed || letter == scheme->letters.end()) {
        return bad_input(key, "class " + std::to_string(id) + " has no prefix of the scheme " +
                                  std::string(scheme->name));
      }
      place = static_cast<size_t>(letter - scheme->letters.begin());
    }
    if (is_prefixed) name.remove_prefix(2);
    auto kind = std::ranges::find(kinds, name, &Kind::name);
    if (kind == kinds.end()) kind = kinds.insert(kind, {name});
    if (kind->classes[place] >= 0) return bad_input(key, "holds a class twice");
    kind->classes[place] = static_cast<int32_t>(id);
  }
  if (outside < 0) return bad_input(key, "has no class O");
  if (kinds.empty()) return bad_input(key, "has no class but O");

  Classes classes{{}, {outside}, has_prefixes ? 0 : kOneSpan};
  for (size_t place = 0; place < 4; ++place) {
    for (const Kind& kind : kinds) classes.outputs.push_back(kind.at(place));
  }
  REDACT_ASSIGN(classes.labels, read_labels(metadata, kinds));
  return classes;
}

}  // namespace redact
