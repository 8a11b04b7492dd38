// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_types.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/take.h"

namespace redact {

namespace {

constexpr std::string_view kBackbone = "BackboneElement", kChoice = "[x]";
constexpr auto kPrimitives = word_list<
    "base64Binary boolean canonical code date dateTime decimal id instant integer integer64 "
    "markdown oid positiveInt string time unsignedInt uri url uuid xhtml">();

class Types {
 public:
  enum class Kind { kResource, kPart, kData };
  struct Element {
    std::string_view type;  // empty for a choice, whose name ends in "[x]"
    bool required;
  };

  Types() {
    for (std::string_view lines = fhir_type_list(); !lines.empty();) {
      std::string_view line = take(lines, '\n');
      if (!line.empty() && line[0] != '#') add(line);
    }
  }

  static const Types& all() {
    static const Types kTypes;
    return kTypes;
  }

  bool is_resource(std::string_view name) const {
    const auto at = kinds_.find(name);
    return at != kinds_.end() && at->second == Kind::kResource;
  }
  bool is_part(std::string_view name) const {
    const auto at = kinds_.find(name);
    return at != kinds_.end() && at->second == Kind::kPart;
  }
  bool is_any(std::string_view name) const {
    return kinds_.contains(name) || is_among(name, kPrimitives);
  }

  const Element* find(std::string_view type, const std::string& name) const {
    const auto own = elements_.find(type);
    if (own == elements_.end()) return nullptr;
    const auto at = own->second.find(name);
    return at == own->second.end() ? nullptr : &at->second;
  }
  // The same, including inherited elements.
  const Element* find_any(std::string_view type, const std::string& name) const {
    if (const Element* own = find(type, name)) return own;
    for (const std::string_view base :
         {"Element", "BackboneElement", "Resource", "DomainResource"}) {
      const bool of_resources = base.ends_with("Resource");
      if (of_resources != is_resource(type)) continue;
      if (const Element* inherited = find(base, name)) return inherited;
    }
    return nullptr;
  }

 private:
  void add(std::string_view line) {
    std::string_view name = take(line, ' ');
    const Kind kind = name[0] == '*' ? Kind::kResource : name[0] == '.' ? Kind::kPart : Kind::kData;
    if (kind != Kind::kData) name.remove_prefix(1);
    kinds_[name] = kind;
    while (!line.empty()) {
      std::string_view of_type = take(line, ' ');
      const std::string_view type = take(of_type, ':');
      while (!of_type.empty()) {
        std::string_view element = take(of_type, ',');
        const bool required = element.ends_with('!');
        if (required) element.remove_suffix(1);
        elements_[name][std::string(element)] = {type, required};
      }
    }
  }

  std::unordered_map<std::string_view, Kind> kinds_;
  std::unordered_map<std::string_view, std::unordered_map<std::string, Element>> elements_;
};

// An element of one type.
FhirElement element_of(std::string_view type, std::string_view name) {
  const Types& types = Types::all();
  if (const auto* element = types.find_any(type, std::string(name))) {
    return {name, element->type, element->required};
  }
  // A choice: the type follows its name.
  for (size_t end = name.size(); end-- > 1;) {
    if (!is_upper(name[end])) continue;
    const std::string_view choice = name.substr(0, end), suffix = name.substr(end);
    const auto* element = types.find_any(type, std::string(choice) + std::string(kChoice));
    // Of an unknown parent, too, "valueQuantity" is a Quantity.
    if (element == nullptr && !(type.empty() && choice == "value")) continue;
    const bool required = element != nullptr && element->required;
    if (types.is_any(suffix)) return {choice, suffix, required};
    // "valueDateTime" is a "dateTime".
    for (const std::string_view primitive : kPrimitives) {
      if (primitive.substr(1) == suffix.substr(1) && (primitive[0] ^ 0x20) == suffix[0]) {
        return {choice, primitive, required};
      }
    }
  }
  return {name, {}, false};
}

}  // namespace

FhirElement fhir_element(std::string_view type, std::string_view name) {
  if (name.starts_with('_')) name.remove_prefix(1);
  FhirElement unknown{name, {}, false};
  do {
    const FhirElement element = element_of(take(type, '|'), name);
    if (!element.type.empty()) return element;
  } while (!type.empty());
  return unknown;
}

std::span<const FhirElement> FhirElements::of(std::span<const std::string_view> path) {
  // Names of one place are the same bytes.
  const auto is_same = [](std::string_view a, std::string_view b) {
    return a.data() == b.data() && a.size() == b.size();
  };
  const auto n_same = std::ranges::mismatch(path_, path, is_same).in1 - path_.begin();
  path_.assign(path.begin(), path.end());
  elements_.resize(static_cast<size_t>(n_same));
  for (const std::string_view name : path.subspan(elements_.size())) {
    elements_.push_back(elements_.empty() ? FhirElement{name, name}
                                          : fhir_element(elements_.back().type, name));
  }
  return elements_;
}

bool is_fhir_resource(std::string_view name) { return Types::all().is_resource(name); }

bool is_fhir_type(std::string_view name) { return Types::all().is_any(name); }

bool share_fhir_type(std::string_view a, std::string_view b) {
  while (!a.empty()) {
    const std::string_view one = take(a, '|');
    for (std::string_view others = b; !others.empty();) {
      const std::string_view other = take(others, '|');
      if (one == other || (other == kBackbone && Types::all().is_part(one))) return true;
    }
  }
  return false;
}

bool is_fhir_extension(std::string_view name) {
  return name == "extension" || name == "modifierExtension";
}

bool is_fhir_primitive(std::string_view type) { return !type.empty() && is_lower(type[0]); }

}  // namespace redact
