// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "base/user_file.h"
#include "language/date_parts.h"
#include "language/words.h"
#include "redactor/rules/term_automaton.h"
#include "redactor/span/span.h"

namespace redact {

// A caller's terms, to be found in texts as whole words. Case, accents, and spaces, hyphens, dots
// or slashes between words are ignored ("0117 496 0382" is "01174960382"); a match may cross the
// end of a line, also after a hyphen. The matches of one term do not depend on the others. Finding
// takes time linear in the text, for terms of any length, except for terms with equal ends: where
// the text ends like k terms, it looks at all k. Many threads may search at a time, but not while
// one adds terms.
class TermList {
 public:
  TermList() = default;
  // `order`: how a date such as 03/04/1948 is read, in values and in texts; the default is day
  // first.
  explicit TermList(DateOrder order) : order_(order) {}

  // A deny list: lines "LABEL<tab>term". An allow list: one term per line. Empty lines, lines that
  // begin with # and a byte order mark are skipped. Errors name the line: it is not UTF-8, does not
  // begin with a label (in a deny list), or has a term without a letter or digit.
  static Result<TermList> read_deny(const UserFile& file);
  static Result<TermList> read_allow(const UserFile& file);

  // The lines of a deny list whose whole terms this list holds, too.
  Result<std::vector<uint32_t>> lines_held(const UserFile& deny) const;

  // Adds a term; a term without a letter or digit is ignored. The characters between its words may
  // also separate the words in a text, so "MRN: 12" is found as it is written. `line`: of the
  // term's file, for Span::line.
  void add(std::string_view term, Label label, uint32_t line = 0);
  // Adds a known value about a person under a label: the term itself, which needs a capital in the
  // text if it is a name of one or two letters; for a name, also as German and Danish write its
  // umlauts without accents, or the reverse ("Größl", "GROESSL"), and also each of its capitalised
  // words of three letters or more, which match only capitalised words, or any in file names, URLs
  // and accounts; for a date, the date in any form; for a month or a year alone, every whole date
  // in it. The words of a FAMILY value are treated as names.
  void add_known(std::string_view value, Label label);
  // Adds a known number, which begins with no zero; in a text it may.
  void add_known_number(std::string_view digits, Label label) {
    add_string(digits, {.label = label, .padded = true});
  }

  bool empty() const { return terms_.empty(); }
  // The values added as known names of the patient.
  const std::vector<std::string>& patient_names() const { return patient_names_; }
  // The matches of the terms in a text, sorted. Matches under one label are disjoint, the longest
  // at each place. Matches under several labels may overlap: a policy may hide one label and leave
  // another. `source` is the source of the spans. At each of `seams`, which are ascending, a word
  // may also begin or end: markup says nothing of words.
  std::vector<Span> find(std::string_view text, SpanSource source,
                         StopCheck& stop = StopCheck::never(),
                         const std::vector<size_t>& seams = {}) const;

 private:
  struct Term {
    Label label;
    bool capital = false;   // matches only if the text begins with a capital,
    bool accented = false;  // or has a letter beyond ASCII
    uint32_t line = 0;      // of its file
    bool padded = false;    // matches also behind zeros
  };

  // The strings of the terms: letters and digits, folded. The first find() after an add() links
  // them, so that callers need not.
  struct Strings {
    TermAutomaton automaton;
    std::mutex mutex;
    std::atomic<bool> are_linked = false;
  };
  // A known day, month or year; missing fields are 0.
  struct KnownDate {
    int year;
    unsigned month, day;
    auto operator<=>(const KnownDate&) const = default;
  };

  void add_string(std::string_view string, const Term& term);
  void add_spellings(std::string_view name, bool capital, Label label);
  const TermAutomaton& automaton() const;
  bool may_join(std::string_view gap) const;
  std::set<KnownDate> known_of(const DateParts& date) const;
  void find_terms(std::string_view text, const std::vector<Word>& words, SpanSource source,
                  StopCheck& stop, std::vector<Span>& found) const;
  void find_dates(std::string_view text, const std::vector<Word>& words, SpanSource source,
                  StopCheck& stop, std::vector<Span>& found) const;

  DateOrder order_ = DateOrder::kDayFirst;
  std::unique_ptr<Strings> strings_ = std::make_unique<Strings>();
  std::unordered_map<TermAutomaton::State, std::vector<Term>> terms_;  // one for each label
  std::set<std::string, std::less<>> gaps_;  // between words in terms, beyond the usual ones
  std::set<KnownDate> dates_;
  std::vector<std::string> patient_names_;
};

}  // namespace redact
