// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/known_people.h"

#include <nlohmann/json.hpp>

#include "redactor/files/file_io.h"
#include "redactor/files/json_id.h"
#include "redactor/text/words.h"

namespace redact {

Result<KnownPeople> KnownPeople::read(const std::string& path, DateOrder order) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  KnownPeople known;
  const auto add = [&known, order](const std::string& line, size_t number) -> Result<void> {
    const auto bad = [number](std::string what) {
      return Error{ErrorKind::kBadInput, "known people line " + std::to_string(number),
                   std::move(what)};
    };
    const auto json = nlohmann::json::parse(line, nullptr, false);
    const bool has_id = json.is_object() && json.contains("id");
    const auto id = has_id ? json_id(json["id"]) : std::nullopt;
    if (!id) return bad("is not a JSON object with an id, a string or a whole number");
    TermList& terms = known.people_.try_emplace(*id, order).first->second;
    for (const auto& [field, value] : json.items()) {
      if (field == "id") continue;
      const auto label = find_label(field);
      if (!label) return bad("has a field that is no label");
      if (value.is_null()) continue;
      for (const auto& one : value.is_array() ? value : nlohmann::json::array({value})) {
        if (!one.is_string()) return bad("has a value that is no string");
        const auto term = one.get<std::string>();
        const bool is_date = *label == Label::kDate && !find_words(term).empty();
        if (is_date && !DateParts::read(term, order)) return bad("has a DATE that is no date");
        terms.add_known(term, *label);
      }
    }
    return {};
  };
  REDACT_TRY(for_each_line(content, add));
  return known;
}

const TermList* KnownPeople::of(const std::string& id) const {
  const auto found = people_.find(id);
  return found == people_.end() ? nullptr : &found->second;
}

}  // namespace redact
