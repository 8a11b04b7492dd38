// SPDX-License-Identifier: Apache-2.0
// redact-bench: measures the rows of llama-bench (pp, tg) for any model, and redaction. Models that
// can redact run from text to text; others replay decisions from gold spans.
#include <algorithm>
#include <cstdio>

#include "bench/against.h"
#include "bench/idle.h"
#include "bench/limits.h"
#include "bench/options.h"
#include "bench/plain.h"
#include "bench/redaction.h"
#include "bench/replay_rows.h"
#include "bench/stages.h"
#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"
#include "tools/program.h"

namespace redact::bench {
namespace {

// Whether the model can redact: it was trained to, or it follows instructions.
Result<bool> can_redact(const Model& model) {
  REDACT_ASSIGN(const bool trained, labels(model));
  return trained || model.metadata().has("tokenizer.chat_template");
}

// Adds the rows of llama-bench for a model, then the rows of the notes, if there are any.
Result<void> add_model_rows(const Options& options, Ops& ops, const std::vector<Note>& notes,
                            const LimitMeter& meter, std::vector<Row>& rows) {
  REDACT_ASSIGN(const Model model, Model::open(options.model));
  const PlainOptions plain{options.n_prompt, options.n_generate, options.repetitions,
                           options.depths, options.passes};
  REDACT_ASSIGN(const bool redacts, can_redact(model));
  const bool replays = !notes.empty() && (options.replay || !redacts);
  {
    const std::vector<Note> none;
    REDACT_ASSIGN(ReplayPlan plan, plan_replay(options, model, replays ? notes : none));
    const size_t n_positions = std::max(plain_positions(plain), plan.n_positions());
    REDACT_ASSIGN(plan.engine, fit_memory(model, ops, plan.engine, n_positions));
    REDACT_ASSIGN(const auto placed, PlacedModel::place(model, ops, n_positions));
    add_plain_rows(plain, subject_of(model, meter, options.n_threads), model, *placed, ops, meter,
                   rows);
    if (replays) return add_replay_rows(options, model, *placed, ops, plan, notes, meter, rows);
  }
  return notes.empty() ? Result<void>() : add_redaction_rows(options, notes, meter, rows);
}

Result<void> add_rows(const Options& options, std::vector<Row>& rows) {
  std::vector<Note> notes;
  if (!options.notes.empty()) {
    REDACT_ASSIGN(notes, read_notes(options.notes, options.limit));
    if (notes.empty()) return Error{ErrorKind::kBadInput, "notes", "holds none"};
  }
  const bool compares =
      options.oracle || options.stages || !options.against.empty() || options.device == "idle";
  if (notes.empty() && (compares || options.model.empty())) {
    return Error{ErrorKind::kBadInput, "",
                 compares ? "--oracle, --against, --stages and --device idle need --notes"
                          : "needs -m, --notes or both"};
  }
  if (options.device == "idle") {
#if defined(REDACT_IDLE_DEVICE)
    return add_idle_rows(options, notes, rows);
#else
    return Error{ErrorKind::kUnsupported, "--device idle", "needs a build without CUDA"};
#endif
  }
  if (options.stages) return add_stage_rows(options, notes, rows);
  if (options.oracle) return add_oracle_rows(options, notes, rows);
  if (!options.against.empty()) return add_against_rows(options, notes, rows);
  ThreadPool pool(options.n_threads);
  REDACT_ASSIGN(const auto ops, open_device(options.device, pool));
  const LimitMeter meter(*ops, options.device, options.n_threads);
  if (options.model.empty()) return add_redaction_rows(options, notes, meter, rows);
  return add_model_rows(options, *ops, notes, meter, rows);
}

// Prints the measured rows even after a failure.
Result<void> bench(Options options, const std::vector<int>& threads) {
  std::vector<Row> rows;
  Result<void> outcome;
  for (const int n : threads) {
    options.n_threads = n;
    outcome = add_rows(options, rows);
    if (!outcome.ok()) break;
  }
  if (!rows.empty()) print(rows, options.format);
  return outcome;
}

constexpr char kExamples[] = R"(Examples:
  redact-bench -m MODEL.gguf                        a prompt of 512 tokens and 128 generated ones
  redact-bench -m MODEL.gguf -d 0,4096 --passes     at depth, and the cost of passes of 1 to 512 rows
  redact-bench -m MODEL.gguf -t 1,2,4,8             with several numbers of threads
  redact-bench -m MODEL.gguf --device cuda          on a GPU
  redact-bench --notes NOTES.jsonl                  the bundled model, from text to text
  redact-bench -m MODEL.gguf --notes NOTES.jsonl    an instruct model, from text to text
  redact-bench --notes NOTES.jsonl --oracle         whether batches change results
  redact-bench --notes NOTES.jsonl --stages         what each stage takes on one core
  redact-bench --notes NOTES.jsonl --device idle -t 1,2   a host's share beside a GPU, and with --stages
                                                    each stage's; CUDA's calls, waiting, memory that
                                                    a device wrote and the link are not in it
A line of NOTES.jsonl is {"text": "...", "spans": [{"start": 4, "end": 13}]}; only --replay needs spans. bench/peer/run.py runs llama-bench beside it.)";

}  // namespace
}  // namespace redact::bench

int main(int argc, char** argv) {
  redact::bench::Options options;
  CLI::App app("Times models: prompt and generation as llama-bench does, and redaction of notes.");
  app.name("redact-bench");
  app.footer(redact::bench::kExamples);
  std::vector<int> threads = {options.n_threads};
  app.add_option("-m,--model", options.model,
                 "GGUF file; default: the bundled model, on notes only");
  app.add_option("--lora", options.lora, "an adapter for -m, with --notes");
  app.add_option("-p", options.n_prompt, "rows of a prompt; 0 for none")->capture_default_str();
  app.add_option("-n", options.n_generate, "tokens generated; 0 for none")->capture_default_str();
  app.add_option("-d,--depth", options.depths, "entries before each of them, as 0,4096")
      ->delimiter(',')
      ->capture_default_str();
  app.add_flag("--passes", options.passes, "also the cost of passes of 1, 2, 4, ... 512 rows");
  app.add_option("-r", options.repetitions)->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--least-seconds", options.least_seconds,
                 "notes, all at once: again and again for so long")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("-t,--threads", threads, "one number or several, as 1,2,4; default: one per core")
      ->delimiter(',')
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
  auto* replay = app.add_flag("--replay", options.replay,
                              "replay gold spans with -m, as is done for models without a chat "
                              "template");
  app.add_flag("--oracle", options.oracle,
               "compare, score by score and instead of timing, with plain decoding: one token a "
               "pass, or of a model that labels one window a pass")
      ->excludes(replay);
  app.add_option("--against", options.against,
                 "compare, instead of timing, the bundled model's spans with those of this device, "
                 "as cpu")
      ->excludes("--oracle")
      ->excludes(replay);
  app.add_flag("--stages", options.stages,
               "time, instead of whole notes, each stage of redacting them on one core")
      ->excludes("--oracle")
      ->excludes("--against")
      ->excludes(replay);
  app.add_option("--template", options.chat_template,
                 "chat template of an instruct model, in place of what its file says");
  app.add_option("--policy", options.policy)->capture_default_str();
  app.add_option("--task", options.task,
                 "what an instruct model is asked for; --replay writes marks, or a list")
      ->capture_default_str()
      ->check(CLI::IsMember({"tags", "mask", "verdict", "patient", "markup", "list"}));
  app.add_option("--lang", options.language, "of the instruction; default: each note's own");
  app.add_option("--in-flight", options.in_flight, "sequences at a time; default: as in redact");
  app.add_option("--max-rows", options.max_rows, "rows of a pass; default: as in redact");
  app.add_option("--max-draft", options.max_draft, "rows a sequence drafts")->capture_default_str();
  if (argc == 1) {
    std::printf("%s", app.help().c_str());
    return 0;
  }
  return redact::run_program(app, argc, argv, [&]() -> redact::Result<redact::ExitCode> {
    REDACT_TRY(redact::bench::bench(options, threads));
    return redact::kAllDone;
  });
}
