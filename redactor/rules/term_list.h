// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "redactor/files/user_file.h"
#include "redactor/span/span.h"
#include "redactor/text/date_parts.h"

namespace redact {

// A caller's terms, to be found in texts as whole words. Case, accents, and spaces, hyphens, dots
// or slashes between words are ignored ("0117 496 0382" is "01174960382"); a match may cross the
// end of a line. Finding takes time linear in the text. Immutable once built.
class TermList {
 public:
  TermList() = default;
  // `order`: how a date such as 03/04/1948 is read, in values and in texts; the default is day
  // first.
  explicit TermList(DateOrder order) : order_(order) {}

  // A deny list: lines "LABEL<tab>term". An allow list: one term per line. Empty lines, lines that
  // begin with # and a byte order mark are left out. Errors name the line: one that is not UTF-8,
  // does not begin with a label (in a deny list), or has a term without a letter or digit.
  static Result<TermList> read_deny(const UserFile& file);
  static Result<TermList> read_allow(const UserFile& file);

  // Adds a term; a term without a letter or digit is ignored. The characters between its words may
  // also separate the words in a text, so "MRN: 12" is found as it is written. `line`: of the file
  // that it comes from, for Span::line.
  void add(std::string_view term, Label label, uint32_t line = 0);
  // Adds a value known about a person under a label: the term itself, which matches only with a
  // capital if it is a name of one or two letters; if it is a name, each of its
  // capitalised words of three letters or more, which matches only capitalised words; if it is a
  // date, the date in any form; if it is a month or a year alone, each date in it, whole. The words
  // of a FAMILY value are treated as names.
  void add_known(std::string_view value, Label label);

  bool empty() const { return terms_.empty(); }
  // The values that were added as known names of the patient.
  const std::vector<std::string>& patient_names() const { return patient_names_; }
  // Sorted and disjoint; the longest term at each place. `source`: the source of the spans.
  std::vector<Span> find(std::string_view text, SpanSource source) const;

 private:
  struct Term {
    Label label;
    bool capital;       // matches only where the text begins with a capital
    uint32_t line = 0;  // of its file
  };

  DateOrder order_ = DateOrder::kDayFirst;
  std::unordered_map<std::string, Term> terms_;  // letters and digits, folded
  size_t longest_ = 0;                           // bytes of the longest key
  std::set<std::string, std::less<>> gaps_;      // characters between words in terms, beyond those
                                                 // always allowed
  std::vector<DateParts> dates_;
  std::vector<std::string> patient_names_;
};

}  // namespace redact
