// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "redactor/span/span.h"
#include "redactor/text/date_parts.h"

namespace redact {

// Terms that a caller names, and where a text holds them: whole words, whatever the case, the
// accents and the spaces, hyphens, dots or slashes between them ("0117 496 0382" is "01174960382"),
// over the end of a line too. Finding takes time linear in the text. Immutable once built.
class TermList {
 public:
  TermList() = default;
  // `order`: how a date such as 03/04/1948 is read, in what is known and in texts; else day first.
  explicit TermList(DateOrder order) : order_(order) {}

  // A deny list: lines "LABEL<tab>term". An allow list: a term a line. Empty lines, lines that
  // begin with # and a byte order mark are left out. Errors name the line: one that is not UTF-8,
  // does not begin with a label (in a deny list), or has a term without a letter or digit.
  static Result<TermList> read_deny(const std::string& path);
  static Result<TermList> read_allow(const std::string& path);

  // Adds a term; one without a letter or digit is nothing. What stands between its words may stand
  // between words of a text too, so "MRN: 12" is found as it is written.
  void add(std::string_view term, Label label);
  // Adds what is known of a person under a label: the term, each word of a name of three letters or
  // more that is given with a capital, where the text has a capital too, and a date however it is
  // written. The words of a FAMILY value are taken for names.
  void add_known(std::string_view value, Label label);

  bool empty() const { return terms_.empty(); }
  // Sorted and disjoint; the longest term at each place. `source`: whose evidence they are.
  std::vector<Span> find(std::string_view text, SpanSource source) const;

 private:
  struct Term {
    Label label;
    bool capital;  // matches only where the text begins with a capital
  };

  DateOrder order_ = DateOrder::kDayFirst;
  std::unordered_map<std::string, Term> terms_;  // letters and digits, folded
  size_t longest_ = 0;                           // bytes of the longest key
  std::set<std::string, std::less<>> gaps_;      // in terms, beyond what joins the words of texts
  std::vector<std::pair<std::chrono::sys_days, Label>> dates_;
};

}  // namespace redact
