// SPDX-License-Identifier: Apache-2.0
#include "redactor/request.h"

#include <algorithm>
#include <set>
#include <utility>

#include "redactor/find_repeats.h"
#include "redactor/finder/decoding.h"
#include "redactor/finder/model_session.h"
#include "redactor/resolve.h"
#include "redactor/verify.h"

namespace redact {

namespace {

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

}  // namespace

Request::Request(std::shared_ptr<const Configuration> configuration, std::string text)
    : configuration_(std::move(configuration)), owned_(std::move(text)), text_(owned_) {}

Request::Request(Borrowed, std::shared_ptr<const Configuration> configuration,
                 std::string_view text)
    : configuration_(std::move(configuration)), text_(text) {}

std::shared_ptr<Request> Request::of_view(std::shared_ptr<const Configuration> configuration,
                                          std::string_view text) {
  return std::shared_ptr<Request>(new Request(Borrowed{}, std::move(configuration), text));
}

std::optional<Error> Request::why_stop() const {
  if (cancelled_.load(std::memory_order_relaxed)) {
    return Error{ErrorKind::kCancelled, "request", "was cancelled"};
  }
  if (deadline && Clock::now() >= *deadline) {
    return Error{ErrorKind::kCancelled, "request", "was not done by its deadline"};
  }
  return std::nullopt;
}

void Request::read() {
  if (text_.size() > ReadingView::kMostBytes) {
    return withhold({ErrorKind::kBadInput, "text", "has 4 GiB or more"});
  }
  view_.emplace(text_);
  evidence_ = ask_guides();
  forced_ = decide(evidence_, configuration_->policy);
  if (configuration_->decoding == nullptr) return;
  windows_.emplace(configuration_->decoding->open({view_->text(), forced_}));
  windows_->prepare();
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
  evidence_ = {};
  forced_ = {};
  result_.emplace(std::move(result));
  done_.store(true, std::memory_order_release);
  if (when_done) when_done(*this);
}

std::vector<Span> Request::ask_guides() const {
  const std::string_view text = view_->text();
  const Guides& guides = configuration_->guides;
  std::vector<Span> evidence;
  for (const RuleSet* rules : {&guides.rules, &guides.own_rules}) {
    append(evidence, rules->find(text));
    append(evidence, rules->find_staying(text));
  }
  append(evidence, guides.deny.find(text, SpanSource::kDeny));
  append(evidence, guides.allow.find(text, SpanSource::kAllow));
  if (known != nullptr) append(evidence, known->find(text, SpanSource::kKnown));
  return evidence;
}

Result<Redaction> Request::apply(Findings findings) {
  const Policy& policy = configuration_->policy;
  const Thresholds& thresholds = configuration_->thresholds();
  REDACT_TRY(check_inside(findings.spans, view_->text().size()));
  append(evidence_, findings.spans);
  // A name that was found once is a name wherever it occurs again.
  std::vector<Span> left = std::move(findings.spans);
  std::erase_if(left, [&](const Span& s) { return policy.treatment(s.label) != nullptr; });
  append(evidence_,
         find_repeats(view_->text(), decide(evidence_, policy), left, findings.nearly, thresholds));
  // All evidence is known now: decide what is hidden.
  const std::vector<Span> spans = resolve(*view_, std::move(evidence_), policy);
  // The output is cut from the source, never from the model's text.
  const std::optional<Secret>& key = configuration_->key;
  Replacer replacer(policy, text_, key ? &*key : nullptr, patient);
  REDACT_ASSIGN(Rendered rendered, render(text_, spans, replacer));
  // The output is compared with the source before it is returned.
  REDACT_ASSIGN(const size_t bytes_outside, verify(text_, rendered));
  return Redaction{std::move(rendered.output), std::move(rendered.entities), bytes_outside,
                   count_tags(text_, policy),
                   find_reasons(*view_, spans, findings.nearly, thresholds)};
}

void redact_now(Request& request, ModelSession& session) {
  request.read();
  if (request.is_done()) return;
  session.run(request.windows());
  request.conclude(request.windows().take());
}

}  // namespace redact
