// SPDX-License-Identifier: Apache-2.0
#include "redactor/write.h"

#include <algorithm>
#include <map>
#include <utility>

#include "language/find_dates.h"
#include "redactor/fields/fitting.h"
#include "redactor/fields/known_fields.h"
#include "redactor/fields/repeated_names.h"
#include "redactor/policy/placeholder.h"
#include "redactor/verify.h"

namespace redact {

namespace {

size_t count_tags(std::string_view source, const Policy& policy, StopCheck& stop) {
  std::map<std::string, Operator> tags;  // several labels may share a tag
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const Treatment* treatment = policy.treatment(static_cast<Label>(i));
    if (treatment == nullptr) continue;
    Operator& op = tags.try_emplace(treatment->placeholder, treatment->op).first->second;
    if (op != Operator::kNumber && op != Operator::kHash) op = treatment->op;
  }
  size_t n = 0;
  for (const auto& [tag, op] : tags) {
    if (stop.after(source.size() / 16)) break;  // skips to the first byte of a tag
    n += find_tags(source, {op, tag}).n;
  }
  return n;
}

// Dates that stay in or beside the document although the policy moves dates. The name of a file
// counts as an id.
size_t count_kept_dates(const DocumentInput& input, const FormattedText& document,
                        const Configuration& configuration) {
  if (!configuration.policy.moves_dates()) return 0;
  size_t n = document.n_kept_dates + find_dates(input.id).size() + find_dates(input.beside).size();
  if (!configuration.keeps_ids) return n;
  const DocumentText& text = document.text;
  for (size_t part = 0; part < text.parts().size(); ++part) {
    const Field::Use use = document.fields[text.parts()[part].use].use;
    const bool is_id = use == Field::Use::kId || use == Field::Use::kReference;
    if (is_id) n += find_dates(text.part_text(part)).size();
  }
  return n;
}

void sort_by_position(std::vector<Dropped>& dropped) {
  std::stable_sort(dropped.begin(), dropped.end(),
                   [](const Dropped& a, const Dropped& b) { return a.span.begin < b.span.begin; });
}

// Adds the hidden spans that the policy's operators left as they are, and sorts all by position.
void add_kept(std::vector<Dropped>& dropped, const std::vector<Span>& kept) {
  for (const Span& span : kept) dropped.push_back({span, DroppedBy::kOperator});
  sort_by_position(dropped);
}

// Dropped evidence in bytes of the document's text as evidence in bytes of the document.
void to_document(const DocumentText& text, std::vector<Dropped>& dropped) {
  std::erase_if(dropped, [&](Dropped& one) {
    const auto ranges = text.parts_of(one.span.begin, one.span.end);
    if (ranges.empty()) return true;
    one.span.begin = text.source_of(ranges.front()).begin;
    one.span.end = text.source_of(ranges.back()).end;
    return false;
  });
  sort_by_position(dropped);
}

// The same for reasons.
void to_document(const DocumentText& text, std::vector<ReviewReason>& reasons) {
  std::vector<ReviewReason> found;
  for (const ReviewReason& reason : reasons) {
    for (const auto& range : text.parts_of(reason.begin, reason.end)) {
      const ByteRange source = text.source_of(range);
      found.push_back({source.begin, source.end, reason.score, reason.name, reason.nearly});
    }
  }
  reasons = std::move(found);
}

Result<Rendered> replace(const DocumentInput& input, const FormattedText& document,
                         const std::vector<Span>& hidden, const Configuration& configuration,
                         StopCheck& stop) {
  const Secret* key = configuration.key ? &*configuration.key : nullptr;
  Replacer replacer(configuration.policy, document.text.text(), key, input.patient, input.bytes());
  replacer.expect(undivided(hidden), input.patient_names());
  if (!document.text.is_whole()) replacer.expect_births(births_of_fields(document));
  FieldValues values(key, configuration.keeps_ids, replacer);
  REDACT_ASSIGN(auto edits, edits_of_values(document, values));
  if (!document.text.is_whole()) {
    REDACT_ASSIGN(auto repeats, edits_of_repeats(document, hidden, values));
    edits.insert(edits.end(), repeats.begin(), repeats.end());
  }
  REDACT_TRY(stop.look());
  return render(document, hidden, replacer, std::move(edits), stop);
}

// The number of source bytes outside all edits.
Result<size_t> check(const DocumentInput& input, const FormattedText& document,
                     const Rendered& rendered, const Configuration& configuration,
                     StopCheck& stop) {
  const DocumentText& text = document.text;
  if (text.is_whole()) return verify(input.bytes(), rendered);
  REDACT_ASSIGN(const FormattedText again,
                read_document(rendered.output, input.format, input.chosen.get(),
                              configuration.fhir_rules.get(), stop, &document));
  REDACT_TRY(stop.look());
  REDACT_TRY(verify_parts(text, rendered, again.text));
  return text.is_archive() ? verify_archive(text, rendered, again.text)
                           : verify(input.bytes(), rendered);
}

}  // namespace

Result<Redaction> write(const DocumentInput& input, const Text& text, Decision decision,
                        const Configuration& configuration, StopCheck& stop) {
  const FormattedText& document = text.document;
  Redaction redaction{};
  if (input.finds_only) {
    redaction.entities = find_entities(document, decision.hidden);
    redaction.bytes_outside = input.bytes().size();
  } else {
    REDACT_ASSIGN(Rendered rendered,
                  replace(input, document, decision.hidden, configuration, stop));
    REDACT_TRY(stop.look());
    REDACT_ASSIGN(redaction.bytes_outside, check(input, document, rendered, configuration, stop));
    redaction.output = std::move(rendered.output);
    redaction.entities = std::move(rendered.entities);
    redaction.edits = std::move(rendered.edits);
    if (configuration.explains) add_kept(decision.dropped, rendered.kept);
  }
  redaction.tags_in_source = count_tags(input.bytes(), configuration.policy, stop);
  redaction.n_unread = document.n_unread;
  redaction.n_kept_dates = count_kept_dates(input, document, configuration);
  redaction.is_archive = document.text.is_archive();
  REDACT_TRY(stop.look());
  redaction.review = std::move(decision.review);
  redaction.dropped = std::move(decision.dropped);
  redaction.other_language = decision.other_language;
  if (input.keeps_reading) {
    redaction.reading = {std::string(document.text.text()), redaction.review, redaction.dropped};
  }
  if (!document.text.is_whole()) {
    to_document(document.text, redaction.review);
    to_document(document.text, redaction.dropped);
  }
  return redaction;
}

}  // namespace redact
