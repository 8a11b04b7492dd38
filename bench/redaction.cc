// SPDX-License-Identifier: Apache-2.0
#include "bench/redaction.h"

#include <algorithm>
#include <numeric>

#include "bench/clock.h"
#include "bench/notes_row.h"
#include "redactor/finder/bundled_model.h"
#include "redactor/labelling/class_format.h"
#include "redactor/redactor.h"

namespace redact::bench {

namespace {

Work since(const FindingCounts& now, const FindingCounts& before, size_t n_documents) {
  const auto d = [](uint64_t a, uint64_t b) { return static_cast<double>(a - b); };
  return {static_cast<double>(n_documents), d(now.source_tokens, before.source_tokens),
          d(now.windows, before.windows),   d(now.window_passes, before.window_passes),
          d(now.rows, before.rows),         d(now.accepted_rows, before.accepted_rows)};
}

bool same(const Result<Findings>& a, const Result<Findings>& b) {
  if (!a.ok() || !b.ok()) return a.ok() == b.ok();
  const auto equal = [](const Span& x, const Span& y) {
    return x.begin == y.begin && x.end == y.end && x.label == y.label && x.score == y.score;
  };
  return a->least_margin == b->least_margin &&
         std::equal(a->spans.begin(), a->spans.end(), b->spans.begin(), b->spans.end(), equal);
}

Result<Model> open_model(const Options& options) {
  return options.model.empty() ? Model::parse(bundled_model()) : Model::open(options.model);
}

}  // namespace

Result<bool> labels(const Model& model) {
  REDACT_ASSIGN(const auto grammar, grammar_of(model.metadata()));
  return grammar.has_value();
}

Settings settings_of(const Options& options) {
  Settings settings;
  settings.policy = options.policy;
  settings.decoding.prompt.task = *find_prompt_task(options.task);
  settings.decoding.prompt.language = options.language;
  settings.decoding.prompt.chat_template = options.chat_template;
  return settings;
}

ModelOptions model_options_of(const Options& options) {
  ModelOptions out;
  out.model_path = options.model;
  out.lora_path = options.lora;
  out.device = options.device;
  out.n_threads = options.n_threads;
  out.draft_bundled = options.draft == "bundled";
  out.max_sequences = options.in_flight;
  out.max_rows = options.max_rows;
  out.max_draft = options.max_draft;
  return out;
}

Result<void> add_redaction_rows(const Options& options, const std::vector<Note>& notes,
                                const LimitMeter& meter, std::vector<Row>& rows) {
  const auto opening = Clock::now();
  REDACT_ASSIGN(auto opened, open_redaction_model(model_options_of(options)));
  REDACT_ASSIGN(const auto configuration, Configuration::open(settings_of(options), opened));
  REDACT_ASSIGN(const auto session, opened->open_session(options.n_threads));
  REDACT_ASSIGN(const auto redactor, Redactor::open(opened, {options.n_threads}));
  rows.push_back({{"limit", "ms to open the model"}, {"measured", 1000 * seconds_since(opening)}});
  REDACT_ASSIGN(const Model model, open_model(options));
  const Subject subject = subject_of(model, meter, options.n_threads);
  REDACT_ASSIGN(const bool labels_windows, labels(model));
  const std::string draft = labels_windows ? "" : ", draft=" + options.draft;

  std::vector<std::string_view> texts;
  for (const Note& note : notes) texts.push_back(note.text);
  const auto redact = [&](std::string_view text) {
    return redact_now({text}, *configuration, *session);
  };
  REDACT_ASSIGN(const Redaction warm, redact(texts[0]));

  NotesRun alone{"redact one by one" + draft, {}, 0, {}, {}};
  const FindingCounts before = session->counts();
  Result<void> outcome;
  alone.limits = meter.around([&] {
    for (const std::string_view text : texts) {
      const auto start = Clock::now();
      const auto done = redact(text);
      if (!done.ok()) outcome = done.error();
      alone.each.push_back(seconds_since(start));
    }
  });
  REDACT_TRY(outcome);
  alone.work = since(session->counts(), before, texts.size());
  alone.seconds = std::accumulate(alone.each.begin(), alone.each.end(), 0.0);
  add_notes_row(subject, meter, alone, rows);

  // The redactor has sessions of its own, which are cold: an eighth of the notes warms them.
  const auto redact_all = [&](const std::vector<std::string_view>& chosen) {
    for (const auto& done : redactor->redact_all(configuration, chosen)) {
      if (!done.ok()) outcome = done.error();
    }
  };
  redact_all({texts.begin(), texts.begin() + static_cast<ptrdiff_t>((texts.size() + 7) / 8)});
  const FindingCounts warmed = redactor->counts();
  size_t n_runs = 0;
  NotesRun all{"redact all" + draft, {}, 0, {}, {}};
  all.limits = meter.around([&] {
    const auto start = Clock::now();
    do {
      redact_all(texts);
      ++n_runs;
      all.seconds = seconds_since(start);
    } while (all.seconds < options.least_seconds);
  });
  REDACT_TRY(outcome);
  all.work = since(redactor->counts(), warmed, n_runs * texts.size());
  add_notes_row(subject, meter, all, rows);
  return {};
}

Result<void> add_oracle_rows(const Options& options, const std::vector<Note>& notes,
                             std::vector<Row>& rows) {
  REDACT_ASSIGN(const Policy policy, Policy::open(options.policy));
  ModelOptions model_options = model_options_of(options);
  DecodingOptions decoding = settings_of(options).decoding;
  decoding.prompt.tags = prompt_tags(decoding.prompt.task, policy);
  REDACT_ASSIGN(const Model model, open_model(options));
  REDACT_ASSIGN(const bool labels_windows, labels(model));
  std::vector<Query> queries;
  for (const Note& note : notes) queries.push_back({note.text});
  std::vector<Result<Findings>> want;
  {
    ModelOptions plain = model_options;
    plain.draft_bundled = false;
    plain.max_draft = 1;
    if (labels_windows) plain.max_sequences = plain.max_rows = 1, plain.n_threads = 1;
    REDACT_ASSIGN(const auto oracle, SpanFinder::open(plain, decoding));
    want = oracle.find_all(queries);
  }
  std::vector<std::string> drafters = {"none"};
  if (!labels_windows) drafters.push_back("bundled");
  size_t n_wrong = 0;
  for (const std::string& drafter : drafters) {
    model_options.draft_bundled = drafter == "bundled";
    REDACT_ASSIGN(const auto finder, SpanFinder::open(model_options, decoding));
    const FindingCounts before = finder.counts();  // after the instruction has been read
    const auto found = finder.find_all(queries);
    size_t n_different = 0, n_failed = 0;
    for (size_t i = 0; i < queries.size(); ++i) {
      n_different += !same(found[i], want[i]);
      n_failed += !want[i].ok();
    }
    const Work work = since(finder.counts(), before, queries.size());
    const char* oracle = labels_windows ? "one window at a time, one thread" : "one-token decoding";
    rows.push_back({{"test", std::string("against ") + oracle},
                    {"draft", drafter},
                    {"documents", queries.size()},
                    {"different", n_different},
                    {"failed", n_failed},
                    {"rows/token", work.rows / work.source_tokens},
                    {"accepted %", 100 * work.accepted / work.rows}});
    n_wrong += n_different;
  }
  if (n_wrong == 0) return {};
  return Error{ErrorKind::kInternal, "--oracle",
               std::to_string(n_wrong) + " notes have other spans, scores or margins"};
}

}  // namespace redact::bench
