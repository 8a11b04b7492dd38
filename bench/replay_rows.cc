// SPDX-License-Identifier: Apache-2.0
#include "bench/replay_rows.h"

#include <algorithm>
#include <numeric>

#include "bench/clock.h"
#include "bench/notes_row.h"
#include "bench/plain.h"
#include "redactor/finder/model_finder.h"
#include "redactor/finder/token_spans.h"

namespace redact::bench {

namespace {

// Notes as sequences of a model that does not know the grammar.
class ReplaySource final : public SequenceSource {
 public:
  void add(std::unique_ptr<Replay> replay) { waiting_.push_back(std::move(replay)); }
  Constraint* next() override { return at_ < waiting_.size() ? waiting_[at_++].get() : nullptr; }
  void done(Constraint&, const Result<void>& outcome) override {
    if (!outcome.ok()) result = outcome;
  }
  Result<void> result;

 private:
  std::vector<std::unique_ptr<Replay>> waiting_;
  size_t at_ = 0;
};

}  // namespace

Result<ReplayPlan> plan_replay(const Options& options, const Model& model,
                               const std::vector<Note>& notes) {
  ReplayPlan plan;
  for (const Note& note : notes) {
    REDACT_ASSIGN(TokenizedText text, model.tokenizer().tokenize(note.text));
    plan.longest = std::max(plan.longest, text.ids.size());
    plan.tokens.push_back(std::move(text));
  }
  plan.engine = {options.max_rows, plan.longest * 5 / 2 + 2 + options.max_draft, options.in_flight};
  return plan;
}

Result<void> add_replay_rows(const Options& options, const Model& model, const PlacedModel& placed,
                             Ops& ops, const ReplayPlan& plan, const std::vector<Note>& notes,
                             const Limits& limits, std::vector<Row>& rows) {
  const Subject subject{model.config().name, options.n_threads, multiplied_weights(model), limits};
  std::unique_ptr<SpanFinder> drafter;
  if (options.draft == "bundled") {
    ModelOptions bundled;
    bundled.device = options.device;
    bundled.n_threads = options.n_threads;
    REDACT_ASSIGN(drafter, open_model_finder(bundled));
  }
  const std::vector<TokenizedText>& tokens = plan.tokens;
  const MarkupFormat format =
      stand_in_format(model.tokenizer(), model.config().n_vocab, plan.longest);

  // Drafts and runs notes [begin, end) together.
  const auto run = [&](Engine& engine, size_t begin, size_t end) -> Result<void> {
    std::vector<Query> queries;
    for (size_t i = begin; i < end; ++i) queries.push_back({notes[i].text});
    std::vector<Result<Findings>> drafts;
    if (drafter) drafts = drafter->find_all(queries);
    ReplaySource source;
    for (size_t i = begin; i < end; ++i) {
      const Window whole{0, tokens[i].ids.size()};
      auto replay = std::make_unique<Replay>(format, tokens[i].ids,
                                             token_spans(notes[i].gold, tokens[i], 0, whole),
                                             options.max_draft);
      if (drafter) {
        if (!drafts[i - begin].ok()) return drafts[i - begin].error();
        std::vector<Span> drafted = drafts[i - begin]->spans;
        for (Span& span : drafted) span.label = Label::kName;  // the script has no other label
        const std::vector<TokenSpan> guess = token_spans(drafted, tokens[i], 0, whole);
        replay->guess(guess);
      }
      source.add(std::move(replay));
    }
    engine.run(source);
    return source.result;
  };
  const auto work = [&](const Engine& engine) {
    const EngineCounts& c = engine.counts();
    Work out;
    out.documents = out.windows = static_cast<double>(notes.size());
    for (const TokenizedText& text : tokens)
      out.source_tokens += static_cast<double>(text.ids.size());
    out.window_passes = static_cast<double>(c.sequence_passes);
    out.rows = static_cast<double>(c.rows);
    out.accepted = static_cast<double>(c.accepted_rows);
    return out;
  };
  const std::string test = "replay draft=" + options.draft + " ";
  EngineOptions alone = plan.engine;
  alone.max_sequences = 1;
  {
    REDACT_ASSIGN(const auto engine, Engine::make(placed, ops, alone));
    std::vector<double> each;
    for (size_t i = 0; i < notes.size(); ++i) {
      const auto start = Clock::now();
      REDACT_TRY(run(*engine, i, i + 1));
      each.push_back(seconds_since(start));
    }
    add_notes_row(subject, test + "one by one", work(*engine),
                  std::accumulate(each.begin(), each.end(), 0.0), each, rows);
  }
  REDACT_ASSIGN(const auto engine, Engine::make(placed, ops, plan.engine));
  const auto start = Clock::now();
  REDACT_TRY(run(*engine, 0, notes.size()));
  add_notes_row(subject, test + std::to_string(plan.engine.max_sequences) + " at a time",
                work(*engine), seconds_since(start), {}, rows);
  return {};
}

}  // namespace redact::bench
