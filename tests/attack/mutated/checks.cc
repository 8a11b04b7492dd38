// SPDX-License-Identifier: Apache-2.0
#include "tests/attack/mutated/checks.h"

#include <expat.h>
#include <gumbo.h>
#include <zip.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <vector>

#include "tests/attack/mutated/seeds.h"

namespace redact::testing {

namespace {

using Json = nlohmann::json;

Complaint at(std::string what, size_t where) { return what + " " + std::to_string(where); }

bool looks_like_date(const std::string& text) {
  return text.size() >= 4 &&
         std::all_of(text.begin(), text.begin() + 4, [](char c) { return c >= '0' && c <= '9'; });
}

// The events of a JSON text, in their order; names and numbers with their text.
struct Events : nlohmann::json_sax<Json> {
  struct Event {
    char kind;  // { } [ ] k(ey) s(tring) n(umber) l(iteral)
    std::string text;
    bool operator==(const Event&) const = default;
  };
  std::vector<Event> all;

  bool add(char kind, std::string text = {}) {
    all.push_back({kind, std::move(text)});
    return true;
  }
  bool null() override { return add('l', "null"); }
  bool boolean(bool value) override { return add('l', value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return add('n', std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add('n', std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return add('n', text); }
  bool string(string_t& text) override { return add('s', text); }
  bool binary(binary_t&) override { return add('b'); }
  bool start_object(size_t) override { return add('{'); }
  bool key(string_t& text) override { return add('k', text); }
  bool end_object() override { return add('}'); }
  bool start_array(size_t) override { return add('['); }
  bool end_array() override { return add(']'); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }
};

std::vector<Events::Event> events_of(std::string_view text) {
  Events events;
  if (!Json::sax_parse(text, &events)) return {};
  return events.all;
}

// Behind a mask at event `i`: a name that is in place of the date `date` and what says that it is
// hidden. `i` itself if there is none.
size_t behind_mask(const std::vector<Events::Event>& out, size_t i, const std::string& name) {
  if (i >= out.size() || out[i].kind != 'k') return i;
  const std::string& key = out[i].text;
  if (key == "valueCode" || key == "occurrenceString") {
    return i + 1 < out.size() && out[i + 1] == Events::Event{'s', "masked"} ? i + 2 : i;
  }
  if (key != "_" + name && key != "effectivePeriod") return i;
  size_t end = i + 1, depth = 0;
  bool is_masked = false;
  do {
    if (end >= out.size()) return i;
    is_masked = is_masked || out[end] == Events::Event{'s', "masked"};
    if (out[end].kind == '{') ++depth;
    if (out[end].kind == '}') --depth;
    ++end;
  } while (depth > 0);
  return is_masked ? end : i;
}

}  // namespace

bool is_json(std::string_view text) { return Json::accept(text); }

Complaint check_bytes(std::string_view source, const Redaction& redaction) {
  const std::string& output = redaction.output;
  size_t s = 0, o = 0, inside = 0;
  for (const Edit& edit : redaction.edits) {
    if (edit.begin < s || edit.end <= edit.begin || edit.end > source.size()) {
      return at("edits are out of order at", edit.begin);
    }
    const size_t n = edit.begin - s;
    if (output.compare(o, n, source.substr(s, n)) != 0) return at("differs behind", s);
    o += n;
    if (output.compare(o, edit.text.size(), edit.text) != 0) return at("not the edit at", s);
    o += edit.text.size();
    s = edit.end;
    inside += edit.end - edit.begin;
  }
  if (std::string_view(output).substr(std::min(o, output.size())) != source.substr(s)) {
    return at("differs behind", s);
  }
  if (inside + redaction.bytes_outside != source.size()) return "bytes_outside is wrong";
  for (const Entity& entity : redaction.entities) {
    const std::vector<ByteRange> ranges = entity.pieces();
    for (const ByteRange& range : ranges) {
      const auto edit = std::find_if(redaction.edits.begin(), redaction.edits.end(),
                                     [&](const Edit& e) { return e.end > range.begin; });
      if (range.end <= range.begin || edit == redaction.edits.end() || edit->begin > range.begin ||
          edit->end < range.end) {
        return at("an entity is in no edit, at", range.begin);
      }
    }
  }
  return std::nullopt;
}

Complaint check_json(std::string_view source, std::string_view output) {
  if (!is_json(source)) return std::nullopt;
  if (!is_json(output)) return "is no longer JSON";
  const auto before = events_of(source), after = events_of(output);
  size_t i = 0, j = 0;
  while (i < before.size()) {
    const bool is_same_kind = j < after.size() && before[i].kind == after[j].kind;
    // A name that held a hidden name or a date.
    const bool is_renamed = is_same_kind && before[i].kind == 'k' &&
                            (after[j].text.starts_with("hidden") ||
                             before[i].text.find_first_of("0123456789") != before[i].text.npos);
    const bool fits =
        is_same_kind && (before[i].kind == 's' || is_renamed || before[i].text == after[j].text);
    if (fits) {
      ++i, ++j;
      continue;
    }
    // Only a member that held a date may have gone, or have become a mask, as numbers do.
    const char value = before[i].kind == 'k' && i + 1 < before.size() ? before[i + 1].kind : ' ';
    if (value != 'n' && (value != 's' || !looks_like_date(before[i + 1].text))) {
      return at("has another structure at event", i);
    }
    const std::string& name = before[i].text;
    const size_t number = i;
    i += 2;
    // Before an extension of its own a date has no mask.
    const bool is_extended = i < before.size() && before[i] == Events::Event{'k', "_" + name};
    const size_t behind = is_extended ? j : behind_mask(after, j, name);
    if (value == 'n' && !is_extended && behind == j) return at("lost a number at event", number);
    j = behind;
  }
  if (j != after.size()) return at("has more than the source at event", j);
  return std::nullopt;
}

namespace {

bool parse(std::string_view text, pugi::xml_document& document) {
  return static_cast<bool>(document.load_buffer(
      text.data(), text.size(), pugi::parse_full | pugi::parse_ws_pcdata, pugi::encoding_auto));
}

// Whether a text is well-formed XML. pugixml alone also accepts control characters and references
// to them; the program reads such a file as a page.
bool is_well_formed(std::string_view text) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate(nullptr), XML_ParserFree);
  return XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) ==
         XML_STATUS_OK;
}

// Whether an element is FHIR's mask of the value of the element before it.
bool is_mask(pugi::xml_node node) {
  return std::string_view(node.name()).ends_with("extension") &&
         std::string_view(node.attribute("url").value()).ends_with("data-absent-reason");
}

// Whether an attribute is CDA's mask of the value in whose place it is.
bool is_null_flavor(pugi::xml_attribute attribute) {
  return std::string_view(attribute.name()) == "nullFlavor" &&
         std::string_view(attribute.value()) == "MSK";
}

Complaint compare(pugi::xml_node before, pugi::xml_node after, int depth) {
  if (std::string_view(before.name()) != after.name()) return "has another element";
  bool is_masked = false;
  auto b = before.attributes_begin(), a = after.attributes_begin();
  while (b != before.attributes_end()) {
    if (a != after.attributes_end() && std::string_view(b->name()) == a->name()) {
      ++b, ++a;
      continue;
    }
    if (std::string_view(b->name()) != "value") return "has another attribute";
    is_masked = true;
    ++b;
    if (!before.attribute("nullFlavor") && a != after.attributes_end() && is_null_flavor(*a)) ++a;
  }
  if (a != after.attributes_end()) return "has an attribute more";
  if (depth > 500) return std::nullopt;
  // Texts may have become empty, so that only elements are counted.
  const auto next_element = [](pugi::xml_node node) {
    while (node && node.type() != pugi::node_element) node = node.next_sibling();
    return node;
  };
  pugi::xml_node inner = next_element(before.first_child());
  pugi::xml_node other = next_element(after.first_child());
  if (is_masked && !inner && is_mask(other)) other = next_element(other.next_sibling());
  while (inner && other) {
    if (auto complaint = compare(inner, other, depth + 1)) return complaint;
    inner = next_element(inner.next_sibling());
    other = next_element(other.next_sibling());
  }
  if (inner || other) return "has more or fewer elements";
  return std::nullopt;
}

}  // namespace

bool is_xml(std::string_view text) {
  pugi::xml_document document;
  return parse(text, document);
}

Complaint check_xml(std::string_view source, std::string_view output) {
  pugi::xml_document before, after;
  if (!is_well_formed(source) || !parse(source, before)) return std::nullopt;
  if (!parse(output, after)) return "is no longer XML";
  return compare(before, after, 0);
}

namespace {

// Whether an element is there if its tag is. HTML does not define the unknown ones and those of SVG
// and MathML, and a browser adds others where a text begins, so that their tags no longer count.
bool counts(GumboTag tag) {
  static const std::set<GumboTag> kOthers = {GUMBO_TAG_UNKNOWN,
                                             GUMBO_TAG_HTML,
                                             GUMBO_TAG_HEAD,
                                             GUMBO_TAG_BODY,
                                             GUMBO_TAG_FRAMESET,
                                             GUMBO_TAG_MI,
                                             GUMBO_TAG_MO,
                                             GUMBO_TAG_MN,
                                             GUMBO_TAG_MS,
                                             GUMBO_TAG_MTEXT,
                                             GUMBO_TAG_MGLYPH,
                                             GUMBO_TAG_MALIGNMARK,
                                             GUMBO_TAG_FOREIGNOBJECT,
                                             GUMBO_TAG_DESC};
  return !kOthers.contains(tag);
}

// The names of the elements of a page whose tags are in it, by their place.
std::vector<std::string> elements_of(std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  GumboOutput* page = gumbo_parse_with_options(&options, html.data(), html.size());
  std::map<const char*, std::string> found;
  std::vector<const GumboNode*> stack = {page->root};
  while (!stack.empty()) {
    const GumboNode* node = stack.back();
    stack.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    const GumboElement& element = node->v.element;
    if (element.original_tag.length > 0 && counts(element.tag)) {
      found[element.original_tag.data] = gumbo_normalized_tagname(element.tag);
    }
    for (unsigned i = 0; i < element.children.length; ++i) {
      stack.push_back(static_cast<const GumboNode*>(element.children.data[i]));
    }
  }
  gumbo_destroy_output(&options, page);
  std::vector<std::string> names;
  for (const auto& [place, name] : found) names.push_back(name);
  return names;
}

}  // namespace

Complaint check_html(std::string_view source, std::string_view output) {
  // Gumbo takes time and memory with the square of the open formatting elements.
  if (std::count(source.begin(), source.end(), '<') > 1000) return std::nullopt;
  // UTF-16, which it does not read, with or without a mark, also behind other text.
  if (source.find('\0') != source.npos) return std::nullopt;
  // In SVG, MathML and a few elements, CDATA and <title> are others than elsewhere; the program
  // does not follow that.
  for (const std::string_view foreign : {"<svg", "<math", "<select", "<frameset"}) {
    const auto is_same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    if (std::search(source.begin(), source.end(), foreign.begin(), foreign.end(), is_same) !=
        source.end()) {
      return std::nullopt;
    }
  }
  const auto before = elements_of(source), after = elements_of(output);
  if (before == after) return std::nullopt;
  const auto differ = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  return at("has another element, number", static_cast<size_t>(differ.first - before.begin()));
}

namespace {

// The delimiters of a message, in their order, and its line ends.
std::string delimiters_of(std::string_view hl7, std::string_view delimiters) {
  std::string out;
  for (const char c : hl7) {
    if (delimiters.find(c) != delimiters.npos || c == '\r' || c == '\n') out += c;
  }
  return out;
}

}  // namespace

// Of a file with one header of the usual form.
Complaint check_hl7(std::string_view source, std::string_view output) {
  const std::string_view usual = "MSH|^~\\&|";
  const size_t header = source.find(usual);
  if (header == source.npos || header > 8) return std::nullopt;
  // Text before it is read, too.
  const size_t mark = source.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (source.find_first_not_of("\v\r\n\t ", mark) < header) return std::nullopt;
  size_t n_headers = 0;
  for (const std::string_view name : {"MSH", "FHS", "BHS"}) {
    for (size_t i = source.find(name); i != source.npos; i = source.find(name, i + 1)) ++n_headers;
  }
  if (n_headers > 1) return std::nullopt;
  if (!output.starts_with(source.substr(0, header + usual.size()))) return "has another header";
  if (delimiters_of(source, "|^~&") != delimiters_of(output, "|^~&")) {
    return "has other delimiters";
  }
  return std::nullopt;
}

}  // namespace redact::testing
