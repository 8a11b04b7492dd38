// SPDX-License-Identifier: Apache-2.0
// Any bytes as a list that a user gives: the first byte chooses which. Refused, or terms that are
// found in any text as spans of it. The text is the list itself.
#include <map>
#include <vector>

#include "redactor/rules/known_people.h"
#include "redactor/rules/list_lines.h"
#include "redactor/rules/term_list.h"
#include "tests/fuzz/check_refusal.h"
#include "tests/fuzz/check_spans.h"

namespace {

using namespace redact;
using fuzz::check_refusal;
using fuzz::require;

// Those of each label are in order and apart.
void check_found(const std::vector<Span>& spans, size_t size) {
  std::map<Label, std::vector<Span>> by_label;
  for (const Span& span : spans) by_label[span.label].push_back(span);
  for (const auto& [label, of_label] : by_label) fuzz::check_spans(of_label, size);
}

void check_terms(const Result<TermList>& terms, std::string_view text) {
  if (!terms.ok()) return check_refusal(terms.error());
  const auto spans = terms->find(text, SpanSource::kDeny);
  check_found(spans, text.size());
  require(spans.empty() || !terms->empty());
}

void check_known(const Result<KnownPeople>& known, std::string_view text) {
  if (!known.ok()) return check_refusal(known.error());
  for (const TermList* terms : known->find("7", "7")) {
    check_found(terms->find(text, SpanSource::kKnown), text.size());
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  const UserFile file = UserFile::in_memory(std::string(text));
  switch (data[0] % 5) {
    case 0: check_terms(TermList::read_deny(file), text); break;
    case 1: check_terms(TermList::read_allow(file), text); break;
    case 2: check_known(KnownPeople::read(file, DateOrder::kDayFirst), text); break;
    case 3: {
      TermList terms(DateOrder::kMonthFirst);
      const auto added = KnownPeople::add(text, DateOrder::kMonthFirst, terms);
      if (!added.ok()) check_refusal(added.error());
      check_found(terms.find(text, SpanSource::kKnown), text.size());
      break;
    }
    default: {
      const auto hints = read_hints(file);
      if (!hints.ok()) check_refusal(hints.error());
      break;
    }
  }
  return 0;
}
