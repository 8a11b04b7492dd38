// SPDX-License-Identifier: Apache-2.0
#include "bench/stages.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <limits>

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

// Processor time of this thread, which other programs on the machine hardly change.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

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

 private:
  Constraint& constraint_;
  Seconds& seconds_;
};

// Takes a document through all stages.
Result<void> run(const DocumentInput& input, const Configuration& configuration,
                 ModelSession& session, Seconds& seconds) {
  StopCheck& stop = StopCheck::never();
  std::unique_ptr<WorkInProgress> work;
  {
    const Timer timer(seconds[kRead]);
    REDACT_ASSIGN(work, begin(input, configuration, stop));
  }
  DocumentWindows& windows = *work->windows;
  while (!windows.is_done()) {
    WindowDecoder* decoder = nullptr;
    {
      const Timer timer(seconds[kStart]);
      decoder = windows.next(session);
    }
    if (decoder == nullptr) break;
    TimedConstraint timed(decoder->constraint(), seconds);
    const double inside = seconds[kDraft] + seconds[kKeep];
    const double start = thread_seconds();
    const Result<void> ran = session.engine().run(timed);
    seconds[kPass] += thread_seconds() - start - (seconds[kDraft] + seconds[kKeep] - inside);
    const Timer timer(seconds[kDecide]);
    if (ran.ok()) decoder->decide();
    windows.done(*decoder, ran);
  }
  session.count(windows);
  const Timer timer(seconds[kConclude]);
  REDACT_ASSIGN(Findings found, windows.take());
  std::vector<Findings> findings;
  findings.push_back(std::move(found));
  REDACT_TRY(conclude(input, configuration, std::move(work), std::move(findings), stop));
  return {};
}

}  // namespace

Result<void> add_stage_rows(const Options& options, const std::vector<Note>& notes,
                            std::vector<Row>& rows) {
  REDACT_ASSIGN(const auto opened, open_redaction_model(model_options_of(options)));
  REDACT_ASSIGN(const auto configuration, Configuration::open(settings_of(options), opened));
  REDACT_ASSIGN(const auto session, opened->open_session(1));
  Seconds best;
  best.fill(std::numeric_limits<double>::infinity());
  double n_tokens = 0;
  for (size_t i = 0; i < options.repetitions; ++i) {
    Seconds seconds{};
    const uint64_t before = session->counts().source_tokens;
    for (const Note& note : notes) {
      REDACT_TRY(run({std::string_view(note.text)}, *configuration, *session, seconds));
    }
    n_tokens = static_cast<double>(session->counts().source_tokens - before);
    for (size_t s = 0; s < kStages; ++s) best[s] = std::min(best[s], seconds[s]);
  }
  for (size_t s = 0; s < kStages; ++s) {
    rows.push_back({{"stage", kNames[s]}, {"ns/token", 1e9 * best[s] / n_tokens}});
  }
  return {};
}

}  // namespace redact::bench
