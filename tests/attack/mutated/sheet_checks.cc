// SPDX-License-Identifier: Apache-2.0
// Checks of workbooks: the elements and attributes of their members are those of the source, but
// for the content of cells.
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/attack/mutated/checks.h"

namespace redact::testing {

namespace {

std::string local(const char* name) {
  const std::string whole(name);
  return whole.substr(whole.find(':') + 1);
}

std::vector<pugi::xml_node> elements_of(const pugi::xml_node& node, bool of_chart) {
  std::vector<pugi::xml_node> elements;
  for (const pugi::xml_node& child : node.children()) {
    const bool is_date = of_chart && local(child.name()) == "pt";
    if (child.type() == pugi::node_element && !is_date) elements.push_back(child);
  }
  return elements;
}

// The names of attributes, and the values of those that place a cell or give it its look.
std::multiset<std::string> attributes_of(const pugi::xml_node& node, bool is_cell) {
  std::multiset<std::string> attributes;
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    const std::string name = attribute.name();
    const bool is_type = name == "t" || name.starts_with("office:") || name.starts_with("calcext:");
    if (is_cell && is_type) continue;
    // In OpenDocument one without a prefix is a text.
    const bool is_of_cell =
        local(node.name()) == "c" ? name.find(':') == name.npos : name.starts_with("table:");
    const bool has_value = is_cell && is_of_cell && name != "table:formula";
    attributes.insert(has_value ? name + "=" + attribute.value() : name);
  }
  return attributes;
}

Complaint compare(const pugi::xml_node& before, const pugi::xml_node& after) {
  const std::string name = local(before.name());
  if (std::string(before.name()) != after.name()) return "has another element for " + name;
  const bool is_cell =
      (name == "c" && local(before.parent().name()) == "row") || name == "table-cell";
  if (attributes_of(before, is_cell) != attributes_of(after, is_cell)) {
    return "has other attributes of " + name;
  }
  if (is_cell) return std::nullopt;
  const auto is_code = [](const pugi::xml_node& node) {
    return local(node.name()) == "formatCode";
  };
  const bool of_chart = before.find_child(is_code) != nullptr;
  const auto from = elements_of(before, of_chart), to = elements_of(after, of_chart);
  if (from.size() != to.size()) return "has other elements in " + name;
  for (size_t i = 0; i < from.size(); ++i) {
    if (auto complaint = compare(from[i], to[i])) return complaint;
  }
  return std::nullopt;
}

}  // namespace

Complaint check_sheet_member(std::string_view source, std::string_view output) {
  pugi::xml_document before, after;
  const bool is_xml = before.load_buffer(source.data(), source.size());
  if (!is_xml || !before.document_element()) return std::nullopt;
  if (!after.load_buffer(output.data(), output.size())) return "is no longer XML";
  return compare(before.document_element(), after.document_element());
}

}  // namespace redact::testing
