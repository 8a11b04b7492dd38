// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/full_names.h"
#include "redactor/policy/policy.h"
#include "redactor/policy/secret.h"
#include "redactor/policy/surrogate.h"

namespace redact {

// What is written in place of a surface; nullopt: the surface stays.
using Replacement = std::optional<std::string>;

// What a policy writes in place of the identifiers of one document: expect() each of them, then
// replace() each in the order of the document. What one identifier is replaced with may depend on
// which others the document holds, never on who was asked for first, but for numbered tags.
//
// With a key, hashes, shifts and surrogates are HMACs of it: a hash of the text alone, or of the
// patient (see hash()); a shift of the patient alone; a surrogate of the patient and the text.
//
// Without a key, policies that hash or shift refuse to run (check_key), and surrogates are drawn
// from random bytes that are taken for each document and forgotten with it. Nobody can then try out
// which names lead to these surrogates, which a secret made from the note itself would allow: notes
// are easy to guess where only a name or a date is unknown. The price is that two runs over one
// note differ, so P4 holds for surrogates with a key alone.
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

  // Announces that replace() will be asked for this surface, which outlives the replacer; before
  // the first replace().
  void expect(std::string_view surface, Label label);
  // `behind`: the document's text behind the surface, which may hold the unit of an age and tells
  // what stands before the surface. Errors:
  // kInternal where nothing can be drawn; nothing of the document may be written then.
  Result<Replacement> replace(std::string_view surface, Label label, std::string_view behind = {});

 private:
  Result<std::string> hash(std::string_view surface, Label label) const;
  std::optional<int> whole_year(std::string_view surface);
  Replacement year(std::string_view surface, const std::string& placeholder);
  Replacement birth_date(std::string_view surface, std::string_view behind,
                         const std::string& placeholder);
  Replacement over_89(std::string_view surface, std::string_view behind,
                      const std::string& placeholder);
  std::string number(std::string_view surface, const std::string& placeholder);

  // What takes a walk over the document is made when it is first asked for.
  std::string_view language();
  DateOrder date_order();
  int newest_year();
  Result<std::string> patient_or_document() const;
  Result<Surrogates*> surrogates();

  // What numbered tags have been given to: the words of each name so far.
  struct Numbered {
    std::vector<std::string> words;  // folded
  };

  const Policy& policy_;
  std::string_view text_;
  const Secret* key_;
  std::string_view patient_;
  std::string_view language_;                                 // of text_; empty: not asked yet
  std::optional<DateOrder> date_order_;                       // of text_
  std::optional<int> newest_year_;                            // that text_ may be of
  FullNames full_names_;                                      // of names that are hashed
  std::vector<std::pair<std::string_view, Label>> expected_;  // names that get surrogates
  std::optional<Surrogates> surrogates_;
  std::map<std::string, std::vector<Numbered>> numbered_;  // by placeholder
};

}  // namespace redact
