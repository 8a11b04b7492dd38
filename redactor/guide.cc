// SPDX-License-Identifier: Apache-2.0
#include "redactor/guide.h"

#include "redactor/fields/known_fields.h"
#include "redactor/spoken/spoken_view.h"
#include "redactor/weekdays.h"

namespace redact {

namespace {

void append(Evidence& evidence, const std::vector<Span>& more) {
  evidence.insert(evidence.end(), more.begin(), more.end());
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

}  // namespace

Result<Evidence> guide(const DocumentInput& input, const Text& text,
                       const Configuration& configuration, StopCheck& stop) {
  const std::string_view read = text.view.text();
  const Guides& guides = configuration.guides;
  // Spoken findings come first: if two rules find the same text, the label of a spoken one is more
  // exact.
  Evidence evidence = guide_spoken(input, text, guides, stop);
  for (const RuleSet* rules : {&guides.rules, &guides.own_rules}) {
    append(evidence, rules->find(read, stop));
    append(evidence, rules->find_staying(read, stop));
  }
  append(evidence, find_weekdays(read, configuration.policy));
  append(evidence, guides.deny.find(read, SpanSource::kDeny, stop));
  append(evidence, guides.allow.find(read, SpanSource::kAllow, stop));
  for (const TermList* terms : input.known) {
    append(evidence, terms->find(read, SpanSource::kKnown, stop));
  }
  if (!text.document.text.is_whole()) {
    TermList fields(configuration.policy.date_order());
    add_known(text.document, fields);
    append(evidence, fields.find(read, SpanSource::kField, stop));
    append(evidence, text.view.to_view(evidence_of_fields(text.document)));
  }
  REDACT_TRY(stop.look());
  return evidence;
}

}  // namespace redact
