// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/label.h"
#include "language/date_parts.h"

namespace redact {

// The kind of replacement for an identifier; Replacer implements it.
enum class Operator : unsigned char {
  kTag,        // the placeholder
  kNumber,     // the numbered placeholder, the same for one entity within a document: [NAME_1]
  kMask,       // a * for every letter and digit
  kHash,       // the placeholder with a keyed hash, the same in all documents
  kSurrogate,  // a realistic value of the same kind, never the original
  kShift,      // a date moved by a number of days that follows from the key and the patient
  kYear,       // only the year of a date
  kBirthDate,  // of a date of birth only the year stays; all other dates stay
  kOver89,     // ages up to 89 stay, those above become "90+"
  kZip3,       // the first three digits of a postal code, if they cover enough people
};

// The operator's name in a policy file.
std::string_view operator_name(Operator op);

struct Treatment {
  Operator op = Operator::kTag;
  std::string placeholder;  // also if an operator cannot read the text, e.g. as a date
};

// How each label is treated. Read from a YAML file of the form
//   name: my-policy
//   placeholders:
//     PATIENT: "[NAME]"      # a label that is not listed stays in the text
//   operators:               # optional; tag where a label is not listed. shift, year and
//                            # birth-date are for DATE only, over-89 for AGE, zip3 for ZIP. Where
//                            # dates move, AGE may not be surrogate: an age follows from the dates
//     PATIENT: number
//   date_order: day-first    # optional, or month-first: how 03/04/2024 is read where
//                            # no other date of the note tells
//   shift_by: patient        # optional, or document: dates of each document move by days of its
//                            # own, also where its patient is known
//   present_year: 2026       # optional; the year of the system clock where it is not given. Ages
//                            # are counted as of this year, or of a later one that the note names
// Immutable, so the clock is read only once for all documents of a run (P4).
class Policy {
 public:
  // `name_or_path`: the name of a shipped policy (redactor/policy/*.yaml), or the path of a YAML
  // file (with a '/' or ending in .yaml). Errors name the field at fault.
  static Result<Policy> open(const std::string& name_or_path);
  static Result<Policy> parse(const std::string& yaml);
  // Whether open() reads a file at this path.
  static bool is_path(const std::string& name_or_path);

  const std::string& name() const { return name_; }
  DateOrder date_order() const { return date_order_; }
  // Whether dates move by the days of their document, not of their patient.
  bool shifts_by_document() const { return shifts_by_document_; }
  int present_year() const { return present_year_; }
  // nullptr if the label stays in the text.
  const Treatment* treatment(Label label) const {
    const auto& found = treatments_[static_cast<size_t>(label)];
    return found ? &*found : nullptr;
  }
  const std::string* placeholder(Label label) const {
    const Treatment* found = treatment(label);
    return found != nullptr ? &found->placeholder : nullptr;
  }
  bool uses(Operator op) const;
  // Whether dates become other dates, so that an unchanged date beside them reveals the shift.
  bool moves_dates() const {
    const Treatment* dates = treatment(Label::kDate);
    return dates != nullptr && (dates->op == Operator::kShift || dates->op == Operator::kSurrogate);
  }
  // Whether the caller must give a key: under a public key, hashes and shifts would protect
  // nothing.
  bool needs_key() const { return uses(Operator::kHash) || uses(Operator::kShift); }
  // Whether it writes values drawn from a key or, for surrogates, from random bytes.
  bool draws_values() const { return needs_key() || uses(Operator::kSurrogate); }

 private:
  std::string name_;
  DateOrder date_order_ = DateOrder::kDayFirst;
  bool shifts_by_document_ = false;
  int present_year_ = 0;
  std::array<std::optional<Treatment>, kLabelNames.size()> treatments_;
};

// kBadInput if a policy needs a key and there is none; the error names the setting for it.
// Surrogates need no key: without one they are drawn from random bytes that are then discarded
// (Replacer).
Result<void> check_key(const Policy& policy, bool has_key, const std::string& key_setting);

}  // namespace redact
