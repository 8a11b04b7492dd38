// SPDX-License-Identifier: Apache-2.0
#include "bench/stages.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

#include "bench/clock.h"
#include "bench/redaction.h"
#include "redactor/redactor.h"

namespace redact::bench {

namespace {

// In the order of a note's path; `kPass` is the engine's step without the work of its constraint.
enum Stage { kRead, kStart, kDraft, kPass, kKeep, kDecide, kConclude, kStages };
constexpr const char* kNames[kStages] = {"read: view, rules, lists, tokens, gazetteer",
                                         "start windows",
                                         "draft rows",
                                         "pass",
                                         "keep logits",
                                         "decide: labels",
                                         "conclude: resolve, render, verify"};
using Seconds = std::array<double, kStages>;

class Timer {
 public:
  explicit Timer(double& total) : total_(total) {}
  ~Timer() { total_ += thread_seconds() - start_; }

 private:
  double& total_;
  double start_ = thread_seconds();
};

// A constraint whose share of the engine's time is measured.
class TimedConstraint final : public Constraint {
 public:
  TimedConstraint(Constraint& constraint, Seconds& seconds)
      : constraint_(constraint), seconds_(seconds) {}

  size_t prefix() const override { return constraint_.prefix(); }
  size_t n_positions() const override { return constraint_.n_positions(); }
  size_t min_rows() const override { return constraint_.min_rows(); }
  void propose(size_t max_rows, Draft& draft) override {
    const Timer timer(seconds_[kDraft]);
    constraint_.propose(max_rows, draft);
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override {
    const Timer timer(seconds_[kKeep]);
    return constraint_.judge(draft, logits);
  }
  Result<size_t> receive(const Draft& draft, const Logits& logits) override {
    const Timer timer(seconds_[kKeep]);
    return constraint_.receive(draft, logits);
  }

 private:
  Constraint& constraint_;
  Seconds& seconds_;
};

// A document on its way through the stages.
struct Document {
  DocumentInput input;
  std::unique_ptr<WorkInProgress> work;
};

// The windows of all documents, one document after the other.
class TimedFeed final : public SequenceFeed {
 public:
  TimedFeed(std::vector<Document>& documents, ModelSession& session, Seconds& seconds)
      : documents_(documents), session_(session), seconds_(seconds) {}

  Constraint* next() override {
    const Timer timer(seconds_[kStart]);
    for (; at_ < documents_.size(); ++at_) {
      DocumentWindows& windows = *documents_[at_].work->windows;
      if (WindowDecoder* decoder = windows.next(session_)) {
        auto timed = std::make_unique<TimedConstraint>(decoder->constraint(), seconds_);
        Constraint* const constraint = timed.get();
        in_flight_.emplace(constraint, InFlight{&windows, decoder, std::move(timed)});
        return constraint;
      }
      if (windows.has_more()) return nullptr;
    }
    return nullptr;
  }
  void done(Constraint& constraint, const Result<void>& result) override {
    const Timer timer(seconds_[kDecide]);
    const InFlight window = std::move(in_flight_.extract(&constraint).mapped());
    window.windows->done(*window.decoder, result.ok() ? window.decoder->decide() : result);
  }

 private:
  struct InFlight {
    DocumentWindows* windows;
    WindowDecoder* decoder;
    std::unique_ptr<TimedConstraint> timed;
  };

  std::vector<Document>& documents_;
  ModelSession& session_;
  Seconds& seconds_;
  size_t at_ = 0;  // the document whose windows start
  std::unordered_map<const Constraint*, InFlight> in_flight_;
};

// Takes all notes through all stages.
Result<void> run(const std::vector<Note>& notes, const Configuration& configuration,
                 ModelSession& session, Seconds& seconds, const double& apart) {
  StopCheck& stop = StopCheck::never();
  std::vector<Document> documents;
  {
    const Timer timer(seconds[kRead]);
    for (const Note& note : notes) {
      Document& document = documents.emplace_back(Document{{std::string_view(note.text)}, {}});
      REDACT_ASSIGN(document.work, begin(document.input, configuration, stop));
    }
  }
  const double start = thread_seconds(), apart_before = apart;
  TimedFeed feed(documents, session, seconds);
  session.engine().run(feed);
  seconds[kPass] += thread_seconds() - start - (apart - apart_before) - seconds[kStart] -
                    seconds[kDraft] - seconds[kKeep] - seconds[kDecide];
  for (const Document& document : documents) session.count(*document.work->windows);
  const Timer timer(seconds[kConclude]);
  for (Document& document : documents) {
    REDACT_TRY(go_on(*document.work, configuration));
    REDACT_TRY(conclude(document.input, configuration, std::move(document.work), stop));
  }
  return {};
}

}  // namespace

Result<void> add_stage_rows(const Options& options, const std::vector<Note>& notes,
                            std::vector<Row>& rows, const double& apart) {
  REDACT_ASSIGN(const auto opened, open_redaction_model(model_options_of(options)));
  REDACT_ASSIGN(const auto configuration, Configuration::open(settings_of(options), opened));
  REDACT_ASSIGN(const auto session, opened->open_session(1));
  Seconds best;
  best.fill(std::numeric_limits<double>::infinity());
  double n_tokens = 0;
  for (size_t i = 0; i < options.repetitions; ++i) {
    Seconds seconds{};
    const uint64_t before = session->counts().source_tokens;
    REDACT_TRY(run(notes, *configuration, *session, seconds, apart));
    n_tokens = static_cast<double>(session->counts().source_tokens - before);
    for (size_t s = 0; s < kStages; ++s) best[s] = std::min(best[s], seconds[s]);
  }
  for (size_t s = 0; s < kStages; ++s) {
    rows.push_back({{"stage", kNames[s]}, {"ns/token", 1e9 * best[s] / n_tokens}});
  }
  return {};
}

}  // namespace redact::bench
