// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "redactor/policy/secret.h"
#include "redactor/span/label.h"
#include "redactor/text/date_parts.h"

namespace redact {

// By how many days the dates of a patient move: 1 to 365 either way, the same for one key and
// patient.
std::chrono::days date_shift(const Secret& secret, std::string_view patient);

// Realistic values in place of identifiers, for one document: the same kind and form, the gender of
// first names where they tell it, never the original. One name in parts ("Margaret Ellison", "Mrs
// Ellison", "M.") stays one name. Lists are those of surrogates.yaml.
class Surrogates {
 public:
  // `patient`: draws are the same for one secret and patient. `language`: of guess_language.
  Surrogates(const Secret& secret, std::string patient, std::string_view language, DateOrder order);

  // nullopt where nothing of that kind can be made up.
  std::optional<std::string> replace(std::string_view surface, Label label);

 private:
  std::string name(std::string_view surface);
  std::string name_word(std::string_view word, bool given);
  std::string from_list(std::string_view list, std::string_view surface);
  std::string street(std::string_view surface);
  std::optional<std::string> scramble(std::string_view surface) const;
  std::string email(std::string_view surface);
  std::optional<std::string> age(std::string_view surface) const;
  std::optional<std::string> date(std::string_view surface) const;
  // An entry of a list of the document's language, other than `original` and than those that stand
  // for something else in the document.
  std::string choose(std::string_view list, const std::string& original);

  const Secret& secret_;
  std::string patient_;
  std::string_view language_;
  DateOrder order_;
  std::map<std::string, std::string, std::less<>> chosen_;  // list + original -> surrogate
  std::map<std::string, std::set<std::string>> taken_;      // surrogates, folded, by list
};

}  // namespace redact
