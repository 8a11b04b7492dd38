// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/policy/secret.h"
#include "redactor/policy/surrogate.h"

namespace redact {

// What a policy writes in place of the identifiers of one document, asked in their order.
class Replacer {
 public:
  // `text`: the document. `key`: the caller's, if there is one; a policy that needs_key() writes
  // placeholders without it. `patient` names whose document it is, so that what is drawn for a
  // patient is the same in all of theirs; empty: the document is drawn for alone. All outlive the
  // replacer.
  Replacer(const Policy& policy, std::string_view text, const Secret* key,
           std::string_view patient);
  Replacer(const Replacer&) = delete;
  Replacer& operator=(const Replacer&) = delete;

  // nullopt: the text stays.
  std::optional<std::string> replace(std::string_view surface, Label label);

 private:
  std::string number(std::string_view surface, const std::string& placeholder);

  // What numbered tags have been given to: the words of each name so far.
  struct Numbered {
    std::vector<std::string> words;  // folded
  };

  const Policy& policy_;
  const Secret* key_;
  std::string patient_;
  int newest_year_;       // that the document may be of
  DateOrder date_order_;  // of the document
  Secret secret_;         // the key, or the document's own
  Surrogates surrogates_;
  std::map<std::string, std::vector<Numbered>> numbered_;  // by placeholder
};

}  // namespace redact
