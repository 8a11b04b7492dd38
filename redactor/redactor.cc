// SPDX-License-Identifier: Apache-2.0
#include "redactor/redactor.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "redactor/find_repeats.h"
#include "redactor/resolve.h"
#include "redactor/verify.h"

namespace redact {

namespace {

// Documents held at once: enough for their windows to fill the passes of a model even if a long
// document holds back those after it, and few enough to keep in memory.
constexpr size_t kMostDocuments = 128;
constexpr size_t kMostBytes = 1 << 20;

size_t count_tags(std::string_view source, const Policy& policy) {
  std::set<std::string> tags;  // several labels may share one
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const std::string* tag = policy.placeholder(static_cast<Label>(i));
    if (tag != nullptr && !tag->empty()) tags.insert(*tag);
  }
  size_t n = 0;
  for (const std::string& tag : tags) {
    for (size_t at = source.find(tag); at != source.npos; at = source.find(tag, at + 1)) ++n;
  }
  return n;
}

void append(std::vector<Span>& evidence, const std::vector<Span>& more) {
  evidence.insert(evidence.end(), more.begin(), more.end());
}

Result<void> check_inside(const std::vector<Span>& spans, size_t size) {
  const bool inside = std::all_of(spans.begin(), spans.end(), [size](const Span& span) {
    return span.begin < span.end && span.end <= size;
  });
  if (inside) return {};
  return Error{ErrorKind::kInternal, "finder", "found a span that is not inside the document"};
}

// A stream of the documents in a span.
class ListedDocuments final : public DocumentStream {
 public:
  explicit ListedDocuments(std::span<const Source> sources) : sources_(sources) {}

  const Source* next() override { return at_ < sources_.size() ? &sources_[at_++] : nullptr; }
  bool wait() override { return at_ < sources_.size(); }
  bool done(const Source&, Result<Redaction> redaction) override {
    redactions.push_back(std::move(redaction));
    return true;
  }

  std::vector<Result<Redaction>> redactions;

 private:
  std::span<const Source> sources_;
  size_t at_ = 0;
};

}  // namespace

// Documents between the stream and the finder: each waits for its findings, then for the documents
// before it.
class Redactor::Work final : public QueryStream {
 public:
  Work(const Redactor& redactor, DocumentStream& documents)
      : redactor_(redactor), documents_(documents) {}

  const Query* next() override {
    if (stopped_ || items_.size() >= kMostDocuments || n_bytes_ >= kMostBytes) return nullptr;
    const Source* source = documents_.next();
    if (source == nullptr) return nullptr;
    ++n_taken_;
    n_bytes_ += source->text.size();
    Item& item = *items_.emplace_back(std::make_unique<Item>(*source));
    item.evidence = redactor_.ask_guides(item.view.text(), source->known);
    item.forced = decide(item.evidence, redactor_.policy_);
    item.query = {item.view.text(), item.forced};
    return &item.query;
  }

  void done(const Query& query, Result<Findings> found) override {
    const auto at = std::find_if(items_.begin(), items_.end(),
                                 [&](const auto& item) { return &item->query == &query; });
    Item& item = **at;
    if (item.is_too_long()) {
      found = Error{ErrorKind::kBadInput, "text", "has 4 GiB or more"};
    }
    item.redaction = found.ok() ? redactor_.apply(item.source, item.view, std::move(item.evidence),
                                                  *std::move(found))
                                : Result<Redaction>(found.error());
    hand_on();
  }

  // Runs the finder over the available documents. False if there is no more to do.
  bool run(SpanFinder& finder) {
    if (stopped_ || !documents_.wait()) return false;
    const size_t n_taken = n_taken_;
    finder.find(*this);
    // A document that the finder did not take or did not finish must not look clean.
    if (n_taken_ == n_taken) next();
    for (auto& item : items_) {
      if (!item->redaction)
        item->redaction = Error{ErrorKind::kInternal, "finder", "left it undone"};
    }
    hand_on();
    return !stopped_;
  }

 private:
  struct Item {
    explicit Item(const Source& of) : source(of), view(is_too_long() ? "" : of.text) {}
    bool is_too_long() const { return source.text.size() > ReadingView::kMostBytes; }

    const Source& source;
    ReadingView view;
    std::vector<Span> evidence, forced;  // that of the guides; the spans it forces on the model
    Query query;
    std::optional<Result<Redaction>> redaction;
  };

  // Passes finished documents on in the order in which they came.
  void hand_on() {
    while (!items_.empty() && items_.front()->redaction) {
      const auto item = std::move(items_.front());
      items_.pop_front();
      n_bytes_ -= item->source.text.size();
      if (!stopped_) stopped_ = !documents_.done(item->source, *std::move(item->redaction));
    }
  }

  const Redactor& redactor_;
  DocumentStream& documents_;
  std::deque<std::unique_ptr<Item>> items_;
  size_t n_bytes_ = 0;  // bytes of their texts
  size_t n_taken_ = 0;  // documents so far
  bool stopped_ = false;
};

Redactor::Redactor(std::unique_ptr<SpanFinder> finder, Policy policy, Guides guides,
                   std::optional<Secret> key)
    : finder_(std::move(finder)),
      policy_(std::move(policy)),
      guides_(std::move(guides)),
      key_(std::move(key)) {}

std::set<Label> Redactor::idle_rules() const {
  std::set<Label> labels = guides_.own_rules.labels();
  std::erase_if(labels, [this](Label label) { return policy_.treatment(label) != nullptr; });
  return labels;
}

void Redactor::redact(DocumentStream& documents) {
  Work work(*this, documents);
  while (work.run(*finder_)) {
  }
}

std::vector<Result<Redaction>> Redactor::redact_all(std::span<const Source> sources) {
  ListedDocuments documents(sources);
  redact(documents);
  return std::move(documents.redactions);
}

std::vector<Span> Redactor::ask_guides(std::string_view text, const TermList* known) const {
  std::vector<Span> evidence;
  for (const RuleSet* rules : {&guides_.rules, &guides_.own_rules}) {
    append(evidence, rules->find(text));
    append(evidence, rules->find_staying(text));
  }
  append(evidence, guides_.deny.find(text, SpanSource::kDeny));
  append(evidence, guides_.allow.find(text, SpanSource::kAllow));
  if (known != nullptr) append(evidence, known->find(text, SpanSource::kKnown));
  return evidence;
}

// The stages after the model.
Result<Redaction> Redactor::apply(const Source& source, const ReadingView& view,
                                  std::vector<Span> evidence, Findings findings) const {
  REDACT_TRY(check_inside(findings.spans, view.text().size()));
  append(evidence, findings.spans);
  // A name that was found once is a name wherever it occurs again.
  std::vector<Span> left = std::move(findings.spans);
  std::erase_if(left, [&](const Span& s) { return policy_.treatment(s.label) != nullptr; });
  append(evidence, find_repeats(view.text(), decide(evidence, policy_), left, findings.nearly,
                                finder_->thresholds()));
  // All evidence is known now: decide what is hidden.
  const std::vector<Span> spans = resolve(view, std::move(evidence), policy_);
  // The output is cut from the source, never from the model's text.
  Replacer replacer(policy_, source.text, key_ ? &*key_ : nullptr, source.patient);
  REDACT_ASSIGN(Rendered rendered, render(source.text, spans, replacer));
  // The output is compared with the source before it is returned.
  REDACT_ASSIGN(const size_t bytes_outside, verify(source.text, rendered));
  return Redaction{std::move(rendered.output), std::move(rendered.entities), bytes_outside,
                   count_tags(source.text, policy_),
                   find_reasons(view, spans, findings.nearly, finder_->thresholds())};
}

}  // namespace redact
