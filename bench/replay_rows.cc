// SPDX-License-Identifier: Apache-2.0
#include "bench/replay_rows.h"

#include <algorithm>
#include <numeric>

#include "bench/clock.h"
#include "bench/list_replay.h"
#include "bench/notes_row.h"
#include "redactor/finder/redaction_model.h"

namespace redact::bench {

namespace {

// Notes as sequences of a model that follows the script.
class ReplayFeed final : public SequenceFeed {
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
  size_t longest = 0;
  for (const Note& note : notes) {
    REDACT_ASSIGN(CopyText text, CopyText::make(note.text, model.tokenizer(), true));
    longest = std::max(longest, text.tokens().ids.size());
    plan.texts.push_back(std::move(text));
  }
  // Room for BOS and the note, and an answer of twice its length plus some tags, which matter for
  // short notes.
  plan.engine = {given_or(options.max_rows, kUsualRows), 3 * longest + 64,
                 given_or(options.in_flight, kUsualWindows)};
  return plan;
}

Result<void> add_replay_rows(const Options& options, const Model& model, const PlacedModel& placed,
                             Ops& ops, const ReplayPlan& plan, const std::vector<Note>& notes,
                             const LimitMeter& meter, std::vector<Row>& rows) {
  const Subject subject = subject_of(model, meter, options.n_threads);
  std::optional<SpanFinder> drafter;
  if (options.draft == "bundled") {
    ModelOptions bundled;
    bundled.device = options.device;
    bundled.n_threads = options.n_threads;
    REDACT_ASSIGN(drafter, SpanFinder::open(bundled));
  }
  const TokenTrie trie(model.tokenizer());
  const TagGrammar tags = replay_grammar(model.tokenizer(), trie);
  const bool lists = options.task == "list";
  std::optional<ListGrammar> list;
  if (lists) {
    REDACT_ASSIGN(list, list_replay_grammar(model.tokenizer(), trie));
  }
  const auto open = [&](size_t i) -> Result<std::unique_ptr<Replay>> {
    const CopyText& text = plan.texts[i];
    const auto script = whole_tokens(notes[i].gold, text.tokens());
    if (!lists) {
      return std::unique_ptr<Replay>(std::make_unique<TagReplay>(
          tags, text, script, plan.engine.max_entries, options.max_draft));
    }
    REDACT_ASSIGN(const PieceIndex index, PieceIndex::make(*list, notes[i].text, true));
    return std::unique_ptr<Replay>(std::make_unique<ListReplay>(
        *list, index, script, plan.engine.max_entries, options.max_draft));
  };

  // Drafts and runs notes [begin, end) together.
  const auto run = [&](Engine& engine, size_t begin, size_t end) -> Result<void> {
    std::vector<Query> queries;
    for (size_t i = begin; i < end; ++i) queries.push_back({notes[i].text});
    std::vector<Result<Findings>> drafts;
    if (drafter) drafts = drafter->find_all(queries);
    ReplayFeed feed;
    for (size_t i = begin; i < end; ++i) {
      REDACT_ASSIGN(std::unique_ptr<Replay> replay, open(i));
      const CopyText& text = plan.texts[i];
      if (drafter) {
        if (!drafts[i - begin].ok()) return drafts[i - begin].error();
        replay->guess(whole_tokens(drafts[i - begin]->spans, text.tokens()));
      }
      feed.add(std::move(replay));
    }
    engine.run(feed);
    return feed.result;
  };
  const auto work = [&](const Engine& engine) {
    const EngineCounts& c = engine.counts();
    Work out;
    out.documents = out.windows = static_cast<double>(notes.size());
    for (const CopyText& text : plan.texts) {
      out.source_tokens += static_cast<double>(text.tokens().ids.size());
    }
    out.window_passes = static_cast<double>(c.sequence_passes);
    out.rows = static_cast<double>(c.rows);
    out.accepted = static_cast<double>(c.accepted_rows);
    return out;
  };
  const std::string test = "replay draft=" + options.draft + " ";
  EngineOptions alone = plan.engine;
  alone.max_sequences = 1;
  Result<void> outcome;
  {
    REDACT_ASSIGN(const auto engine, Engine::make(placed, ops, alone));
    NotesRun one_by_one{test + "one by one", {}, 0, {}, {}};
    one_by_one.limits = meter.around([&] {
      for (size_t i = 0; i < notes.size() && outcome.ok(); ++i) {
        const auto start = Clock::now();
        outcome = run(*engine, i, i + 1);
        one_by_one.each.push_back(seconds_since(start));
      }
    });
    REDACT_TRY(outcome);
    one_by_one.work = work(*engine);
    one_by_one.seconds = std::accumulate(one_by_one.each.begin(), one_by_one.each.end(), 0.0);
    add_notes_row(subject, meter, one_by_one, rows);
  }
  REDACT_ASSIGN(const auto engine, Engine::make(placed, ops, plan.engine));
  NotesRun many{test + std::to_string(plan.engine.max_sequences) + " at a time", {}, 0, {}, {}};
  many.limits = meter.around([&] {
    const auto start = Clock::now();
    outcome = run(*engine, 0, notes.size());
    many.seconds = seconds_since(start);
  });
  REDACT_TRY(outcome);
  many.work = work(*engine);
  add_notes_row(subject, meter, many, rows);
  return {};
}

}  // namespace redact::bench
