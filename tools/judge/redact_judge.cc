// SPDX-License-Identifier: Apache-2.0
// redact-judge: asks local models about a redaction that has no gold.
#include <cstdio>

#include "tools/judge/verdicts.h"
#include "tools/program.h"

namespace redact::judge {
namespace {

struct Options {
  std::string texts, records, suspects;
  std::vector<std::string> models;
  JudgeOptions judge;
  float min_margin = 0.5f;  // odds of 1.65 to 1: below it a judge abstains
};

Result<ExitCode> run(const Options& options) {
  REDACT_ASSIGN(std::vector<eval::Document> documents,
                from("TEXTS", eval::read_texts(options.texts)));
  std::vector<eval::Document> more;
  if (!options.suspects.empty()) {
    more = documents;
    REDACT_TRY(from("--suspects", eval::add_records(options.suspects, more)));
  }
  REDACT_TRY(from("RECORDS", eval::add_records(options.records, documents)));
  std::vector<std::unique_ptr<Judge>> judges;
  for (const std::string& path : options.models) {
    JudgeOptions judge = options.judge;
    judge.model_path = path;
    REDACT_ASSIGN(std::unique_ptr<Judge> opened, from("--judge", open_judge(judge)));
    judges.push_back(std::move(opened));
  }
  REDACT_ASSIGN(const Ruling r,
                rule(documents, suspects(documents, more), judges, options.min_margin));
  const Tribunal& t = r.tribunal;
  std::printf("%zu documents, %zu withheld, %zu judges\n", documents.size(), r.withheld,
              judges.size());
  std::printf("  true positives %zu, false positives %zu, false negatives %zu, rightly left %zu\n",
              t.true_positives, t.false_positives, t.false_negatives, t.true_negatives);
  std::printf("  discarded for want of a majority %zu, unanimous %zu\n", t.discarded, t.unanimous);
  std::printf("  chunks of 20 words with every clinical fact %zu of %zu, discarded %zu\n",
              r.retained, r.chunks, r.chunks_discarded);
  std::printf("  documents without chunks, as their records say no offsets %zu\n",
              r.not_comparable);
  return r.withheld > 0 ? kWithheld : kAllDone;
}

}  // namespace
}  // namespace redact::judge

int main(int argc, char** argv) {
  using namespace redact;
  judge::Options options;
  CLI::App app(
      "Asks local models, by scored yes or no, whether what was hidden identifies somebody, "
      "whether "
      "what was left does, and whether the clinical facts are still there.");
  app.name("redact-judge");
  app.add_option("TEXTS", options.texts, "JSONL of the sources")->required()->check(not_empty);
  app.add_option("RECORDS", options.records, "records of `redact --format jsonl`")
      ->required()
      ->check(not_empty);
  app.add_option("--judge", options.models, "GGUF file; three, or another odd number")
      ->required()
      ->check(not_empty);
  app.add_option("--suspects", options.suspects,
                 "records at a higher bias: what they find beside RECORDS may have been missed")
      ->check(not_empty);
  app.add_option("--min-margin", options.min_margin, "log-odds below which a judge abstains")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("-t,--threads", options.judge.n_threads, "default: one per hardware thread")
      ->check(CLI::Range(1, 1024));
  app.add_option("--device", options.judge.device)->capture_default_str();
  return run_program(app, argc, argv, [&] { return judge::run(options); });
}
