// SPDX-License-Identifier: Apache-2.0
// redact-bench: llama-bench's rows (pp, tg) for any model, and the rows of redaction: the bundled
// model from text to text, or any model with its decisions replayed from gold spans.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>

#include "base/thread_pool.h"
#include "bench/clock.h"
#include "bench/limits.h"
#include "bench/plain.h"
#include "bench/replay.h"
#include "bench/table.h"
#include "kernels/open_device.h"
#include "redactor/bundled_model.h"
#include "redactor/model_finder.h"
#include "redactor/policy/policy.h"
#include "redactor/redactor.h"
#include "redactor/token_spans.h"
#include "runtime/engine/memory_plan.h"

namespace redact::bench {
namespace {

struct Options {
  std::string model;  // empty: the bundled model, which is only timed on notes
  std::string notes, draft = "bundled", format = "md", device = "cpu";
  size_t n_prompt = 512, n_generate = 128, repetitions = 5, limit = 50, in_flight = 12;
  size_t max_rows = 512, max_draft = 64;
  bool oracle = false, passes = false;
  int n_threads = ThreadPool::one_per_core();
};

// Resident now, from the second number of /proc/self/statm, in pages.
double resident_mib() {
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double percentile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(p * static_cast<double>(values.size() - 1) + 0.5)];
}

struct Work {
  double documents = 0, source_tokens = 0, windows = 0, window_passes = 0, rows = 0, accepted = 0;
};

// What all rows of notes of one run share.
struct Subject {
  std::string model;
  double weights;  // that a row multiplies
  Limits limits;
};

void add_notes_row(const Options& options, const Subject& subject, const std::string& test,
                   const Work& work, double seconds, const std::vector<double>& each,
                   std::vector<Row>& rows) {
  const double operations = 2 * subject.weights * work.rows / seconds;
  rows.push_back(
      {{"model", subject.model},
       {"threads", options.n_threads},
       {"test", test},
       {"documents/s", work.documents / seconds},
       {"source t/s", work.source_tokens / seconds},
       {"ms/note p50", each.empty() ? Row("-") : Row(1000 * percentile(each, 0.5))},
       {"ms/note p95", each.empty() ? Row("-") : Row(1000 * percentile(each, 0.95))},
       {"passes/window", work.window_passes / work.windows},
       {"rows/token", work.rows / work.source_tokens},
       {"accepted %", 100 * work.accepted / work.rows},
       {"% of int8", subject.limits.int8 > 0 ? 100 * operations / subject.limits.int8 : 0},
       {"MiB resident", resident_mib()}});
}

Work since(const FindingCounts& now, const FindingCounts& before, size_t n_documents) {
  const auto d = [](uint64_t a, uint64_t b) { return static_cast<double>(a - b); };
  return {static_cast<double>(n_documents), d(now.source_tokens, before.source_tokens),
          d(now.windows, before.windows),   d(now.window_passes, before.window_passes),
          d(now.rows, before.rows),         d(now.accepted_rows, before.accepted_rows)};
}

// The product itself: the bundled model from text to text.
Result<void> add_redaction_rows(const Options& options, const std::vector<Note>& notes,
                                const Limits& limits, std::vector<Row>& rows) {
  ModelOptions model_options;
  model_options.device = options.device;
  model_options.n_threads = options.n_threads;
  model_options.max_sequences = options.in_flight;
  model_options.max_rows = options.max_rows;
  model_options.max_draft = options.max_draft;
  const auto opening = Clock::now();
  REDACT_ASSIGN(auto finder, open_model_finder(model_options));
  rows.push_back({{"limit", "ms to open the model"}, {"measured", 1000 * seconds_since(opening)}});
  REDACT_ASSIGN(Policy policy, Policy::open("default"));
  Redactor redactor(*finder, std::move(policy));
  REDACT_ASSIGN(const Model model, Model::parse(bundled_model()));
  const Subject subject{model.config().name, multiplied_weights(model), limits};

  std::vector<std::string_view> texts;
  for (const Note& note : notes) texts.push_back(note.text);
  REDACT_ASSIGN(const Redaction warm, redactor.redact(texts[0]));

  FindingCounts before = finder->counts();
  std::vector<double> each;
  for (const std::string_view text : texts) {
    const auto start = Clock::now();
    REDACT_ASSIGN(const Redaction done, redactor.redact(text));
    each.push_back(seconds_since(start));
  }
  add_notes_row(options, subject, "redact one by one",
                since(finder->counts(), before, texts.size()),
                std::accumulate(each.begin(), each.end(), 0.0), each, rows);

  before = finder->counts();
  const auto start = Clock::now();
  const std::vector<Source> sources(texts.begin(), texts.end());
  for (const auto& done : redactor.redact_all(sources)) {
    if (!done.ok()) return done.error();
  }
  add_notes_row(options, subject, "redact all", since(finder->counts(), before, texts.size()),
                seconds_since(start), {}, rows);
  return {};
}

bool same(const Result<Findings>& a, const Result<Findings>& b) {
  if (!a.ok() || !b.ok()) return a.ok() == b.ok();
  const auto equal = [](const Span& x, const Span& y) {
    return x.begin == y.begin && x.end == y.end && x.label == y.label && x.score == y.score;
  };
  return a->least_margin == b->least_margin &&
         std::equal(a->spans.begin(), a->spans.end(), b->spans.begin(), b->spans.end(), equal);
}

// Spans, scores and margins of the packed run against plain decoding, one token a row and one row a
// pass of each window.
Result<void> add_oracle_row(const Options& options, const std::vector<Note>& notes,
                            std::vector<Row>& rows) {
  ModelOptions packed;
  packed.device = options.device;
  packed.n_threads = options.n_threads;
  ModelOptions plain = packed;
  plain.max_draft = 1;
  plain.draft_bundled = false;
  REDACT_ASSIGN(auto finder, open_model_finder(packed));
  REDACT_ASSIGN(auto oracle, open_model_finder(plain));
  std::vector<std::string_view> texts;
  for (const Note& note : notes) texts.push_back(note.text);
  const auto found = finder->find_all(texts), want = oracle->find_all(texts);
  size_t n_different = 0;
  for (size_t i = 0; i < texts.size(); ++i) n_different += !same(found[i], want[i]);
  rows.push_back({{"test", "against one-token decoding"},
                  {"documents", texts.size()},
                  {"different", n_different}});
  return {};
}

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

// Notes as tokens, and an engine for the replay of the longest.
struct ReplayPlan {
  std::vector<TokenizedText> tokens;
  size_t longest = 0;
  EngineOptions engine{};

  size_t n_positions() const { return 2 * longest + 4; }
};

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
  const Subject subject{model.config().name, multiplied_weights(model), limits};
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
    std::vector<std::string_view> texts;
    for (size_t i = begin; i < end; ++i) texts.push_back(notes[i].text);
    std::vector<Result<Findings>> drafts;
    if (drafter) drafts = drafter->find_all(texts);
    ReplaySource source;
    for (size_t i = begin; i < end; ++i) {
      const Window whole{0, tokens[i].ids.size()};
      auto replay = std::make_unique<Replay>(format, tokens[i].ids,
                                             token_spans(notes[i].gold, tokens[i], 0, whole),
                                             options.max_draft);
      if (drafter) {
        if (!drafts[i - begin].ok()) return drafts[i - begin].error();
        std::vector<Span> drafted = drafts[i - begin]->spans;
        for (Span& span : drafted) span.label = Label::kName;  // the only one of the script
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
    add_notes_row(options, subject, test + "one by one", work(*engine),
                  std::accumulate(each.begin(), each.end(), 0.0), each, rows);
  }
  REDACT_ASSIGN(const auto engine, Engine::make(placed, ops, plan.engine));
  const auto start = Clock::now();
  REDACT_TRY(run(*engine, 0, notes.size()));
  add_notes_row(options, subject, test + std::to_string(plan.engine.max_sequences) + " at a time",
                work(*engine), seconds_since(start), {}, rows);
  return {};
}

// llama-bench's rows of a model, then its replay of the notes, if there are any.
Result<void> add_model_rows(const Options& options, Ops& ops, const std::vector<Note>& notes,
                            const Limits& limits, std::vector<Row>& rows) {
  REDACT_ASSIGN(const Model model, Model::open(options.model));
  const PlainOptions plain{options.device,     options.n_threads,   options.n_prompt,
                           options.n_generate, options.repetitions, options.passes};
  REDACT_ASSIGN(ReplayPlan plan, plan_replay(options, model, notes));
  const size_t n_positions = std::max(plain_positions(plain), plan.n_positions());
  REDACT_ASSIGN(plan.engine, fit_memory(model, ops, plan.engine, n_positions));
  REDACT_ASSIGN(const auto placed, PlacedModel::place(model, ops, n_positions));
  add_plain_rows(plain, model, *placed, ops, limits, rows);
  if (notes.empty()) return {};
  return add_replay_rows(options, model, *placed, ops, plan, notes, limits, rows);
}

Result<void> bench(const Options& options) {
  ThreadPool pool(options.n_threads);
  REDACT_ASSIGN(const auto ops, open_device(options.device, pool));
  const bool is_gpu = options.device.starts_with("cuda");
  const Limits limits = is_gpu ? Limits{copy_bytes_per_second(*ops), 0}
                               : Limits{read_bytes_per_second(options.n_threads),
                                        int8_ops_per_second(options.n_threads)};
  std::vector<Row> rows;
  rows.push_back(
      {{"limit", is_gpu ? "copy GB/s" : "read GB/s"}, {"measured", limits.memory * 1e-9}});
  if (!is_gpu) {
    rows.push_back({{"limit", "int8 Gop/s (VNNI)"}, {"measured", limits.int8 * 1e-9}});
  }
  std::vector<Note> notes;
  if (!options.notes.empty()) {
    REDACT_ASSIGN(notes, read_notes(options.notes, options.limit));
    if (notes.empty()) return Error{ErrorKind::kBadInput, "notes", "holds none"};
  }
  if (options.model.empty()) {
    if (!notes.empty() && options.oracle) {
      REDACT_TRY(add_oracle_row(options, notes, rows));
    } else if (!notes.empty()) {
      REDACT_TRY(add_redaction_rows(options, notes, limits, rows));
    }
  } else {
    REDACT_TRY(add_model_rows(options, *ops, notes, limits, rows));
  }
  print(rows, options.format);
  return {};
}

}  // namespace
}  // namespace redact::bench

int main(int argc, char** argv) {
  redact::bench::Options options;
  CLI::App app("Times models: prompt and generation as llama-bench does, and redaction of notes.");
  app.name("redact-bench");
  auto* model = app.add_option("-m,--model", options.model,
                               "GGUF file; default: the bundled model, on notes only");
  app.add_option("-p", options.n_prompt, "rows of a prompt; 0 for none")->capture_default_str();
  app.add_option("-n", options.n_generate, "tokens generated; 0 for none")->capture_default_str();
  app.add_flag("--passes", options.passes, "also the cost of passes of 1, 2, 4, ... 512 rows");
  app.add_option("-r", options.repetitions)->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("-t,--threads", options.n_threads)
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  app.add_option("-o", options.format, "md, csv or json")
      ->capture_default_str()
      ->check(CLI::IsMember({"md", "csv", "json"}));
  app.add_option("--device", options.device)->capture_default_str();
  app.add_option("--notes", options.notes, "JSONL with text and gold spans");
  app.add_option("--limit", options.limit, "most notes")->capture_default_str();
  app.add_option("--draft", options.draft, "bundled or none: who drafts for -m")
      ->capture_default_str()
      ->check(CLI::IsMember({"bundled", "none"}));
  app.add_flag(
         "--oracle", options.oracle,
         "compare the bundled model with one-token decoding, score by score, instead of timing")
      ->excludes(model);
  app.add_option("--in-flight", options.in_flight, "sequences at a time")->capture_default_str();
  app.add_option("--max-rows", options.max_rows, "rows of a pass")->capture_default_str();
  app.add_option("--max-draft", options.max_draft, "rows a sequence drafts")->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  if (const auto done = redact::bench::bench(options); !done.ok()) {
    std::fprintf(stderr, "redact-bench: %s\n", done.error().message().c_str());
    return 1;
  }
  return 0;
}
