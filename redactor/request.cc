// SPDX-License-Identifier: Apache-2.0
#include "redactor/request.h"

#include <algorithm>
#include <set>
#include <utility>

#include "language/find_dates.h"
#include "language/language.h"
#include "redactor/fields/fitting.h"
#include "redactor/fields/known_fields.h"
#include "redactor/finder/decoding.h"
#include "redactor/finder/model_session.h"
#include "redactor/kept_names.h"
#include "redactor/kept_places.h"
#include "redactor/persons/find_repeats.h"
#include "redactor/spoken/spoken_view.h"
#include "redactor/verify.h"
#include "redactor/weekdays.h"

namespace redact {

namespace {

size_t count_tags(std::string_view source, const Policy& policy, StopCheck& stop) {
  std::set<std::string> tags;  // several labels may share one
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const std::string* tag = policy.placeholder(static_cast<Label>(i));
    if (tag != nullptr && !tag->empty()) tags.insert(*tag);
  }
  size_t n = 0;
  for (const std::string& tag : tags) {
    if (stop.after(source.size() / 16)) break;  // it skips to the first byte of a tag
    for (size_t at = source.find(tag); at != source.npos; at = source.find(tag, at + 1)) ++n;
  }
  return n;
}

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Adds reasons about names, by position.
void append_names(std::vector<ReviewReason>& reasons, const std::vector<ReviewReason>& names) {
  if (names.empty()) return;
  reasons.insert(reasons.end(), names.begin(), names.end());
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const ReviewReason& a, const ReviewReason& b) { return a.begin < b.begin; });
}

// Where the view of a text has another passage.
std::vector<size_t> passages_of(const DocumentText& text, const ReadingView& view) {
  std::vector<Span> first;  // the first byte of each
  for (const size_t passage : text.passages())
    first.push_back({passage, passage + 1, Label::kOther, 0});
  std::vector<size_t> passages;
  for (const Span& span : view.to_view(std::move(first))) passages.push_back(span.begin);
  return passages;
}

// Where the fields that are hidden whole begin and end in the view. What the model finds in several
// of them is cut there, so that each has a replacement of its own.
std::vector<size_t> edges_of_fields(const FormattedText& document, const ReadingView& view) {
  std::vector<size_t> edges;
  for (const Span& field : view.to_view(evidence_of_fields(document))) {
    edges.push_back(field.begin);
    edges.push_back(field.end);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// The spans but for those inside one of `settled`, which are ascending and disjoint.
std::vector<Span> outside(const std::vector<Span>& settled, std::vector<Span> spans) {
  std::erase_if(spans, [&](const Span& span) {
    const auto next =
        std::upper_bound(settled.begin(), settled.end(), span.begin,
                         [](size_t begin, const Span& one) { return begin < one.begin; });
    return next != settled.begin() && span.end <= std::prev(next)->end;
  });
  return spans;
}

Result<void> check_inside(const std::vector<Span>& spans, size_t size) {
  const bool inside = std::all_of(spans.begin(), spans.end(), [size](const Span& span) {
    return span.begin < span.end && span.end <= size;
  });
  if (inside) return {};
  return Error{ErrorKind::kInternal, "finder", "found a span that is not inside the document"};
}

// Adds the hidden spans that the policy's operators left as they are, and sorts all by position.
std::vector<Dropped> with_kept(std::vector<Dropped> dropped, const std::vector<Span>& kept) {
  for (const Span& span : kept) dropped.push_back({span, DroppedBy::kOperator});
  std::stable_sort(dropped.begin(), dropped.end(),
                   [](const Dropped& a, const Dropped& b) { return a.span.begin < b.span.begin; });
  return dropped;
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
  std::stable_sort(dropped.begin(), dropped.end(),
                   [](const Dropped& a, const Dropped& b) { return a.span.begin < b.span.begin; });
}

// The same for reasons.
void to_document(const DocumentText& text, std::vector<ReviewReason>& reasons) {
  std::vector<ReviewReason> found;
  for (const ReviewReason& reason : reasons) {
    for (const auto& range : text.parts_of(reason.begin, reason.end)) {
      const ByteRange source = text.source_of(range);
      found.push_back({source.begin, source.end, reason.score, reason.name});
    }
  }
  reasons = std::move(found);
}

}  // namespace

Request::Request(std::shared_ptr<const Configuration> configuration, std::string source)
    : configuration_(std::move(configuration)), owned_(std::move(source)), source_(owned_) {}

Request::Request(Borrowed, std::shared_ptr<const Configuration> configuration,
                 std::string_view source)
    : configuration_(std::move(configuration)), source_(source) {}

std::shared_ptr<Request> Request::of_view(std::shared_ptr<const Configuration> configuration,
                                          std::string_view source) {
  return std::shared_ptr<Request>(new Request(Borrowed{}, std::move(configuration), source));
}

std::optional<Error> Request::why_stop() const {
  if (cancelled_.load(std::memory_order_relaxed)) {
    return Error{ErrorKind::kCancelled, "request", "was cancelled"};
  }
  if (deadline && Clock::now() >= *deadline) {
    return Error{ErrorKind::kTimedOut, "request", "was not done by its deadline"};
  }
  return std::nullopt;
}

void Request::read() {
  if (Result<void> read = read_source(); !read.ok()) return withhold(read.error());
  evidence_ = ask_guides();
  if (Result<void> look = stop_.look(); !look.ok()) return withhold(look.error());
  if (corrections != nullptr) return end(correct());
  if (configuration_->decoding == nullptr) return;
  expected_ = decide(evidence_, configuration_->policy);
  passages_ = passages_of(document_->text, *view_);
  windows_.emplace(configuration_->decoding->open({view_->text(), expected_, passages_}));
  windows_->prepare();
}

Result<void> Request::read_source() {
  const auto too_large = [] { return Error{ErrorKind::kBadInput, "text", "has 4 GiB or more"}; };
  if (source_.size() > ReadingView::kMostBytes) return too_large();
  REDACT_ASSIGN(document_, read_document(source_, format, chosen.get(),
                                         configuration_->fhir_rules.get(), stop_));
  // References stand for longer texts.
  if (document_->text.text().size() > ReadingView::kMostBytes) return too_large();
  view_.emplace(document_->text.text(), stop_);
  return stop_.look();
}

DocumentWindows& Request::windows() { return *windows_; }

void Request::conclude(Result<Findings> findings) {
  end(findings.ok() ? apply(*std::move(findings)) : Result<Redaction>(findings.error()));
}

void Request::withhold(Error error) { end(std::move(error)); }

// Frees what only the stages need: a result may wait for others.
void Request::end(Result<Redaction> result) {
  windows_.reset();
  view_.reset();
  document_.reset();
  evidence_ = {};
  expected_ = {};
  passages_ = {};
  patient_names_ = {};
  result_.emplace(std::move(result));
  done_.store(true, std::memory_order_release);
  if (when_done) when_done(*this);
}

std::vector<Span> Request::ask_guides() {
  const std::string_view text = view_->text();
  const Guides& guides = configuration_->guides;
  // What is spoken comes first: of two rules that find the same, its label is the more exact one.
  std::vector<Span> evidence = ask_guides_spoken();
  for (const RuleSet* rules : {&guides.rules, &guides.own_rules}) {
    append(evidence, rules->find(text, stop_));
    append(evidence, rules->find_staying(text, stop_));
  }
  append(evidence, find_weekdays(text, configuration_->policy));
  append(evidence, guides.deny.find(text, SpanSource::kDeny, stop_));
  append(evidence, guides.allow.find(text, SpanSource::kAllow, stop_));
  for (const TermList* terms : known) {
    append(evidence, terms->find(text, SpanSource::kKnown, stop_));
    append(patient_names_, terms->patient_names());
  }
  if (!document_->text.is_whole()) {
    TermList fields(configuration_->policy.date_order());
    add_known(*document_, fields);
    append(evidence, fields.find(text, SpanSource::kField, stop_));
    append(evidence, view_->to_view(evidence_of_fields(*document_)));
  }
  return evidence;
}

// What rules, lists and what is known find in spoken forms. The model reads what is written.
std::vector<Span> Request::ask_guides_spoken() const {
  std::vector<Span> evidence;
  const auto view = SpokenView::read(view_->text(), stop_);
  if (!view) return evidence;
  const Guides& guides = configuration_->guides;
  const auto add = [&](std::vector<Span> spans) {
    append(evidence, view->to_text(std::move(spans)));
  };
  for (const RuleSet* rules : {&guides.rules, &guides.own_rules}) {
    if (!view->only_letters()) add(rules->find_spoken(view->text(), stop_));
  }
  add(guides.deny.find(view->text(), SpanSource::kDeny, stop_));
  add(guides.allow.find(view->text(), SpanSource::kAllow, stop_));
  for (const TermList* terms : known) add(terms->find(view->text(), SpanSource::kKnown, stop_));
  return evidence;
}

Result<Redaction> Request::apply(Findings findings) {
  const Policy& policy = configuration_->policy;
  const Thresholds& thresholds = configuration_->thresholds();
  REDACT_TRY(check_inside(findings.spans, view_->text().size()));
  findings.spans = outside(view_->to_view(settled_fields(*document_)),
                           cut_at(edges_of_fields(*document_, *view_), findings.spans));
  append(evidence_, findings.spans);
  // A name that was found once is a name wherever it occurs again.
  std::vector<Span> left = std::move(findings.spans);
  std::erase_if(left, [&](const Span& s) { return policy.treatment(s.label) != nullptr; });
  append(evidence_, find_repeats(view_->text(), hiding(evidence_, policy), left, findings.nearly,
                                 thresholds, stop_));
  REDACT_TRY(stop_.look());
  // A name that may be the patient's is hidden even if its label stays.
  const KeptNames kept =
      judge_kept_names(view_->text(), evidence_, policy, thresholds, patient_names_);
  append(evidence_, kept.hidden);
  append(evidence_, hide_unknown_places(view_->text(), evidence_, policy, stop_));
  REDACT_TRY(stop_.look());
  // All evidence is known now: decide what is hidden.
  std::vector<Dropped> dropped;
  if (configuration_->explains) dropped = find_dropped(*view_, evidence_, policy);
  const std::vector<size_t>& walls = document_->text.walls();
  const std::vector<Span> spans =
      with_weekdays(document_->text.text(),
                    resolve(*view_, std::move(evidence_), policy, walls, stop_), policy, walls);
  REDACT_TRY(stop_.look());
  std::vector<Span> stayed;
  REDACT_ASSIGN(Redaction redaction, hide(spans, stayed));
  if (configuration_->explains && !finds_only) dropped = with_kept(std::move(dropped), stayed);
  redaction.review = find_reasons(*view_, spans, findings.nearly, thresholds);
  append_names(redaction.review, reasons_of_names(*view_, spans, kept.unsure));
  // Redaction models know the eight languages; what an instruct model knows nobody can tell.
  const RedactionModel* model = configuration_->model.get();
  redaction.other_language =
      model != nullptr && model->one_pass() && is_in_other_language(view_->text(), stop_);
  REDACT_TRY(stop_.look());
  redaction.dropped = std::move(dropped);
  return told(std::move(redaction));
}

// A person has decided what is hidden, so the model is not asked, and there is nothing to review.
Result<Redaction> Request::correct() {
  REDACT_ASSIGN(std::vector<Span> spans, corrected_spans(*corrections, document_->text.text()));
  for (Span& span : spans) span.label = hidden_as(span.label, configuration_->policy);
  std::vector<Span> stayed;
  REDACT_ASSIGN(Redaction redaction, hide(cut_at(document_->text.walls(), spans), stayed));
  if (configuration_->explains) redaction.dropped = with_kept({}, stayed);
  return told(std::move(redaction));
}

// The redaction that hides these spans. `stayed`: those that the policy's operators leave as they
// are.
Result<Redaction> Request::hide(const std::vector<Span>& spans, std::vector<Span>& stayed) {
  Redaction redaction{};
  if (finds_only) {
    redaction.entities = find_entities(*document_, spans);
    redaction.bytes_outside = source_.size();
  } else {
    REDACT_ASSIGN(Rendered rendered, write(spans));
    stayed = std::move(rendered.kept);
    REDACT_TRY(stop_.look());
    REDACT_ASSIGN(redaction.bytes_outside, check(rendered));
    redaction.output = std::move(rendered.output);
    redaction.entities = std::move(rendered.entities);
    redaction.edits = std::move(rendered.edits);
  }
  redaction.tags_in_source = count_tags(source_, configuration_->policy, stop_);
  redaction.n_unread = document_->n_unread;
  redaction.n_kept_dates = count_kept_dates();
  redaction.is_archive = document_->text.is_archive();
  REDACT_TRY(stop_.look());
  return redaction;
}

// Dates that stay in or beside the document although the policy moves dates. A name of a file is an
// id, too.
size_t Request::count_kept_dates() const {
  if (!configuration_->policy.moves_dates()) return 0;
  size_t n = document_->n_kept_dates + find_dates(id).size() + find_dates(beside).size();
  if (!configuration_->keeps_ids) return n;
  const DocumentText& text = document_->text;
  for (size_t part = 0; part < text.parts().size(); ++part) {
    const Field::Use use = document_->fields[text.parts()[part].use].use;
    const bool is_id = use == Field::Use::kId || use == Field::Use::kReference;
    if (is_id) n += find_dates(text.part_text(part)).size();
  }
  return n;
}

// The redaction with what it tells in bytes of the source, and of the text that a person reads.
Redaction Request::told(Redaction redaction) const {
  const DocumentText& text = document_->text;
  if (keeps_reading) {
    redaction.reading = {std::string(text.text()), redaction.review, redaction.dropped};
  }
  if (!text.is_whole()) {
    to_document(text, redaction.review);
    to_document(text, redaction.dropped);
  }
  return redaction;
}

// The output is cut from the source, never from the model's text.
Result<Rendered> Request::write(const std::vector<Span>& spans) const {
  const Secret* key = configuration_->key ? &*configuration_->key : nullptr;
  Replacer replacer(configuration_->policy, document_->text.text(), key, patient);
  replacer.expect(spans, patient_names_);
  if (!document_->text.is_whole()) replacer.expect_births(births_of_fields(*document_));
  FieldValues values(key, configuration_->keeps_ids, replacer);
  REDACT_ASSIGN(auto edits, edits_of_values(*document_, values));
  REDACT_TRY(stop_.look());
  return render(*document_, spans, replacer, std::move(edits), stop_);
}

// The output is compared with the source, and read again, before it is returned. The number of
// source bytes outside all edits.
Result<size_t> Request::check(const Rendered& rendered) const {
  const DocumentText& text = document_->text;
  std::optional<FormattedText> read;
  if (!text.is_whole()) {
    REDACT_ASSIGN(read, read_document(rendered.output, format, chosen.get(),
                                      configuration_->fhir_rules.get(), stop_));
    REDACT_TRY(stop_.look());
    REDACT_TRY(verify_parts(text, rendered, read->text));
  }
  return text.is_archive() ? verify_archive(text, rendered, read->text) : verify(source_, rendered);
}

void redact_now(Request& request, ModelSession& session) {
  request.read();
  if (request.is_done()) return;
  session.run(request.windows());
  request.conclude(request.windows().take());
}

}  // namespace redact
