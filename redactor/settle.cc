// SPDX-License-Identifier: Apache-2.0
#include "redactor/settle.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "language/language.h"
#include "redactor/fields/known_fields.h"
#include "redactor/kept_names.h"
#include "redactor/kept_places.h"
#include "redactor/measured.h"
#include "redactor/persons/find_repeats.h"
#include "redactor/rules/term_list.h"
#include "redactor/span/merge_spans.h"
#include "redactor/weekdays.h"
#include "redactor/zones.h"

namespace redact {

namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <typename T>
void sort_by_begin(std::vector<T>& all) {
  std::ranges::stable_sort(all, {}, &T::begin);
}

// The ends, in the view, of fields that are hidden whole. A finding of the model that touches
// several fields is cut there, so that each field has a replacement of its own.
std::vector<size_t> edges_of_fields(const Text& text) {
  std::vector<size_t> edges;
  for (const Span& field : text.view.to_view(evidence_of_fields(text.document))) {
    edges.push_back(field.begin);
    edges.push_back(field.end);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// Whether a value is a number or code of a person that means nothing else where it occurs again. A
// shorter one may be a quantity; a longer one is a sentence.
bool is_long_id(std::string_view value, Label label) {
  constexpr size_t kLeast = 6, kLeastDigits = 4, kMost = 40;
  const bool is_id = label == Label::kPhone || label == Label::kFax ||
                     (label >= Label::kMedicalRecord && label <= Label::kId);
  const auto n_digits = static_cast<size_t>(std::ranges::count_if(value, is_digit));
  const auto n = static_cast<size_t>(std::ranges::count_if(value, is_alphanumeric));
  return is_id && n >= kLeast && n_digits >= kLeastDigits && value.size() <= kMost;
}

// Hidden numbers of people wherever they occur again, and all hidden values of a document that says
// the same in several forms.
std::vector<Span> find_again(const std::vector<Span>& hides, const Text& text, StopCheck& stop) {
  // A shorter value may be a word of the text; a longer one is a sentence.
  constexpr size_t kLeast = 4, kMost = 256;
  TermList terms;
  std::set<std::pair<std::string_view, Label>> added;
  for (const Span& span : hides) {
    const std::string_view value = text.view.text().substr(span.begin, span.end - span.begin);
    const bool is_alternative =
        text.document.has_alternatives && value.size() >= kLeast && value.size() <= kMost;
    if (!is_alternative && !is_long_id(value, span.label)) continue;
    if (added.emplace(value, span.label).second) terms.add(value, span.label);
  }
  if (terms.empty()) return {};
  std::vector<Span> found = terms.find(text.view.text(), SpanSource::kRepeat, stop, text.seams);
  std::erase_if(found, [&](const Span& span) { return is_measured(text.view.text(), span); });
  return found;
}

Result<void> check_inside(const std::vector<Span>& spans, size_t size) {
  const bool inside = std::all_of(spans.begin(), spans.end(), [size](const Span& span) {
    return span.begin < span.end && span.end <= size;
  });
  if (inside) return {};
  return Error{ErrorKind::kInternal, "finder", "found a span that is not inside the document"};
}

// Erases ranges that touch no text of the document: they are in the names of fields.
template <typename T>
void erase_names(const DocumentText& document, std::vector<T>& ranges) {
  if (document.is_whole()) return;
  std::erase_if(ranges,
                [&](const T& one) { return document.parts_of(one.begin, one.end).empty(); });
}

}  // namespace

Result<Decision> settle_corrected(const DocumentInput& input, const Text& text,
                                  const Configuration& configuration) {
  const DocumentText& document = text.document.text;
  REDACT_ASSIGN(std::vector<Span> spans,
                blame(setting::corrections.spelled(configuration.spelling),
                      corrected_spans(*input.corrections, document.text())));
  for (Span& span : spans) span.label = hidden_as(span.label, configuration.policy);
  return Decision{cut_at(document.walls(), spans)};
}

Result<Findings> join(std::vector<Findings> findings, const Text& text, Agreement agreement) {
  const std::vector<size_t> edges = edges_of_fields(text);
  for (Findings& one : findings) {
    REDACT_TRY(check_inside(one.spans, text.view.text().size()));
    one.spans = outside(text.settled, cut_at(edges, one.spans));
  }
  Findings all = agree(text.view.text(), std::move(findings), agreement);
  sort_by_begin(all.spans);
  sort_by_begin(all.near_misses);
  merge_by_score(all.near_misses);
  return all;
}

Evidence add_repeats(Evidence evidence, const std::vector<Span>& hides, const Findings& found,
                     const Text& text, const Configuration& configuration, StopCheck& stop) {
  const Policy& policy = configuration.policy;
  std::vector<Span> left = found.spans;
  std::erase_if(left, [&](const Span& s) { return policy.treatment(s.label) != nullptr; });
  merge_by_score(left);
  const Models& models = configuration.models;
  const Gazetteer* const known = models.empty() ? nullptr : models.front()->gazetteer();
  append(evidence, find_repeats(text.view.text(), hides, left, found.near_misses,
                                configuration.thresholds(), known, stop));
  append(evidence, find_again(hides, text, stop));
  return evidence;
}

Result<Decision> settle(const DocumentInput& input, const Text& text, Evidence evidence,
                        const Findings& found, const Configuration& configuration,
                        StopCheck& stop) {
  REDACT_TRY(stop.look());
  const Policy& policy = configuration.policy;
  const Thresholds& thresholds = configuration.thresholds();
  const std::string_view read = text.view.text();
  // A name that may be the patient's is hidden even if its label stays.
  const KeptNames kept =
      judge_kept_names(read, evidence, policy, thresholds, input.patient_names());
  append(evidence, kept.hidden);
  append(evidence, hide_unknown_places(read, evidence, policy, stop));
  REDACT_TRY(stop.look());
  // The evidence is complete here.
  Decision decision;
  if (configuration.explains) decision.dropped = find_dropped(text.view, evidence, policy);
  const DocumentText& document = text.document.text;
  const std::vector<size_t>& walls = document.walls();
  decision.hidden =
      with_weekdays(document.text(),
                    resolve(text.view, std::move(evidence), policy, walls, document.seams(), stop),
                    policy, walls);
  decision.hidden = with_zones(document.text(), std::move(decision.hidden), policy, walls);
  REDACT_TRY(stop.look());
  decision.review = find_reasons(text.view, decision.hidden, found.near_misses, thresholds);
  append(decision.review, reasons_of_names(text.view, decision.hidden, kept.unsure));
  erase_names(document, decision.hidden);
  erase_names(document, decision.review);
  sort_by_begin(decision.review);
  std::vector<std::string_view> known;
  for (const auto& model : configuration.models) append(known, model->languages());
  decision.other_language = !known.empty() && is_in_other_language(read, stop, known);
  REDACT_TRY(stop.look());
  return decision;
}

}  // namespace redact
