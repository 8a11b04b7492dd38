// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"
#include "documents/label.h"
#include "redactor/policy/pseudonyms.h"

namespace redact {

// Realistic values in place of identifiers but for dates, for one document: of the same kind and
// form, never the original, drawn from the lists of surrogates.yaml. People keep their names in all
// documents of a patient (pseudonyms.h). Places, companies and professions come from the lists of
// the document's language, so they agree only between documents of one language.
class Surrogates {
 public:
  // `patient`: draws agree for one secret and patient. `language`: from guess_language. Errors of
  // all functions are those of Secret::draw.
  static Result<Surrogates> create(const Secret& secret, const std::string& patient,
                                   std::string_view language);

  // The names of the document's people.
  Pseudonyms& names() { return names_; }

  // nullopt if no value of that kind can be made up. Names are replaced by names(), and dates move
  // (Replacer). `behind`: the document's text after the surface, which may hold the unit of an age.
  Result<std::optional<std::string>> replace(std::string_view surface, Label label,
                                             std::string_view behind = {});

 private:
  using Text = Result<std::string>;
  using MaybeText = Result<std::optional<std::string>>;

  Surrogates(const Secret& scope, std::string_view language)
      : scope_(scope), language_(language), names_(scope) {}

  MaybeText replace_value(std::string_view surface, Label label, std::string_view behind);
  Text from_list(std::string_view list, std::string_view surface);
  Text street(std::string_view surface);
  MaybeText scramble(std::string_view surface) const;
  Text email(std::string_view surface);
  Text url(std::string_view surface) const;
  Text ip(std::string_view surface) const;
  MaybeText age(std::string_view surface, std::string_view behind) const;
  // An entry of a list of `language` that differs from `original` and does not yet replace another
  // original in the document.
  Text choose(std::string_view language, std::string_view list, const std::string& original);

  Secret scope_;  // for the patient
  std::string_view language_;
  Pseudonyms names_;
  std::map<std::string, std::string, std::less<>> chosen_;  // list + original -> surrogate
  std::map<std::string, std::set<std::string>> taken_;      // surrogates, folded, by list
};

}  // namespace redact
