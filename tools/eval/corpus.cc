// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/corpus.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>
#include <unordered_map>

#include "redactor/document/file_io.h"
#include "runtime/text/utf8.h"

namespace redact::eval {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Error bad(const std::string& where, std::string what) {
  return {ErrorKind::kBadInput, where, std::move(what)};
}

void sort(std::vector<Annotation>& annotations) {
  std::sort(annotations.begin(), annotations.end(), [](const Annotation& a, const Annotation& b) {
    return std::tie(a.begin, a.end, a.label) < std::tie(b.begin, b.end, b.label);
  });
}

Result<void> check(const Document& document, const std::string& where) {
  for (const auto* annotations : {&document.gold, &document.found}) {
    for (const Annotation& a : *annotations) {
      if (a.begin >= a.end || a.end > document.text.size()) {
        return bad(where, "has a span that is empty or outside its text");
      }
    }
  }
  return {};
}

Result<std::vector<Document>> read_jsonl(const std::string& path, bool needs_spans) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  std::vector<Document> documents;
  const auto add = [&](const std::string& line, size_t number) -> Result<void> {
    const std::string where = "gold line " + std::to_string(number);
    const json record = json::parse(line, nullptr, false);
    const bool whole =
        record.is_object() && record.contains("text") && (record.contains("spans") || !needs_spans);
    if (!whole) return bad(where, needs_spans ? "holds no text and spans" : "holds no text");
    Document document;
    document.id =
        record.contains("id")
            ? (record["id"].is_string() ? record["id"].get<std::string>() : record["id"].dump())
            : std::to_string(number);
    document.lang = record.value("lang", "");
    document.text = to_code_points(record["text"].get<std::string>());
    for (const json& span : record.value("spans", json::array())) {
      document.gold.push_back(
          {span.value("start", size_t{0}), span.value("end", size_t{0}), span.value("label", "")});
    }
    sort(document.gold);
    REDACT_TRY(check(document, where));
    documents.push_back(std::move(document));
    return {};
  };
  REDACT_TRY(for_each_line(content, add));
  return documents;
}

// "T1<tab>LABEL 10 20<tab>surface"; of discontinuous spans, "10 20;25 30", every piece counts.
Result<Document> read_brat(const fs::path& path, const std::string& where) {
  REDACT_ASSIGN(const std::string text, read_file(path.string()));
  REDACT_ASSIGN(const std::string ann,
                read_file(fs::path(path).replace_extension(".ann").string()));
  Document document;
  document.id = path.stem().string();
  document.text = to_code_points(text);
  const auto add = [&](const std::string& line, size_t) -> Result<void> {
    if (line[0] != 'T') return {};
    const size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == line.npos) return bad(where, "has a line without tabs");
    std::string middle = line.substr(first + 1, second - first - 1);
    std::replace(middle.begin(), middle.end(), ';', ' ');
    std::istringstream fields(middle);
    std::string label;
    fields >> label;
    size_t n_pieces = 0;
    for (size_t begin = 0, end = 0; fields >> begin; ++n_pieces) {
      if (!(fields >> end)) return bad(where, "has a span that does not end");
      document.gold.push_back({begin, end, label});
    }
    if (n_pieces == 0 || !fields.eof())
      return bad(where, "has a span whose offsets are no numbers");
    return {};
  };
  REDACT_TRY(for_each_line(ann, add));
  sort(document.gold);
  REDACT_TRY(check(document, where));
  return document;
}

// <deIdi2b2><TEXT>..</TEXT><TAGS><NAME start="16" end="28" TYPE="DOCTOR"/>..</TAGS></deIdi2b2>
Result<Document> read_i2b2(const fs::path& path, const std::string& where) {
  REDACT_ASSIGN(const std::string content, read_file(path.string()));
  pugi::xml_document xml;
  // White space is text here, and offsets count it as it is.
  const auto parsed =
      xml.load_buffer(content.data(), content.size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!parsed) return bad(where, parsed.description());
  const pugi::xml_node root = xml.document_element();
  if (!root.child("TEXT") || !root.child("TAGS")) return bad(where, "holds no TEXT and TAGS");
  Document document;
  document.id = path.stem().string();
  document.text = to_code_points(root.child("TEXT").text().get());
  for (const pugi::xml_node tag : root.child("TAGS").children()) {
    if (tag.type() != pugi::node_element) continue;
    const char* type = tag.attribute("TYPE").value();
    document.gold.push_back({tag.attribute("start").as_ullong(), tag.attribute("end").as_ullong(),
                             *type != '\0' ? type : tag.name()});
  }
  sort(document.gold);
  REDACT_TRY(check(document, where));
  return document;
}

}  // namespace

std::u32string to_code_points(const std::string& utf8) {
  std::u32string out;
  for (size_t at = 0; at < utf8.size();) {
    const Utf8Unit unit = decode_utf8(utf8, at);
    out += unit.code_point < 0 ? U'\ufffd' : static_cast<char32_t>(unit.code_point);
    at += unit.n_bytes;
  }
  return out;
}

std::string to_utf8(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) {
    if (c < 0x80) {
      out += static_cast<char>(c);
      continue;
    }
    const int n = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes that follow
    out += static_cast<char>((0xf00 >> (n + 1) & 0xff) | c >> (6 * n));
    for (int i = n - 1; i >= 0; --i) out += static_cast<char>(0x80 | (c >> (6 * i) & 0x3f));
  }
  return out;
}

// The JSON library reports fields of another type by exception; none leaves these functions.
Result<std::vector<Document>> read_gold(const std::string& path) try {
  if (!fs::is_directory(path)) return read_jsonl(path, true);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    const auto extension = entry.path().extension();
    if (extension == ".ann") files.push_back(fs::path(entry.path()).replace_extension(".txt"));
    if (extension == ".xml") files.push_back(entry.path());
  }
  if (files.empty()) return bad("gold folder", "holds neither .ann nor .xml files");
  std::sort(files.begin(), files.end());
  std::vector<Document> documents;
  for (const fs::path& file : files) {
    const std::string where = "gold document " + std::to_string(documents.size() + 1);
    REDACT_ASSIGN(Document document,
                  file.extension() == ".xml" ? read_i2b2(file, where) : read_brat(file, where));
    documents.push_back(std::move(document));
  }
  return documents;
} catch (const json::exception&) {
  return bad("gold", "has a field of another type than it should");
}

Result<std::vector<Document>> read_texts(const std::string& path) try {
  return read_jsonl(path, false);
} catch (const json::exception&) {
  return bad("texts", "have a field of another type than they should");
}

Result<void> add_records(const std::string& path, std::vector<Document>& documents) try {
  REDACT_ASSIGN(const std::string content, read_file(path));
  std::unordered_map<std::string, Document*> by_id;
  for (Document& document : documents) {
    if (!by_id.emplace(document.id, &document).second) {
      return bad("gold", "has two documents of one id");
    }
  }
  size_t answered = 0;
  const auto add = [&](const std::string& line, size_t number) -> Result<void> {
    const std::string where = "record " + std::to_string(number);
    const json record = json::parse(line, nullptr, false);
    if (!record.is_object() || !record.contains("id")) return bad(where, "has no id");
    const json& id = record["id"];
    const auto found = by_id.find(id.is_string() ? id.get<std::string>() : id.dump());
    if (found == by_id.end() || found->second == nullptr) {
      return bad(where, "belongs to no gold document, or is the second of one");
    }
    Document& document = *std::exchange(found->second, nullptr);
    ++answered;
    document.failed = record.value("status", "ok") == "failed";
    document.output = to_code_points(record.value("text", ""));
    for (const json& entity : record.value("entities", json::array())) {
      const auto start = entity.value("start", size_t{0}), end = entity.value("end", size_t{0});
      document.found.push_back({start, end, entity.value("entity_type", "")});
      if (!entity.contains("out_start") || !entity.contains("out_end")) continue;
      document.placed.push_back({entity["out_start"].get<size_t>(), entity["out_end"].get<size_t>(),
                                 entity.value("replacement", "")});
    }
    sort(document.found);
    sort(document.placed);
    return check(document, where);
  };
  REDACT_TRY(for_each_line(content, add));
  if (answered != documents.size()) return bad("records", "do not answer every gold document");
  return {};
} catch (const json::exception&) {
  return bad("records", "have a field of another type than they should");
}

}  // namespace redact::eval
