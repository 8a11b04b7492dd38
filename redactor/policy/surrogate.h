// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"
#include "documents/label.h"
#include "language/date_parts.h"
#include "redactor/policy/pseudonyms.h"

namespace redact {

// The number of days by which the dates of a patient or of a document move: 1 to 365 in either
// direction, the same for one key and patient or document.
Result<std::chrono::days> date_shift(const Secret& secret, const std::string& moved);

// Realistic values in place of identifiers, for one document: of the same kind and form, never the
// original, drawn from the lists of surrogates.yaml. People keep their names in all documents of a
// patient (pseudonyms.h). Places, companies and professions come from the lists of the document's
// language, so they agree only between documents of one language.
class Surrogates {
 public:
  // `patient`: draws agree for one secret and patient. `shift`: for dates. `language`: from
  // guess_language. Errors of all functions are those of Secret::draw.
  static Result<Surrogates> create(const Secret& secret, const std::string& patient,
                                   std::chrono::days shift, std::string_view language,
                                   DateOrder order);

  // The names of the document's people.
  Pseudonyms& names() { return names_; }

  // nullopt if no value of that kind can be made up. Names are replaced by names(). `behind`: the
  // document's text after the surface, which may hold the unit of an age.
  Result<std::optional<std::string>> replace(std::string_view surface, Label label,
                                             std::string_view behind = {});

 private:
  using Text = Result<std::string>;
  using MaybeText = Result<std::optional<std::string>>;

  Surrogates(const Secret& scope, std::chrono::days shift, std::string_view language,
             DateOrder order)
      : scope_(scope), shift_(shift), language_(language), order_(order), names_(scope) {}

  Text from_list(std::string_view list, std::string_view surface);
  Text street(std::string_view surface);
  MaybeText scramble(std::string_view surface) const;
  Text email(std::string_view surface);
  Text url(std::string_view surface) const;
  Text ip(std::string_view surface) const;
  MaybeText age(std::string_view surface, std::string_view behind) const;
  std::optional<std::string> date(std::string_view surface) const;
  // An entry of a list of `language` that differs from `original` and does not yet replace another
  // original in the document.
  Text choose(std::string_view language, std::string_view list, const std::string& original);

  Secret scope_;  // for the patient
  std::chrono::days shift_;
  std::string_view language_;
  DateOrder order_;
  Pseudonyms names_;
  std::map<std::string, std::string, std::less<>> chosen_;  // list + original -> surrogate
  std::map<std::string, std::set<std::string>> taken_;      // surrogates, folded, by list
};

}  // namespace redact
