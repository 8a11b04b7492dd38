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

// Whether an element leads to a pivot table.
bool is_of_pivot(const pugi::xml_node& node) {
  const std::string target =
      node.attribute("Target").value() + std::string(" ") + node.attribute("PartName").value();
  return target.find("/pivot") != target.npos || local(node.name()) == "pivotCaches";
}

// Whether an element may be gone; of others, a point of a chart and the values of another workbook.
bool may_go(const pugi::xml_node& node) {
  const std::string name = local(node.name());
  return name == "pt" || name == "sheetDataSet" || is_of_pivot(node);
}

std::vector<pugi::xml_node> elements_of(const pugi::xml_node& node) {
  std::vector<pugi::xml_node> elements;
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_element) elements.push_back(child);
  }
  return elements;
}

// The names of attributes, and the values of those that place a cell or give it its look.
std::multiset<std::string> attributes_of(const pugi::xml_node& node, bool is_cell) {
  std::multiset<std::string> attributes;
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    const std::string name = attribute.name();
    // The program reads an attribute with an undeclared prefix, too.
    const bool is_type = name == "t" || name.starts_with("office:") ||
                         name.starts_with("calcext:") || name.ends_with(":value");
    if (is_cell && is_type) continue;
    // In OpenDocument one without a prefix is a text.
    const bool is_of_cell =
        local(node.name()) == "c" ? name.find(':') == name.npos : name.starts_with("table:");
    const bool has_value = is_cell && is_of_cell && name != "table:formula";
    attributes.insert(has_value ? name + "=" + attribute.value() : name);
  }
  return attributes;
}

// The elements of a cell, but for those of its value.
std::multiset<std::string> beside_value(const pugi::xml_node& cell) {
  std::multiset<std::string> names;
  for (const pugi::xml_node& child : elements_of(cell)) {
    const std::string name = local(child.name());
    if (name != "v" && name != "is" && name != "p") names.insert(name);
  }
  return names;
}

// Whether an element of the source that may be gone is, as the next one of the redaction shows: a
// point of a chart has its number.
bool is_gone(const pugi::xml_node& element, const pugi::xml_node& next) {
  const std::string number = element.attribute("idx").value();
  return may_go(element) &&
         (local(element.name()) != "pt" || number != next.attribute("idx").value());
}

Complaint compare(const pugi::xml_node& before, const pugi::xml_node& after) {
  const std::string name = local(before.name());
  if (std::string(before.name()) != after.name()) return "has another element for " + name;
  const bool is_cell =
      (name == "c" && local(before.parent().name()) == "row") || name == "table-cell";
  if (attributes_of(before, is_cell) != attributes_of(after, is_cell)) {
    return "has other attributes of " + name;
  }
  if (is_cell) {
    return beside_value(before) == beside_value(after)
               ? Complaint()
               : Complaint("has a cell with other elements beside its value");
  }
  const auto from = elements_of(before), to = elements_of(after);
  if (from.size() < to.size()) return "has more elements in " + name;
  size_t n_gone = from.size() - to.size(), next = 0;
  for (const pugi::xml_node& element : from) {
    if (n_gone > 0 && (next == to.size() ? may_go(element) : is_gone(element, to[next]))) {
      --n_gone;
      continue;
    }
    if (next == to.size() || std::string(element.name()) != to[next].name()) {
      return "has other elements in " + name;
    }
    if (auto complaint = compare(element, to[next++])) return complaint;
  }
  return std::nullopt;
}

}  // namespace

Complaint check_sheet_member(std::string_view source, std::string_view output) {
  pugi::xml_document before, after;
  const bool is_xml = before.load_buffer(source.data(), source.size());
  if (!is_xml || !before.document_element()) return std::nullopt;
  // Parts of a pivot table are emptied, and so are boxes of VML that only this parser reads.
  const std::string root = local(before.document_element().name());
  const bool has_cells = root == "worksheet" || root == "sst" || root == "document-content";
  if (output.empty() && !has_cells) return std::nullopt;
  if (!after.load_buffer(output.data(), output.size())) return "is no longer XML";
  return compare(before.document_element(), after.document_element());
}

}  // namespace redact::testing
