// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/known_people.h"

#include <nlohmann/json.hpp>

#include "base/file_io.h"
#include "documents/files/json_id.h"
#include "language/words.h"

namespace redact {

namespace {

// Adds the values of an object about one document. `where` is its position, for errors.
Result<void> add_values(const nlohmann::json& object, const std::string& where, DateOrder order,
                        TermList& terms) {
  const auto bad = [&where](std::string what) {
    return Error{ErrorKind::kBadInput, where, std::move(what)};
  };
  for (const auto& [field, value] : object.items()) {
    if (field == "id" || field == "patient") continue;
    const auto label = find_label(field);
    if (!label) return bad("has a field that is not a label");
    if (value.is_null()) continue;
    const auto add_one = [&](const nlohmann::json& one) -> Result<void> {
      if (!one.is_string()) return bad("has a value that is not a string");
      const auto term = one.get<std::string>();
      const bool is_date = *label == Label::kDate && !find_words(term).empty();
      if (is_date && !DateParts::read(term, order)) return bad("has a DATE that is not a date");
      terms.add_known(term, *label);
      return {};
    };
    if (!value.is_array()) {
      REDACT_TRY(add_one(value));
      continue;
    }
    // By reference: nlohmann copies nested values recursively, so copying deep nesting would
    // overflow the stack.
    for (const nlohmann::json& one : value) REDACT_TRY(add_one(one));
  }
  return {};
}

}  // namespace

Result<KnownPeople> KnownPeople::read(const UserFile& file, DateOrder order) {
  REDACT_ASSIGN(const std::string content, file.read());
  KnownPeople known;
  const auto add = [&known, order](const std::string& line, size_t number) -> Result<void> {
    const std::string where = "known people line " + std::to_string(number);
    const auto json = nlohmann::json::parse(line, nullptr, false);
    const auto bad = [&where](std::string what) {
      return Error{ErrorKind::kBadInput, where, std::move(what)};
    };
    if (!json.is_object()) return bad("is not a JSON object");
    const bool is_patient = json.contains("patient");
    const char* const whose = is_patient ? "patient" : "id";
    if (is_patient && json.contains("id")) return bad("has both an id and a patient");
    const auto id = json.contains(whose) ? json_id(json[whose]) : std::nullopt;
    if (!id) return bad("has no id or patient that is a string or a whole number");
    Terms& people = is_patient ? known.of_patients_ : known.of_documents_;
    return add_values(json, where, order, people.try_emplace(*id, order).first->second);
  };
  REDACT_TRY(for_each_line(content, add));
  return known;
}

Result<void> KnownPeople::add(std::string_view json, DateOrder order, TermList& terms) {
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) return Error{ErrorKind::kBadInput, "known", "is not a JSON object"};
  return add_values(object, "known", order, terms);
}

std::vector<const TermList*> KnownPeople::find(const std::string& id,
                                               const std::string& patient) const {
  std::vector<const TermList*> known;
  const auto add = [&known](const Terms& people, const std::string& whose) {
    if (const auto found = people.find(whose); found != people.end()) {
      known.push_back(&found->second);
    }
  };
  add(of_documents_, id);
  if (!patient.empty()) add(of_patients_, patient);
  return known;
}

}  // namespace redact
