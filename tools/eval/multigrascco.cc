// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/multigrascco.h"

#include <filesystem>
#include <map>
#include <string_view>

#include "base/file_io.h"
#include "tools/eval/fields.h"

namespace redact::eval {

namespace {

using Json = nlohmann::json;

// The language of "English_PHI.json"; empty for any other name.
std::string language_of(const std::string& path) {
  static const std::map<std::string_view, std::string_view> kLanguages = {
      {"Arabic", "ar"},  {"English", "en"},  {"French", "fr"}, {"German", "de"},
      {"Italian", "it"}, {"Persian", "fa"},  {"Polish", "pl"}, {"Russian", "ru"},
      {"Turkish", "tr"}, {"Ukrainian", "uk"}};
  const std::string name = std::filesystem::path(path).filename().string();
  const auto found = kLanguages.find(std::string_view(name).substr(0, name.find('_')));
  return found == kLanguages.end() ? "" : std::string(found->second);
}

// Adds its annotations to a document. False: the text at an annotation's offsets differs from its
// own.
Result<bool> add_entities(const Fields& record, Document& document) {
  REDACT_ASSIGN(const Json* entities, record.array("entities"));
  for (size_t i = 0; i < entities->size(); ++i) {
    const Fields entity((*entities)[i], record.where() + ", entities " + std::to_string(i + 1));
    REDACT_ASSIGN(const size_t begin, entity.offset("start"));
    REDACT_ASSIGN(const size_t end, entity.offset("end"));
    REDACT_ASSIGN(const std::string text, entity.string("text"));
    REDACT_ASSIGN(std::string label, entity.string("type"));
    const bool is_inside = begin < end && end <= document.text.size();
    if (!is_inside || document.text.substr(begin, end - begin) != to_code_points(text)) {
      return false;
    }
    document.gold.push_back({begin, end, std::move(label)});
  }
  return true;
}

}  // namespace

Result<MultigrasccoGold> read_multigrascco(const std::string& path) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  const Json records = Json::parse(content, nullptr, false);
  if (!records.is_array()) {
    return Error{ErrorKind::kBadInput, "gold", "is not an array of documents in JSON"};
  }
  MultigrasccoGold gold;
  for (size_t i = 0; i < records.size(); ++i) {
    const Fields record(records[i], "gold document " + std::to_string(i + 1));
    Document document;
    REDACT_ASSIGN(document.id, record.string("filename"));
    REDACT_ASSIGN(const std::string text, record.string("text"));
    document.lang = language_of(path);
    document.text = to_code_points(text);
    REDACT_ASSIGN(const bool is_sound, add_entities(record, document));
    if (!is_sound) {
      ++gold.left_out;
      continue;
    }
    REDACT_TRY(settle(document, record.where()));
    gold.documents.push_back(std::move(document));
  }
  return gold;
}

}  // namespace redact::eval
