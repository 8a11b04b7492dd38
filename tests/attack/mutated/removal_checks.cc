// SPDX-License-Identifier: Apache-2.0
// Checks of files of FHIR from which a user's rules remove fields.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/attack/mutated/checks.h"

namespace redact::testing {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kMask =
    R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
    R"("valueCode":"masked"}]})";

// The brackets, names and values of a JSON text, in their order; values without their text but for
// "masked".
struct Marks : nlohmann::json_sax<Json> {
  std::vector<std::string> all;

  bool add(std::string mark) {
    all.push_back(std::move(mark));
    return true;
  }
  bool null() override { return add("value"); }
  bool boolean(bool) override { return add("value"); }
  bool number_integer(number_integer_t) override { return add("value"); }
  bool number_unsigned(number_unsigned_t) override { return add("value"); }
  bool number_float(number_float_t, const string_t&) override { return add("value"); }
  bool string(string_t& text) override { return add(text == "masked" ? "masked" : "value"); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return add("{"); }
  bool key(string_t& text) override { return add("." + text); }
  bool end_object() override { return add("}"); }
  bool start_array(size_t) override { return add("["); }
  bool end_array() override { return add("]"); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }
};

std::vector<std::string> marks_of(std::string_view json) {
  Marks marks;
  Json::sax_parse(json, &marks);
  return marks.all;
}

// The marks of an output without what says that a value is masked.
std::vector<std::string> without_masks(std::string output) {
  for (size_t at = output.find(kMask); at != output.npos; at = output.find(kMask, at)) {
    output.replace(at, kMask.size(), "\"masked\"");
  }
  std::vector<std::string> marks;
  for (std::string& mark : marks_of(output)) {
    const bool is_masked = mark == "masked";
    if (is_masked && !marks.empty()) {
      const std::string& name = marks.back();
      if (name.starts_with("._") || name == ".valueCode" || name == ".occurrenceString") {
        marks.pop_back();
      }
      continue;
    }
    marks.push_back(std::move(mark));
    const size_t n = marks.size();
    if (n > 2 && marks[n - 3] == ".effectivePeriod" && marks[n - 2] == "{" && marks[n - 1] == "}") {
      marks.resize(n - 3);
    }
  }
  return marks;
}

// Whether a name of the source became this one, since it held a name or a date.
bool may_become(const std::string& before, const std::string& after) {
  const bool is_dated = before.find_first_of("0123456789") != before.npos;
  return before.starts_with('.') && after.starts_with('.') &&
         (is_dated || after.starts_with(".hidden"));
}

// Whether `some` are among `all`, in their order.
bool are_among(const std::vector<std::string>& some, const std::vector<std::string>& all) {
  size_t i = 0;
  for (const std::string& one : some) {
    while (i < all.size() && all[i] != one && !may_become(all[i], one)) ++i;
    if (i++ == all.size()) return false;
  }
  return true;
}

// The same of XML: the tags and the names of attributes.
void add_marks(pugi::xml_node node, int depth, std::vector<std::string>& marks) {
  for (const pugi::xml_node inner : node.children()) {
    if (inner.type() != pugi::node_element || depth > 500) continue;
    const bool is_mask =
        std::string_view(inner.name()).ends_with("extension") &&
        std::string_view(inner.attribute("url").value()).ends_with("data-absent-reason");
    if (is_mask) continue;
    marks.push_back(std::string("<") + inner.name());
    for (const pugi::xml_attribute attribute : inner.attributes()) {
      marks.push_back(std::string("@") + attribute.name());
    }
    add_marks(inner, depth + 1, marks);
    marks.emplace_back(">");
  }
}

}  // namespace

Complaint check_removed_json(std::string_view source, std::string_view output) {
  if (!is_json(source)) return std::nullopt;
  if (!is_json(output)) return "is no longer JSON";
  std::vector<std::string> before = marks_of(source);
  std::replace(before.begin(), before.end(), std::string("masked"), std::string("value"));
  if (are_among(without_masks(std::string(output)), before)) return std::nullopt;
  return "has more than before";
}

Complaint check_removed_xml(std::string_view source, std::string_view output) {
  if (!is_xml(source)) return std::nullopt;
  if (!is_xml(output)) return "is no longer XML";
  std::vector<std::string> before, after;
  pugi::xml_document document;
  document.load_buffer(source.data(), source.size());
  add_marks(document, 0, before);
  document.load_buffer(output.data(), output.size());
  add_marks(document, 0, after);
  if (are_among(after, before)) return std::nullopt;
  return "has more than before";
}

}  // namespace redact::testing
