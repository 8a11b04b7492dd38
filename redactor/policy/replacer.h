// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crypto/secret.h"
#include "language/date_parts.h"
#include "redactor/persons/persons.h"
#include "redactor/policy/entity_numbers.h"
#include "redactor/policy/policy.h"
#include "redactor/policy/surrogate.h"
#include "redactor/span/support.h"

namespace redact {

// The text to write in place of a surface; nullopt: the surface stays.
using Replacement = std::optional<std::string>;

// The scheme by which hashes and surrogates follow from the key; records and mappings name it.
// Under another number the same name may get another value.
inline constexpr int kValueScheme = 3;

// Makes the replacements for the identifiers of one document: call expect() with all of them, then
// replace() for each in the order of the document. The replacement of one identifier may depend on
// the document's other identifiers but, except for numbered tags, never on their order.
//
// With a key, hashes, shifts and surrogates are drawn by HMACs under that key: a hash from the text
// alone or from the patient (see hash()), a shift from the patient alone, a surrogate from the
// patient and the text. A policy may have a shift follow from the document instead.
//
// Without a key, policies that hash or shift refuse to run (check_key), and surrogates are drawn
// from random bytes that are used for one document and then discarded. So nobody can test which
// names lead to these surrogates. A secret derived from the note itself would allow such tests,
// because a note is easy to guess if only a name or a date in it is unknown. In return, two runs
// over one note differ, so for surrogates P4 holds only with a key.
class Replacer {
 public:
  // `text`: of the document. `key`: the caller's, or nullptr; without it a policy that needs_key()
  // writes placeholders. `patient` names the patient of the document, so that draws agree in all
  // documents of a patient; empty: the draws are for this document alone. `source`: the bytes of
  // the document if they say more than its text, so that draws differ for two rows of a table of
  // which one cell is read. All arguments must outlive the replacer.
  Replacer(const Policy& policy, std::string_view text, const Secret* key, std::string_view patient,
           std::string_view source = {});
  Replacer(const Replacer&) = delete;
  Replacer& operator=(const Replacer&) = delete;

  // Announces the spans that replace() will be called with, sorted and disjoint, before the first
  // replace(). A name that was not announced is a separate person. `known`: names of the patient,
  // as known to the caller.
  void expect(const std::vector<Span>& spans, const std::vector<std::string>& known = {});
  // Announces the beginnings, ascending, of dates of birth that no word before them announces, such
  // as those in fields of a structured file.
  void expect_births(std::vector<size_t> begins) { births_ = std::move(begins); }
  // `behind`: the document's text after the surface, which may hold the unit of an age; its
  // position also gives the text before the surface. `support`: the evidence in the surface. If the
  // surface contains a term that the caller denies, or has several labels, no part of it stays. The
  // same holds for facts that the caller knows about people, except that dates are shifted. Errors:
  // kInternal if a draw fails; then nothing of the document may be written.
  Result<Replacement> replace(std::string_view surface, Label label, std::string_view behind = {},
                              const Support& support = {});
  // The replacement if the file's character set lacks a character of the other.
  const std::string& tag(Label label) const { return *policy_.placeholder(label); }
  bool moves_dates() const { return policy_.moves_dates(); }
  // The same for a date in a value that stays and is not part of the document's text.
  Result<Replacement> replace_kept_date(std::string_view date);
  // The date moved by the days of the patient or document; nullopt if it is not a date, or if there
  // is no key.
  Result<std::optional<std::string>> shift(std::string_view date);
  // Whether a date that moves would reveal an age above 89: it is, or may be, a date of birth that
  // lies that far before the present year or a later one named in the text. In a date of birth, a
  // year of two digits may be one of the 1900s.
  bool tells_over_89(std::string_view date, std::string_view behind = {});
  // The owner of drawn values: the patient, or else the document.
  Result<std::string> patient_or_document();

 private:
  // The mention that ends where `behind` begins, if it was announced.
  const Mention* mention_of(std::string_view surface, std::string_view behind) const;
  Result<std::string> hash(std::string_view surface, Label label, const Mention* mention) const;
  Result<std::string> surrogate_name(std::string_view surface, const Mention* mention);
  std::optional<int> whole_year(std::string_view surface);
  Replacement year(std::string_view surface, const std::string& placeholder);
  Replacement birth_date(std::string_view surface, std::string_view behind,
                         const std::string& placeholder);
  // Whether a date is a date of birth, by its field or by a word before it.
  bool is_birth_field(std::string_view date, std::string_view behind) const;
  bool is_birth(std::string_view date, std::string_view behind) const;
  bool is_birth_without_day(std::string_view date, std::string_view behind);
  Replacement over_89(std::string_view surface, std::string_view behind,
                      const std::string& placeholder);
  std::string number(std::string_view surface, const std::string& placeholder,
                     const Mention* mention);

  std::string_view before(std::string_view surface, std::string_view behind) const;
  Result<std::string> document();
  Result<std::chrono::days> days(const Secret& secret);

  // Values that need a pass over the document are computed on first use.
  std::string_view language();
  DateOrder date_order();
  void read_years();
  int newest_year();
  std::optional<DateParts> parts_of(std::string_view date);
  Result<const Secret*> secret();
  Result<std::optional<std::string>> moved(std::string_view date, bool differs);
  Result<Surrogates*> surrogates();

  const Policy& policy_;
  std::string_view text_, source_;
  const Secret* key_;
  std::string_view patient_;
  std::string digest_;                   // of source_; empty: not computed yet
  std::string_view language_;            // of text_; the same
  std::optional<DateOrder> date_order_;  // of text_
  std::vector<Span> dates_;              // of text_, as announced
  int newest_year_ = 0;                  // the latest that text_ may date from; 0: not read yet
  int common_year_ = kAnyYear;    // of most dates with a day but births, the latest of equals
  std::optional<Secret> random_;  // in place of a key
  Persons persons_;               // named by the announced spans
  std::optional<Surrogates> surrogates_;
  std::map<std::string, EntityNumbers> numbers_;  // by placeholder
  std::vector<size_t> births_;                    // bytes of text_
};

}  // namespace redact
