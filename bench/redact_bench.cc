// SPDX-License-Identifier: Apache-2.0
// redact-bench: measures the rows of llama-bench (pp, tg) for any model, and redaction. Models that
// can redact run from text to text; others replay decisions from gold spans.
#include <algorithm>
#include <cstdio>

#include "bench/limits.h"
#include "bench/options.h"
#include "bench/plain.h"
#include "bench/redaction.h"
#include "bench/replay_rows.h"
#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"
#include "tools/program.h"

namespace redact::bench {
namespace {

// Whether the model can redact: it was trained to, or it follows instructions.
bool can_redact(const Model& model) {
  return model.metadata().has("redact.grammar") || model.metadata().has("tokenizer.chat_template");
}

// Adds the rows of llama-bench for a model, then the rows of the notes, if there are any.
Result<void> add_model_rows(const Options& options, Ops& ops, const std::vector<Note>& notes,
                            const Limits& limits, std::vector<Row>& rows) {
  REDACT_ASSIGN(const Model model, Model::open(options.model));
  const PlainOptions plain{options.device,     options.n_threads,   options.n_prompt,
                           options.n_generate, options.repetitions, options.passes};
  const bool replays = !notes.empty() && (options.replay || !can_redact(model));
  {
    const std::vector<Note> none;
    REDACT_ASSIGN(ReplayPlan plan, plan_replay(options, model, replays ? notes : none));
    const size_t n_positions = std::max(plain_positions(plain), plan.n_positions());
    REDACT_ASSIGN(plan.engine, fit_memory(model, ops, plan.engine, n_positions));
    REDACT_ASSIGN(const auto placed, PlacedModel::place(model, ops, n_positions));
    add_plain_rows(plain, model, *placed, ops, limits, rows);
    if (replays) return add_replay_rows(options, model, *placed, ops, plan, notes, limits, rows);
  }
  return notes.empty() ? Result<void>() : add_redaction_rows(options, notes, limits, rows);
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
  if (!notes.empty() && options.oracle) {
    REDACT_TRY(add_oracle_rows(options, notes, rows));
  } else if (!options.model.empty()) {
    REDACT_TRY(add_model_rows(options, *ops, notes, limits, rows));
  } else if (!notes.empty()) {
    REDACT_TRY(add_redaction_rows(options, notes, limits, rows));
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
  app.add_option("-m,--model", options.model,
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
  auto* replay = app.add_flag("--replay", options.replay,
                              "replay gold spans with -m, as is done for models without a chat "
                              "template");
  app.add_flag("--oracle", options.oracle,
               "compare, score by score and instead of timing, with plain decoding: one token a "
               "pass, or of a model that labels one window a pass")
      ->excludes(replay);
  app.add_option("--policy", options.policy)->capture_default_str();
  app.add_option("--task", options.task, "what an instruct model is asked for")
      ->capture_default_str()
      ->check(CLI::IsMember({"tags", "mask", "verdict", "patient", "markup"}));
  app.add_option("--lang", options.language, "of the instruction; default: each note's own");
  app.add_option("--in-flight", options.in_flight, "sequences at a time")->capture_default_str();
  app.add_option("--max-rows", options.max_rows, "rows of a pass")->capture_default_str();
  app.add_option("--max-draft", options.max_draft, "rows a sequence drafts")->capture_default_str();
  return redact::run_program(app, argc, argv, [&]() -> redact::Result<redact::ExitCode> {
    REDACT_TRY(redact::bench::bench(options));
    return redact::kAllDone;
  });
}
