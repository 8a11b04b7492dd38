// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/corpus.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/file_io.h"
#include "base/utf8.h"
#include "tools/eval/bio.h"
#include "tools/eval/fields.h"
#include "tools/eval/folders.h"
#include "tools/eval/markup.h"
#include "tools/eval/multigrascco.h"

namespace redact::eval {

namespace {

using Json = nlohmann::json;

void sort(std::vector<Annotation>& annotations) {
  std::sort(annotations.begin(), annotations.end(), [](const Annotation& a, const Annotation& b) {
    return std::tie(a.begin, a.end, a.label) < std::tie(b.begin, b.end, b.label);
  });
}

// The annotations of an array, each with its label in the field `label`.
Result<std::vector<Annotation>> annotations(const Fields& record, const char* name,
                                            const char* label) {
  REDACT_ASSIGN(const Json* array, record.array(name));
  std::vector<Annotation> out;
  for (const Json& item : *array) {
    const Fields fields(item, record.where() + ", " + name + " " + std::to_string(out.size() + 1));
    REDACT_ASSIGN(const size_t begin, fields.offset("start"));
    REDACT_ASSIGN(const size_t end, fields.offset("end"));
    REDACT_ASSIGN(std::string what, fields.string(label));
    out.push_back({begin, end, std::move(what)});
  }
  return out;
}

Result<std::vector<Document>> read_jsonl(const std::string& path, bool needs_spans) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  std::vector<Document> documents;
  const auto add = [&](const std::string& line, size_t number) -> Result<void> {
    const Json parsed = Json::parse(line, nullptr, false);
    const Fields record(parsed, "gold line " + std::to_string(number));
    Document document;
    if (record.has("markup")) {
      REDACT_ASSIGN(const std::string marked, record.string("markup"));
      REDACT_ASSIGN(document, parse_markup(marked, record.where()));
    } else {
      REDACT_ASSIGN(const std::string text, record.string("text"));
      document.text = to_code_points(text);
      if (needs_spans || record.has("spans")) {
        REDACT_ASSIGN(document.gold, annotations(record, "spans", "label"));
      }
    }
    document.id = std::to_string(number);
    if (record.has("id")) {
      REDACT_ASSIGN(document.id, record.id("id"));
    }
    if (record.has("lang")) {
      REDACT_ASSIGN(document.lang, record.string("lang"));
    }
    REDACT_TRY(settle(document, record.where()));
    documents.push_back(std::move(document));
    return {};
  };
  REDACT_TRY(for_each_line(content, add));
  return documents;
}

bool is_bio(const std::string& path) { return path.ends_with(".bio") || path.ends_with(".conll"); }

// Takes the spans of a marked text or a file of tags for a document. The texts must be equal: the
// spans could not be placed in another text.
Result<void> take_spans(Document& document, Document marked, const std::string& where) {
  if (marked.text != document.text)
    return bad_input(where, "has a text that differs from its gold document");
  document.found = std::move(marked.gold);
  return {};
}

// The documents of a file of tags, in the order of the gold.
Result<void> add_bio(const std::string& path, std::vector<Document>& documents) {
  REDACT_ASSIGN(std::vector<Document> tagged, read_bio(path));
  if (tagged.size() != documents.size()) {
    return bad_input("records", "do not cover every gold document");
  }
  for (size_t i = 0; i < tagged.size(); ++i) {
    REDACT_TRY(take_spans(documents[i], std::move(tagged[i]),
                          "records document " + std::to_string(i + 1)));
  }
  return {};
}

// The places of the replacements in the output, of the entities that have them.
Result<std::vector<Annotation>> replacements(const Json& entities, const std::string& where) {
  std::vector<Annotation> out;
  for (size_t i = 0; i < entities.size(); ++i) {
    const Fields entity(entities[i], where + ", entities " + std::to_string(i + 1));
    if (!entity.has("out_start") && !entity.has("out_end")) continue;
    REDACT_ASSIGN(const size_t begin, entity.offset("out_start"));
    REDACT_ASSIGN(const size_t end, entity.offset("out_end"));
    out.push_back({begin, end, ""});
  }
  return out;
}

// Records that tell only what the redacted text tells.
bool are_without_offsets(const Json& record) {
  const auto entities = record.find("entities");
  return entities != record.end() && entities->is_array() && !entities->empty() &&
         entities->front().is_object() && entities->front().contains("out_start") &&
         !entities->front().contains("start");
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
  for (const char32_t c : text) append_utf8(static_cast<int32_t>(c), out);
  return out;
}

Result<void> settle(Document& document, const std::string& where) {
  for (auto* annotations : {&document.gold, &document.found, &document.placed}) sort(*annotations);
  document.gold.erase(std::unique(document.gold.begin(), document.gold.end()), document.gold.end());
  for (const auto* annotations : {&document.gold, &document.found}) {
    for (const Annotation& a : *annotations) {
      if (a.begin >= a.end || a.end > document.text.size()) {
        return bad_input(where, "has a span that is empty or outside its text");
      }
    }
  }
  return {};
}

Result<std::vector<Document>> read_gold(const std::string& path, size_t* left_out) {
  const auto multigrascco = [&]() -> Result<std::vector<Document>> {
    REDACT_ASSIGN(MultigrasccoGold gold, read_multigrascco(path));
    if (left_out) *left_out = gold.left_out;
    return std::move(gold.documents);
  };
  REDACT_ASSIGN(std::vector<Document> documents,
                std::filesystem::is_directory(path) ? read_folder(path)
                : is_bio(path)                      ? read_bio(path)
                : path.ends_with(".json")           ? multigrascco()
                                                    : read_jsonl(path, true));
  if (documents.empty()) return bad_input("gold", "holds no document");
  return documents;
}

Result<std::vector<Document>> read_texts(const std::string& path) {
  return read_jsonl(path, false);
}

Result<void> add_records(const std::string& path, std::vector<Document>& documents,
                         RecordKind kind) {
  if (is_bio(path)) return add_bio(path, documents);
  REDACT_ASSIGN(const std::string content, read_file(path));
  std::unordered_map<std::string, Document*> by_id;
  for (Document& document : documents) {
    if (!by_id.emplace(document.id, &document).second) {
      return bad_input("gold", "has two documents with one id");
    }
  }
  size_t answered = 0;
  const auto add = [&](const std::string& line, size_t number) -> Result<void> {
    const Json parsed = Json::parse(line, nullptr, false);
    const Fields record(parsed, "records line " + std::to_string(number));
    REDACT_ASSIGN(const std::string id, record.id("id"));
    const auto found = by_id.find(id);
    if (found == by_id.end() || found->second == nullptr) {
      return bad_input(record.where(), "belongs to no gold document, or is the second of one");
    }
    Document& document = *std::exchange(found->second, nullptr);
    ++answered;
    if (record.has("status")) {
      REDACT_ASSIGN(const std::string status, record.string("status"));
      document.failed = status == "failed";
      document.review = status == "review";
    }
    if (document.failed) return {};
    if (record.has("markup")) {
      REDACT_ASSIGN(const std::string marked, record.string("markup"));
      REDACT_ASSIGN(Document parsed_markup, parse_markup(marked, record.where()));
      return take_spans(document, std::move(parsed_markup), record.where());
    }
    if (record.has("text") || kind == RecordKind::kTexts) {
      REDACT_ASSIGN(const std::string output, record.string("text"));
      document.output = to_code_points(output);
    }
    if (kind == RecordKind::kTexts && !record.has("entities")) {
      document.says_spans = false;
      return {};
    }
    if (record.has("offsets")) {
      return bad_input(record.where(),
                       "has offsets in bytes or UTF-16 units; code points are needed");
    }
    if (are_without_offsets(parsed)) {
      return bad_input(record.where(),
                       "has no offsets of the source; redact --include-evidence writes them");
    }
    REDACT_ASSIGN(document.found, annotations(record, "entities", "entity_type"));
    REDACT_ASSIGN(document.placed, replacements(parsed["entities"], record.where()));
    return settle(document, record.where());
  };
  REDACT_TRY(for_each_line(content, add));
  if (answered != documents.size()) return bad_input("records", "do not cover every gold document");
  return {};
}

}  // namespace redact::eval
