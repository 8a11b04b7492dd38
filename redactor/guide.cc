// SPDX-License-Identifier: Apache-2.0
#include "redactor/guide.h"

#include <algorithm>
#include <utility>

#include "redactor/fields/known_fields.h"
#include "redactor/measured.h"
#include "redactor/revisions.h"
#include "redactor/spoken/spoken_view.h"
#include "redactor/weekdays.h"

namespace redact {

namespace {

void append(Evidence& evidence, const std::vector<Span>& more) {
  evidence.insert(evidence.end(), more.begin(), more.end());
}

// The findings of shipped rules. A match across several cells or fields does not count, since
// neighbouring numbers may look like a telephone number. Each of these fields is read by itself.
Evidence find_in_fields(const RuleSet& rules, const Text& text, StopCheck& stop) {
  const std::string_view read = text.view.text();
  const std::vector<size_t>& walls = text.walls;
  Evidence found = rules.find(read, stop);
  std::vector<bool> divided(walls.size() + 1);  // fields with a part of such a match
  const auto field_of = [&](size_t at) {
    return static_cast<size_t>(std::ranges::upper_bound(walls, at) - walls.begin());
  };
  bool any = false;
  std::erase_if(found, [&](const Span& span) {
    const size_t first = field_of(span.begin), last = field_of(span.end - 1);
    for (size_t field = first; field <= last && first < last; ++field) divided[field] = any = true;
    return first < last;
  });
  for (size_t field = 0; field < divided.size() && any; ++field) {
    if (!divided[field]) continue;
    const size_t begin = field == 0 ? 0 : walls[field - 1];
    const size_t end = field == walls.size() ? read.size() : walls[field];
    for (Span span : rules.find(read.substr(begin, end - begin), stop)) {
      span.begin += begin;
      span.end += begin;
      found.push_back(span);
    }
  }
  return found;
}

// The findings of rules, lists and known facts in spoken forms. The model reads the written text.
Evidence guide_spoken(const DocumentInput& input, const Text& text, const Guides& guides,
                      StopCheck& stop) {
  Evidence evidence;
  const auto view = SpokenView::read(text.view.text(), stop);
  if (!view) return evidence;
  const auto add = [&](std::vector<Span> spans) {
    append(evidence, view->to_text(std::move(spans)));
  };
  for (const RuleSet* rules : {&guides.rules, &guides.own_rules}) {
    if (!view->only_letters()) add(rules->find_spoken(view->text(), stop));
  }
  add(guides.deny.find(view->text(), SpanSource::kDeny, stop));
  add(guides.allow.find(view->text(), SpanSource::kAllow, stop));
  for (const TermList* terms : input.known) {
    add(terms->find(view->text(), SpanSource::kKnown, stop));
  }
  return evidence;
}

// The findings of the shipped rules, except those of another label in a date or an age: a part of a
// date is not a telephone number.
Evidence find_by_rules(const Text& text, const RuleSet& rules, StopCheck& stop) {
  Evidence found = find_in_fields(rules, text, stop), others;
  std::erase_if(found, [&](const Span& span) {
    const bool is_other = span.label != Label::kDate && span.label != Label::kAge;
    if (is_other) others.push_back(span);
    return is_other;
  });
  append(found, outside(text.settled, std::move(others)));
  return found;
}

// Drops allowed terms that meet a column or field which the caller has hidden whole. `labelled` is
// ascending.
void drop_allowed(Evidence& evidence, const std::vector<Span>& labelled) {
  std::erase_if(evidence, [&](const Span& span) {
    if (span.source != SpanSource::kAllow) return false;
    const auto next = std::ranges::partition_point(
        labelled, [&](const Span& one) { return one.end <= span.begin; });
    return next != labelled.end() && next->begin < span.end;
  });
}

}  // namespace

Result<Evidence> guide(const DocumentInput& input, const Text& text,
                       const Configuration& configuration, StopCheck& stop) {
  const std::string_view read = text.view.text();
  const Guides& guides = configuration.guides;
  // Spoken findings come first: if two rules find the same text, the label of a spoken one is more
  // exact.
  Evidence evidence = guide_spoken(input, text, guides, stop);
  append(evidence, find_by_rules(text, guides.rules, stop));
  append(evidence, guides.own_rules.find(read, stop));
  for (const RuleSet* rules : {&guides.rules, &guides.own_rules}) {
    append(evidence, rules->find_staying(read, stop));
  }
  append(evidence, find_weekdays(read, configuration.policy));
  append(evidence, guides.allow.find(read, SpanSource::kAllow, stop, text.seams));
  const std::vector<Revision> revisions = Revision::of(text.document, text.view);
  const auto find = [&](const TermList& terms, SpanSource source) {
    Evidence found = terms.find(read, source, stop, text.seams);
    if (source == SpanSource::kField) {
      std::erase_if(found, [&](const Span& span) { return is_measured(read, span); });
    }
    append(evidence, found);
    for (const Revision& revision : revisions) {
      append(evidence, revision.in_view(terms.find(revision.text(), source, stop)));
    }
  };
  find(guides.deny, SpanSource::kDeny);
  for (const TermList* terms : input.known) find(*terms, SpanSource::kKnown);
  if (!text.document.text.is_whole()) {
    TermList fields(configuration.policy.date_order());
    add_known(text.document, fields);
    if (!configuration.keeps_ids) add_renamed_ids(text.document, fields);
    find(fields, SpanSource::kField);
    append(evidence, text.view.to_view(evidence_of_fields(text.document)));
  }
  if (input.chosen != nullptr) {
    drop_allowed(evidence, text.view.to_view(labelled_fields(text.document)));
  }
  REDACT_TRY(stop.look());
  return evidence;
}

}  // namespace redact
