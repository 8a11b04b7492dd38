// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/folders.h"

#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>

#include "base/file_io.h"
#include "base/parse_number.h"
#include "base/utf8.h"
#include "tools/eval/characters.h"

namespace redact::eval {

namespace {

namespace fs = std::filesystem;

// Labels are printed and written as JSON, which holds only Unicode.
bool is_label(std::string_view label) { return !label.empty() && is_utf8(label); }

std::u32string without_spaces(std::u32string text) {
  std::erase_if(text, is_space);
  return text;
}

// Lines are "T1<tab>LABEL 10 20<tab>surface". A discontinuous span has several pieces, "10 20;25
// 30", and each becomes a span.
Result<Document> read_brat(const fs::path& path, const std::string& where) {
  REDACT_ASSIGN(const std::string text, read_file(path.string()));
  REDACT_ASSIGN(const std::string ann,
                read_file(fs::path(path).replace_extension(".ann").string()));
  Document document;
  document.id = path.stem().string();
  document.text = to_code_points(text);
  const auto add = [&](const std::string& line, size_t number) -> Result<void> {
    if (line[0] != 'T') return {};
    const std::string here = where + ", line " + std::to_string(number);
    const size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == line.npos) return bad_input(here, "has no tabs");
    std::string middle = line.substr(first + 1, second - first - 1);
    std::replace(middle.begin(), middle.end(), ';', ' ');
    std::istringstream fields(middle);
    std::string label, begin, end;
    fields >> label;
    if (!is_label(label)) return bad_input(here, "has a label that is empty or not UTF-8");
    std::u32string surface;
    size_t n_pieces = 0;
    for (; fields >> begin; ++n_pieces) {
      const auto from = parse_number<size_t>(begin);
      const auto to = fields >> end ? parse_number<size_t>(end) : std::nullopt;
      if (!from || !to) return bad_input(here, "has offsets that are not pairs of whole numbers");
      document.gold.push_back({*from, *to, label});
      if (*from < *to && *to <= document.text.size()) {
        surface += document.text.substr(*from, *to - *from);
      }
    }
    if (n_pieces == 0) return bad_input(here, "has no offsets");
    // brat writes a line end inside a span as a space.
    const bool agrees =
        second == line.npos || without_spaces(to_code_points(line.substr(second + 1))) ==
                                   without_spaces(std::move(surface));
    if (agrees) return {};
    return bad_input(here,
                     "has offsets that do not lead to its text; they count code points, and "
                     "two for CR LF");
  };
  REDACT_TRY(for_each_line(ann, add));
  REDACT_TRY(settle(document, where));
  return document;
}

// <deIdi2b2><TEXT>..</TEXT><TAGS><NAME start="16" end="28" TYPE="DOCTOR"/>..</TAGS></deIdi2b2>
Result<Document> read_i2b2(const fs::path& path, const std::string& where) {
  REDACT_ASSIGN(const std::string content, read_file(path.string()));
  pugi::xml_document xml;
  // The offsets count white space, so the parser must keep it.
  const auto parsed =
      xml.load_buffer(content.data(), content.size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!parsed) return bad_input(where, parsed.description());
  const pugi::xml_node root = xml.document_element();
  if (!root.child("TEXT") || !root.child("TAGS")) return bad_input(where, "holds no TEXT and TAGS");
  Document document;
  document.id = path.stem().string();
  // A "]]>" in a note splits its text into several CDATA sections.
  std::string text;
  for (const pugi::xml_node piece : root.child("TEXT").children()) {
    if (piece.type() == pugi::node_element) return bad_input(where, "has elements inside its TEXT");
    text += piece.value();
  }
  document.text = to_code_points(text);
  size_t number = 0;
  for (const pugi::xml_node tag : root.child("TAGS").children()) {
    if (tag.type() != pugi::node_element) continue;
    const std::string here = where + ", tag " + std::to_string(++number);
    const char* type = tag.attribute("TYPE").value();
    const std::string label = *type != '\0' ? type : tag.name();
    if (!is_label(label)) return bad_input(here, "has a label that is not UTF-8");
    const auto begin = parse_number<size_t>(tag.attribute("start").value());
    const auto end = parse_number<size_t>(tag.attribute("end").value());
    if (!begin || !end) return bad_input(here, "needs whole numbers as \"start\" and \"end\"");
    document.gold.push_back({*begin, *end, label});
  }
  REDACT_TRY(settle(document, where));
  return document;
}

}  // namespace

Result<std::vector<Document>> read_folder(const std::string& path) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_directory())
      return bad_input("gold folder", "holds a folder; score each by itself");
    fs::path file = entry.path();
    const auto extension = file.extension();
    if (extension == ".txt" && !fs::exists(fs::path(file).replace_extension(".ann"))) {
      return bad_input("gold folder", "holds a .txt file without its .ann");
    }
    if (extension == ".ann") files.push_back(file.replace_extension(".txt"));
    if (extension == ".xml") files.push_back(file);
  }
  if (files.empty()) return bad_input("gold folder", "holds neither .ann nor .xml files");
  std::sort(files.begin(), files.end());
  std::vector<Document> documents;
  for (const fs::path& file : files) {
    const std::string where = "gold document " + std::to_string(documents.size() + 1);
    REDACT_ASSIGN(Document document,
                  file.extension() == ".xml" ? read_i2b2(file, where) : read_brat(file, where));
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace redact::eval
